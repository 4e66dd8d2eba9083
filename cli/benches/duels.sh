#!/bin/sh
# Counts the instructions in which the engine itself makes the duels of the corpus and plays them as their stories go, and shows in which functions.
# From the root of the repository: `cargo bench -p segoc-runner --bench duels --no-run`, which names the program, and
# `cli/benches/duels.sh PROGRAM`.
set -eu
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
said=$(SEGOC_TIMES=1 valgrind --tool=callgrind --callgrind-out-file="$counts" \
    --toggle-collect=duels::make --toggle-collect=duels::play "$1" 2>/dev/null)
echo "$said" | head -n 1
duels=$(echo "$said" | sed -n '1s/ .*//p')
inclusive() {
    callgrind_annotate --inclusive=yes "$counts" | tr -d ,
}
inclusive | sed -nE 's/^ *([0-9]+) .*duels\.rs:duels::(make|play)( \[.*)?$/\1 \2/p' |
    awk -v duels="$duels" '{ printf "%s %8.1f thousand instructions a duel\n", $2, $1 / duels / 1e3 }'
inclusive | grep 'segoc_engine::' | sed 's/ \[.*//; s/segoc_engine:://g; s/<impl flow::duel::Duel>:://' | head -n 40
