#!/bin/sh
# Counts the instructions of whole commands with callgrind: machines are noisy, counts are not.
# From the root of the repository: `cargo build --release -p segoc && cli/benches/instructions.sh [PROGRAM]`.
set -eu
program=${1:-target/release/segoc}
rulings=$(find corpus/rulings -name '*.yaml' | wc -l)
file=$(find corpus/rulings -name '*.yaml' | sort | head -n 1)
name=${file#corpus/rulings/}
name=${name%.yaml}
id=$(sed -n 's/^id: //p' "$file")

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}

# Millions in all, or for each ruling file.
row() {
    of=$1
    shift
    count "$@" | awk -v command="segoc $*" -v of="$of" \
        '{ printf "%-56s %9.2f M%s\n", command, $1 / of / 1e6, (of > 1 ? " a ruling file" : "") }'
}

echo "$rulings ruling files, $(wc -c <"$program") bytes"
row 1 run "$name"
row 1 run "$id"
row 1 run "$file"
row 1 check "$file"
row 1 rules segoc.one-chain
row "$rulings" list
row "$rulings" list chain trap
row "$rulings" run --jobs 1
