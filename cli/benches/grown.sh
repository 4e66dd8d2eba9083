#!/bin/sh
# How commands grow with the corpus: processor time and memory with the corpus as it is and with copies of its rulings, up to 10,000.
# From the root of the repository: `cargo build --release -p segoc && cli/benches/grown.sh [PROGRAM]`.
set -eu
program=${1:-target/release/segoc}
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
cp -R corpus "$copies/corpus"

# Every copy has an id and a name of its own, asks something else and begins with other life points, so that none is a duplicate.
grow() {
    find corpus/rulings -name '*.yaml' | sort | awk -v most="$1" -v to="$copies/" '
        function id(n,  digits, text, i) {
            digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
            for (i = 0; i < 3; i++) { text = text substr(digits, n % 32 + 1, 1); n = int(n / 32) }
            return text
        }
        { file[NR] = $0 }
        END {
            for (n = NR; n < most; n++) {
                from = file[n % NR + 1]
                name = to from
                sub(/\.yaml$/, "-" n ".yaml", name)
                while ((getline line < from) > 0) {
                    if (line ~ /^id: /) line = "id: " substr("VWXYZ", int(n / 32768) + 1, 1) id(n)
                    if (line ~ /^(ruling|question): [A-Z]/) sub(/: /, ": " n " times, ", line)
                    print line > name
                }
                close(from)
                close(name)
            }
        }'
}

# Seconds of processor time and KB of memory of a command.
row() {
    /usr/bin/time -f '%U %S %M' "$program" "$@" --corpus "$copies/corpus" 2>&1 >/dev/null | tail -n 1
}

measure() {
    rulings=$(find "$copies/corpus/rulings" -name '*.yaml' | wc -l)
    for command in list run check coverage adequacy; do
        echo "$command $rulings $(row $command)"
    done
}

{ measure; grow "${2:-10000}"; measure; } | awk '
    { seconds = $3 + $4 }
    ($1 in first) {
        more = $2 - count[$1]
        printf "%-9s %5d %6.2f s %8.0f KB, %5d %6.2f s %8.0f KB: %5.2f times as much a ruling, %5.1f KB for each more\n", \
            $1, count[$1], first[$1], memory[$1], $2, seconds, $5, seconds / $2 / (first[$1] / count[$1]), ($5 - memory[$1]) / more
    }
    { first[$1] = seconds; count[$1] = $2; memory[$1] = $5 }'
