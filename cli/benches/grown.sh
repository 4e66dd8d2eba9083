#!/bin/sh
# How commands grow with the corpus: processor time and memory with the corpus as it is and with copies of its rulings, up to 10,000.
# From the root of the repository: `cargo build --release -p segoc && cli/benches/grown.sh [PROGRAM]`.
set -eu
program=${1:-target/release/segoc}
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
cp -R corpus "$copies/corpus"

# Every copy has an id and a name of its own and asks something else.
grow() {
    find corpus/rulings -name '*.yaml' | sort | awk -v most="$1" -v to="$copies/" '
        function free(  digits, text, n, i) {
            digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
            do {
                text = "V"
                n = tried++
                for (i = 0; i < 3; i++) { text = text substr(digits, n % 32 + 1, 1); n = int(n / 32) }
            } while (text in taken)
            return text
        }
        {
            file[NR] = $0
            while ((getline line < $0) > 0) if (line ~ /^id: /) taken[substr(line, 5)] = 1
            close($0)
        }
        END {
            for (n = NR; n < most; n++) {
                from = file[n % NR + 1]
                name = to from
                sub(/\.yaml$/, "-" n ".yaml", name)
                while ((getline line < from) > 0) {
                    if (line ~ /^id: /) line = "id: " free()
                    if (line ~ /^(ruling|question): [A-Z]/) sub(/: /, ": " n " times, ", line)
                    print line > name
                }
                close(from)
                close(name)
            }
        }'
}

# Seconds of processor time and KB of memory of a command, and how it ended.
row() {
    /usr/bin/time -q -f '%U %S %M %x' "$program" "$@" --corpus "$copies/corpus" 2>&1 >/dev/null | tail -n 1
}

measure() {
    rulings=$(find "$copies/corpus/rulings" -name '*.yaml' | wc -l)
    for command in list run check coverage adequacy; do
        echo "$command $rulings $(row $command)"
    done
}

{ measure; grow "${2:-10000}"; measure; } | awk '
    { seconds = $3 + $4 }
    # Copies of the same play are a mistake that `check` finds; the others must go well.
    $6 > 1 || ($6 == 1 && $1 != "check") { printf "%s with %d rulings ended with %d\n", $1, $2, $6 }
    ($1 in first) {
        more = $2 - count[$1]
        printf "%-9s %5d %6.2f s %8.0f KB, %5d %6.2f s %8.0f KB: %5.2f times as much a ruling, %5.1f KB for each more\n", \
            $1, count[$1], first[$1], memory[$1], $2, seconds, $5, seconds / $2 / (first[$1] / count[$1]), ($5 - memory[$1]) / more
    }
    { first[$1] = seconds; count[$1] = $2; memory[$1] = $5 }'
