#!/bin/bash
# SPDX-License-Identifier: MIT
# Whatever takes --json prints JSON with it, one object a line and nothing else, or refuses it.
set -u
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err
export XDG_DATA_HOME=$scratch/data
is_json() { "$BUILD/tests/json_lines" <"$out"; }
# json CODE KEYS ARGUMENT...   only objects on stdout, and one of them has all these keys.
json() {
    local code=$1 keys=$2 pattern='' got
    shift 2
    for key in $keys; do pattern="$pattern.*\"$key\":"; done
    "$TENGEN" "$@" --json >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$code" ] && is_json >"$scratch/why" && grep -q -- "$pattern" "$out"; then
        echo "ok json: ${*//$scratch\//}"
    else
        echo "not ok json: $* (exit $got, wanted $code and $keys)"
        head -5 "$scratch/why" "$err"
        head -c 600 "$out"
    fi
}
refused() { # refused WHAT ARGUMENT...
    local what=$1
    shift
    "$TENGEN" "$@" --json >"$out" 2>"$err" </dev/null
    if [ $? -eq 2 ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -qF -- "$what" "$err"; then
        echo "ok json is refused: ${*//$scratch\//}"
    else
        echo "not ok json is refused: $*"
        head -3 "$out" "$err"
    fi
}

printf '(;FF[4]GM[4]SZ[15]RU[renju]PB[A "quoted" \\\\ name]C[two\nlines];B[hh];W[hi];B[gg])' >"$scratch/one.sgf"
printf '(;FF[4]GM[11]SZ[5];B[c3])' >"$scratch/hex.sgf"

json 0 "depth multipv pv" analyze "h8 i9" --depth 2
json 0 "stone win proven swap" analyze - --game hex --size 2 --swap-map
json 0 "balance win stones" analyze - --balance 1 --nodes 2000
json 0 "annotations" analyze "h8 i9" --annotations --depth 1
json 0 "score" eval "h8 i9"
json 0 "position answer proven nodes time_ms pv" solve "B:h8,h9,h10,h11;W:a1,c2,e1,g1"
json 0 'position answer' solve "B:h8,h9,h10,h11,h12;W:a1,c2,e1,g1"
json 1 'position answer' solve - --depth 1
"$TENGEN" solve "B:h8,h9,h10,h11;W:a1,c2,e1,g1" - --depth 1 --json >"$out" 2>"$err"
if [ $? -eq 1 ] && is_json >"$scratch/why" && [ "$(grep -c '"answer":"win","proven":"win 1"' "$out")" -eq 1 ] &&
    [ "$(grep -c '"answer":"unknown","proven":null' "$out")" -eq 1 ]; then
    echo "ok json: solve, an object a position"
else
    echo "not ok json: solve, an object a position"
    cat "$out" "$err"
fi
head -4 tests/suites/hex.suite >"$scratch/some.suite"
json 0 "passed failed" suite "$scratch/some.suite"
json 0 "nodes signature nps" bench --nodes 500 --rule hex
json 0 "search depth value move" lab compare --depth 1 --searches minimax
json 0 "scheme" lab scaling --depth 2 --threads 1 --scheme lazy
json 0 "kind name summary" lab list
json 0 "event ply move alpha beta" lab explain
json 0 "event ply move value" lab explain
json 0 "search move value nodes" lab explain --search mtdf --game hex --size 3 --position -
refused "csv" lab compare --csv
json 0 "in from out to rule size moves lost" convert "$scratch/one.sgf" "$scratch/one.txt"
refused "standard output" convert "$scratch/one.sgf" - --to txt
json 0 "added known refused" db import "$scratch/one.sgf" "$scratch/hex.sgf"
json 0 "game rule size black" db list
json 0 "next games" db find h8 --rule renju
json 1 "games" db find a1 --rule caro
json 1 "games" db list --player nobody
json 0 "game format record" db show 1
json 0 "game format record" db show 1 --format txt
json 0 "games positions" db stats
json 0 "problems sound" db check
json 0 "to format written left_out" db export "$scratch/all.sgf"
json 1 "to format written left_out" db export "$scratch/psq" --format psq
refused "standard output" db export -
json 0 "deleted" db delete 2
json 0 "game black white moves" match --player random --player random --size 5 --games 2 --out "$scratch/match"
json 0 "report games" match report "$scratch/match"
json 0 "games" selfplay --out "$scratch/samples" --player random --games 2 --size 5
printf '%s\n' 'tune 1' 'game hex' 'rule hex' 'size 11x11' 'player tengen' 'openings even' 'nodes 500' 'games 4' 'rate 1' \
    'seed 1' 'param c_puct=0.8:0:1.6:0.16 real' 'results' wl >"$scratch/hex.tune"
json 0 "games player params" tune report "$scratch/hex.tune"
json 0 "pass positions loss held_out_loss calibration_error first_choice" train "$scratch/samples" --passes 1 --out "$scratch/weights"
json 0 "games held_out positions start_loss held_out_loss" train "$scratch/samples" --passes 1 --out "$scratch/weights"
# What takes it is in this list.
for command in $("$TENGEN" help | sed -n 's/^  tengen \([a-z]*\) .*/\1/p' | sort -u); do
    "$TENGEN" help "$command" | grep -q '^  --json ' || continue
    if grep -q "^json [01] .* $command\( \|\$\)" "$0"; then echo "ok json: $command is looked at"; else echo "not ok json: $command is looked at"; fi
done
