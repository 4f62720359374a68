#!/bin/bash
# SPDX-License-Identifier: MIT
# A match that is killed outright, again and again, and taken up each time: what was reported stays,
# nothing is counted twice, and in the end the table is that of a match nobody disturbed.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case ${TEST_SCALE:-normal} in small) kills=8 ;; *) kills=${KILLS:-50} ;; esac
games=$((kills * 8 / 2 * 2))
ln -s "$PWD/$BUILD/tests/child_actor" "$folder/actor"
# Openings of our own: finding even ones anew after every kill would take longer than the match.
for x in a b c d e f g h i j k l m n o; do
    for y in 1 2 3 4 5 6 7 9 10 11 12 13 14 15; do echo "h8 $x$y"; done
done >"$folder/openings.txt"
# Deterministic players, one of them behind a pipe: --nodes binds ours, the actor takes the first free
# point.
args=(--player tengen:level=4 --player "cmd:$folder/actor good" --games $games --nodes 60 --hash 1M
      --seed 7 --concurrency 2 --openings "$folder/openings.txt")

nobody_left() {
    for _ in $(seq 50); do
        grep -qsa "^$folder/" /proc/[0-9]*/cmdline || return 0
        sleep 0.02
    done
    return 1
}
count() { wc -l 2>/dev/null <"$folder/cut/games.jsonl" || echo 0; }
numbers() { grep -o '^{"game":[0-9]*' "$folder/cut/games.jsonl" 2>/dev/null | cut -d: -f2; }

"$TENGEN" match "${args[@]}" --quiet --out "$folder/whole" >"$folder/expected" 2>"$folder/err"
code=$?
RANDOM=4711
lost=0 twice=0 survivors=0 during=0
for i in $(seq $kills); do
    "$TENGEN" match "${args[@]}" --out "$folder/cut" --resume </dev/null >"$folder/out" 2>>"$folder/err" &
    pid=$!
    # The moment is counted in games, so that it is in the middle of the match on any machine: after
    # up to seven new ones, or while the program is still coming up.
    known=$(count) wanted=$((RANDOM % 9 - 1))
    for _ in $(seq 500); do
        [ $(($(count) - known)) -ge $wanted ] && break
        sleep 0.01
    done
    sleep "0.$(printf %03d $((RANDOM % 30)))"
    kill -9 $pid 2>/dev/null && during=$((during + 1))
    wait $pid 2>/dev/null
    # Every game whose line came out whole must be in the file, and no number may be there twice.
    numbers | sort >"$folder/kept"
    sed -n '$d; s/^game \([0-9]*\):.*/\1/p' "$folder/out" | sort >"$folder/reported"
    lost=$((lost + $(comm -13 "$folder/kept" "$folder/reported" | wc -l)))
    twice=$((twice + $(uniq -d "$folder/kept" | wc -l)))
    nobody_left || survivors=$((survivors + 1))
done
before=$(numbers | wc -l)
"$TENGEN" match "${args[@]}" --quiet --out "$folder/cut" --resume >"$folder/out" 2>>"$folder/err"
last=$?
echo "killed $during of $kills runs; $before of $games games were done by then"

check() { [ "$1" = 0 ] && echo "ok match: $2" || { echo "not ok match: $2"; tail -n 5 "$folder/out" "$folder/err"; }; }
[ $code = 0 ] && [ $last = 0 ] && [ "$before" -gt 0 ] && [ ! -s "$folder/err" ]
check $? "a match goes on after $kills times kill -9"
[ $lost = 0 ]; check $? 'no game is lost after it was reported'
[ $twice = 0 ] && [ "$(numbers | wc -l)" = $games ] && [ -z "$(numbers | sort | uniq -d)" ]
check $? 'no game is counted twice'
[ "$(ls "$folder/cut/games" | wc -l)" = $((2 * games)) ]
check $? 'every game has its files, and nothing half-written is left'
[ $survivors = 0 ]; check $? 'no program survives us'
cmp -s "$folder/expected" "$folder/out"
check $? 'the table is that of an undisturbed match'
