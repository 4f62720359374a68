#!/bin/bash
# SPDX-License-Identifier: MIT
# The seed systems from the outside: their tables, their protocol, and a move whenever they are killed.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out="$folder/out" err="$folder/err"

report() { [ "$1" = 0 ] && echo "ok seeds: $2" || { echo "not ok seeds: $2"; tail -n 5 "$out" "$err"; }; }
seed() { timeout 120 "$TENGEN" lab seed "$@" </dev/null >"$out" 2>"$err"; }

# --- tables: the numbers that do not depend on the machine ---

seed gomokuku --json --threads 2 && grep -c '"root_children":174' "$out" | grep -qx 2 &&
    grep '"variant":"no-map"' "$out" | grep -q '"root_children":188' &&
    [ "$(grep -o '"line":"[^"]*"' "$out" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1 }')" = 2 ]
report $? "gomokuku on the whole board: parallel plays what serial plays"

seed gomokuku --faithful && [ "$(grep -cE '^(serial|parallel) .* 91 ' "$out")" = 2 ] && grep -q 'i7 0, i8 200, g8 0, h9 400, h7 100, f9 200, g7 -300, g9 900, f7 -998650, e7 -498650' "$out" && grep -q '5644 ms' "$out"
report $? "gomokuku as written, with the published times"

seed hexmax --size 5 && [ "$(grep -c 'wins after' "$out")" = 3 ] && [ "$(grep 'wins after' "$out" | tail -n 2 | uniq | wc -l)" = 1 ]
report $? "hexmax: both games of one depth end alike"

seed hexmax --size 5 --faithful && [ "$(grep -c 'A wins after 25 moves\|B wins after 25 moves' "$out")" = 3 ]
report $? "hexmax as written fills the board"

seed sustech --json && [ "$(grep -c '"depth":4' "$out")" = 3 ] && moves=$(grep -o '"move":"[^"]*"' "$out") &&
    seed sustech --json --faithful && [ "$moves" = "$(grep -o '"move":"[^"]*"' "$out")" ]
report $? "sustech finds the same moves with and without its cutoffs"

seed nthu --depth 6 --json && [ "$(grep '"variant"' "$out" | grep -o '"move":"[^"]*"' | uniq -c | awk '{ print $1 }' | sort -u)" = 2 ]
report $? "nthu finds the same moves with and without its hash"

seed hust --depth 4 && [ "$(grep -c '^negascout' "$out")" = 6 ]
report $? "hust's depths"

# --- killed at any time it has left a legal move ---

good=0
case ${TEST_SCALE:-normal} in small) waits="1 3" ;; *) waits="1 3 8" ;; esac
for lines in $waits; do
    : >"$out"
    "$TENGEN" lab seed nthu </dev/null >"$out" 2>"$err" &
    child=$!
    for _ in $(seq 600); do
        [ "$(grep -c '^best' "$out")" -ge "$lines" ] && break
        sleep 0.05
    done
    kill -9 "$child"
    wait "$child" 2>"$err"
    [[ "$(grep '^best' "$out" | tail -n 1)" =~ ^best\ [a-o]([1-9]|1[0-5])\ \( ]] || good=1
done
report $good "nthu, killed, has written a move"

# --- the protocol ---

printf 'START 20\nINFO timeout_turn 100\nBEGIN\nTURN 3,3\nEND\n' | timeout 20 "$TENGEN" gomocup --player hust >"$out" 2>"$err"
[ "$(grep -cE '^[0-9]+,[0-9]+$' "$out")" = 2 ] && grep -qx '10,10' "$out"
report $? "hust speaks the Gomocup protocol"

printf 'START 15\nINFO rule 0\nTURN 7,7\nEND\n' | timeout 20 "$TENGEN" gomocup --player gomokuku:depth=1 >"$out" 2>"$err"
grep -q '^ERROR gomokuku plays standard only' "$out"
report $? "a rule it does not know is refused"

# --- one sentence for what is wrong ---

refuses() { # TEXT ARGS...
    local text=$1
    shift
    seed "$@"
    [ $? = 2 ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" = 1 ] && grep -qF -- "$text" "$err"
    report $? "refused: $text"
}
refuses "there are: gomokuku, hexmax, sustech, nthu, hust" alphago
refuses "one word too many" gomokuku hexmax
refuses "seed takes 1 word"
refuses "seed takes one depth" sustech --depth 2..4
refuses "only hexmax takes a size" nthu --size 9
refuses "square boards" hexmax --size 9x7
refuses "threads takes a number" gomokuku --threads 0
refuses "text or with --json" nthu --csv
