#!/bin/bash
# SPDX-License-Identifier: MIT
# The laboratory from outside: all exact searches agree in the table, what is wrong is said in one line,
# Ctrl-C leaves what is finished.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
report() { [ "$1" = 0 ] && echo "ok $2" || { echo "not ok $2"; cat "$folder/out" "$folder/err"; }; }
lab() { timeout 60 "$TENGEN" lab "$@" >"$folder/out" 2>"$folder/err"; }
# refuses TEXT ARGS...: exit 2 and one line with that text.
refuses() {
    local text=$1
    shift
    lab "$@"
    [ $? = 2 ] && [ "$(wc -l <"$folder/err")" = 1 ] && [ ! -s "$folder/out" ] && grep -qF -- "$text" "$folder/err"
    report $? "lab: refuses $*"
}
exact=minimax,negamax,alphabeta,failsoft,scout,negascout,mtdf,sss,root-split,pv-split,ybw,lazy

for board in "--width 6" "--rule renju --width 5" "--game hex --size 4 --position -"; do
    # shellcheck disable=SC2086
    lab compare --searches $exact --depth 3 --threads 2 --json $board
    report $? "lab: compare $board"
    [ "$(wc -l <"$folder/out")" = 12 ] &&
        [ "$(sed 's/.*"value":\([-0-9]*\),"move":"\([a-z0-9]*\)".*/\1 \2/' "$folder/out" | sort -u | wc -l)" = 1 ]
    report $? "lab: one value and one move, $board"
done
for key in search depth value move nodes evals cutoffs_first hit_rate time_ms threads; do
    [ "$(grep -c "\"$key\":" "$folder/out")" = 12 ]
    report $? "lab: every object has $key"
done
lab compare --searches alphabeta --depth 1..3 --csv --svg "$folder/chart.svg"
[ $? = 0 ] && [ "$(wc -l <"$folder/out")" = 4 ] && [ "$(awk -F, '{ print NF }' "$folder/out" | sort -u)" = 13 ]
report $? "lab: rows with commas"
head -1 "$folder/chart.svg" | grep -q '^<svg' && tail -1 "$folder/chart.svg" | grep -q '</svg>' &&
    [ "$(grep -c '<circle' "$folder/chart.svg")" = 6 ]
report $? "lab: a chart of three depths in two panels"
lab compare --searches minimax --depth 5..6 --cell-time 50ms
[ $? = 0 ] && [ "$(grep -c skipped "$folder/out")" = 2 ]
report $? "lab: what never ends is skipped"
"$TENGEN" lab compare --searches alphabeta,minimax --depth 6 --width 12 --cell-time 1h >"$folder/out" 2>"$folder/err" &
pid=$!
for _ in $(seq 1200); do grep -q '^alphabeta' "$folder/out" && break; sleep 0.05; done
kill -INT $pid
wait $pid
[ $? = 1 ] && grep -q '^alphabeta' "$folder/out" && ! grep -q '^minimax' "$folder/out" && grep -q stopped "$folder/err"
report $? "lab: Ctrl-C leaves what is finished"

lab scaling --depth 3 --width 5 --threads 1..3 --scheme root-split,ybw --csv
[ $? = 0 ] && [ "$(grep -c measured "$folder/out")" = 6 ] && grep -q '^gomokuku,1,5.644' "$folder/out" &&
    { [ "$(nproc)" -ge 3 ] || grep -q "core" "$folder/err"; }
report $? "lab: scaling, beside what was published, and says when cores are missing"
lab scaling --depth 3 --simulate --threads 1..16 --json --scheme root-split,pv-split,ybw --svg "$folder/scaling.svg"
[ $? = 0 ] && [ "$(grep -c '"kind":"simulated"' "$folder/out")" = 48 ] && ! grep -q measured "$folder/out" &&
    tail -1 "$folder/scaling.svg" | grep -q "</svg>"
report $? "lab: scaling simulated"
lab explain --depth 2
[ $? = 0 ] && grep -q 'cut: . moves\? left out' "$folder/out" && [ "$(wc -l <"$folder/out")" -lt 40 ]
report $? "lab: explain"
lab list
[ $? = 0 ] && grep -q '^  negascout ' "$folder/out" && grep -q '^  ybw ' "$folder/out" && grep -q '^  windows ' "$folder/out"
report $? "lab: list"

refuses "there are minimax, negamax" compare --searches alphabet
refuses "from 1 to 30" compare --depth 0
refuses "from 1 to 30" compare --depth 3..2
refuses "from 1 to 64" compare --threads 100
refuses "a gomoku board is 5x5" compare --size 3
refuses "windows" compare --eval none
refuses "order takes none, static" compare --order best
refuses "the schemes are root-split" scaling --scheme alphabeta
refuses "explain tells one of" explain --search ybw
refuses "the lab has no 'boil'" boil
refuses "the game is over" compare --position "a1 h8 b1 h9 c1 h10 d1 h11 e1"
