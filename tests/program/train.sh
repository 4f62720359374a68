#!/bin/bash
# SPDX-License-Identifier: MIT
# selfplay and train from outside: games that are killed again and again and go on, weights from them,
# a player who uses these, and what is said when something is wrong.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name"; failed=1; fi
}
says() { # says CODE SENTENCE ARGS...: ends with the code and says it in one line
    local code=$1 sentence=$2
    shift 2
    "$TENGEN" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    [ $? -eq "$code" ] && [ "$(wc -l <"$folder/err")" -eq 1 ] && grep -q -- "$sentence" "$folder/err"
}

case ${TEST_SCALE:-normal} in
small) kills=3 games=16 some=6 ;;
*) kills=${KILLS:-12} games=$((kills < 12 ? 30 : kills * 5 / 2)) some=10 ;;
esac
play=(selfplay --rule standard --nodes 300 --seed 3 --games $games)
"$TENGEN" "${play[@]}" --out "$folder/whole" >"$folder/end" || failed=1
check "it says how the games went" grep -q "^$games games ($games in the file)" "$folder/end"

RANDOM=99
for _ in $(seq $kills); do
    "$TENGEN" "${play[@]}" --concurrency 2 --out "$folder/cut" >/dev/null 2>&1 &
    pid=$!
    sleep "0.$(printf %03d $((RANDOM % 200)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
"$TENGEN" "${play[@]}" --concurrency 2 --out "$folder/cut" >/dev/null
check "games that were killed are the same in the end" cmp -s "$folder/whole" "$folder/cut"

"$TENGEN" train "$folder/whole" --batch 256 --out "$folder/new.weights" >"$folder/page" || failed=1
check "training prints the held-out loss" grep -q '^chances: held-out loss' "$folder/page"
check "and how often what was expected came" grep -q 'expected *came *positions' "$folder/page"
check "weights say how they were made" grep -q '^#  *tengen train .*--batch 256' "$folder/new.weights"
"$TENGEN" match --rule standard --player "tengen:weights=$folder/new.weights" --player tengen --games 2 \
    --nodes 300 --quiet --seed 1 >"$folder/match" 2>&1
check "two sets of weights can play a match" grep -q 'Elo' "$folder/match"

network=(train "$folder/whole" --network --passes 2 --batch 128 --blend 50)
"$TENGEN" "${network[@]}" --out "$folder/new.net" >"$folder/page" || failed=1
check "a network for gomoku, with its loss" grep -q '^chances: held-out loss' "$folder/page"
check "it says how it was made" grep -aq '^  tengen train .*--network' "$folder/new.net"
"$TENGEN" "${network[@]}" --out "$folder/again.net" >/dev/null || failed=1
check "the same games give the same network" cmp -s "$folder/new.net" "$folder/again.net"
"$TENGEN" match --rule standard --player "tengen:weights=$folder/new.net" --player tengen --games 2 \
    --nodes 300 --quiet --seed 1 >"$folder/match" 2>&1
check "a network plays a match against weights" grep -q 'Elo' "$folder/match"
check "a network of another rule" says 2 "are for standard, not for renju" selfplay --rule renju --player "tengen:weights=$folder/new.net" --out "$folder/x"
"$TENGEN" train "$folder/whole" --network --passes 3 --batch 64 --out "$folder/y" --curves "$folder/curves.svg" >/dev/null 2>"$folder/told" || failed=1
check "it reports after every pass" test "$(grep -c '^pass [123] of 3, [0-9]* positions: loss 0\.[0-9]*, held out 0\.[0-9]*, calibration off by [0-9.]*%, move [0-9.]*% first choice$' "$folder/told")" -eq 3
check "and draws it" test "$(grep -c '<path class="line c[01]"' "$folder/curves.svg")" -eq 6
# Of so few games none is held out, which is not a loss of nothing.
head -5 "$folder/whole" >"$folder/few"
"$TENGEN" train "$folder/few" --passes 1 --out "$folder/few.weights" >"$folder/out" 2>"$folder/err"
check "where no game is held out it says so" grep -q "positions: .*none held out" "$folder/err"
check "and JSON has no number" grep -q '"held_out_loss":null' <("$TENGEN" train "$folder/few" --passes 1 --json --out "$folder/few.weights")
"$TENGEN" train "$folder/whole" --passes 2 --report 100 --json --out "$folder/y" >"$folder/told" 2>&1 || failed=1
check "or after so many positions, as JSON" test "$(grep -c '^{"pass":[12],"positions":' "$folder/told")" -gt 4
check "curves that cannot be written" says 3 "cannot write" train "$folder/whole" --passes 1 --quiet --out "$folder/y" --curves "$folder/no/where.svg"
"$TENGEN" train "$folder/whole" --network --passes 1 --start "$folder/new.net" --out "$folder/more.net" >"$folder/more" || failed=1
loss() { sed -n "s/^chances:.*$1 \([0-9.]*\),.*/\1/p" "$2"; }
check "learning that starts from a network judges as that does" test "$(loss 'held-out loss' "$folder/page")" = "$(loss 'at the start' "$folder/more")"
for rate in 1 100; do
    "$TENGEN" train "$folder/whole" --network --passes 1 --batch 32 --rate $rate --start "$folder/new.net" --out "$folder/rate$rate.net" >"$folder/rate$rate" || failed=1
done
moved() { awk -v a="$(loss 'held-out loss' "$1")" -v b="$(loss 'at the start' "$1")" 'BEGIN { print (a > b ? a - b : b - a) }'; }
check "shorter steps lead less far" awk -v little="$(moved "$folder/rate1")" -v more="$(moved "$folder/rate100")" 'BEGIN { exit !(little < more) }'
check "and that is told in the file" grep -aq -- '--rate 1' "$folder/rate1.net"
"$TENGEN" selfplay --nodes 300 --seed 3 --games $some --quiet --out "$folder/free" || failed=1
"$TENGEN" selfplay --rule renju --nodes 300 --seed 3 --games $some --quiet --out "$folder/renju" || failed=1
"$TENGEN" train "$folder/free" --network --passes 1 --out "$folder/free.net" >/dev/null || failed=1
check "two views start from freestyle's one" "$TENGEN" train "$folder/renju" --network --passes 1 --start "$folder/free.net" --quiet --out "$folder/renju.net"
check "but from no other rule's" says 2 "are for standard, not for renju" train "$folder/renju" --network --start "$folder/new.net" --out "$folder/x"
check "nor from weights" says 2 "is no network" train "$folder/whole" --network --start "$folder/new.weights" --out "$folder/x"
"$TENGEN" train --rule standard --out "$folder/start.weights" >/dev/null || failed=1
check "without games it writes what learning starts from" grep -q 'nothing is learned' "$folder/start.weights"

"$TENGEN" selfplay --game hex --size 6 --nodes 100 --games 12 --seed 1 --json --out "$folder/hex" >"$folder/json" || failed=1
check "hex games, as JSON" grep -q '^{"games":12,"black":' "$folder/json"
"$TENGEN" train "$folder/hex" --batch 64 --out "$folder/hex.net" >/dev/null || failed=1
check "the file of a network begins with its name" test "$(head -c 8 "$folder/hex.net")" = tengenet
check "and says how it was made" grep -aq '^  tengen train .*--batch 64' "$folder/hex.net"
"$TENGEN" match --game hex --size 6 --player "tengen:weights=$folder/hex.net" --player random --games 2 \
    --nodes 100 --quiet --seed 1 >"$folder/match" 2>&1
check "hex weights play" grep -q 'Elo' "$folder/match"

check "no file to write to" says 2 "--out FILE" selfplay --games 1
check "no file for the weights" says 2 "--out FILE" train
check "games begun in another way" says 2 "another way" selfplay --rule standard --nodes 301 --seed 3 --games $((games + 1)) --out "$folder/whole"
check "two players" says 2 "one --player" selfplay --player tengen --player random --out "$folder/x"
check "a person" says 2 "for people" selfplay --player human --out "$folder/x"
check "weights of another rule" says 2 "are for standard, not for renju" selfplay --rule renju --player "tengen:weights=$folder/new.weights" --out "$folder/x"
check "a network that is none" says 2 "is no network" selfplay --game hex --player "tengen:weights=$folder/new.weights" --out "$folder/x"
check "weights that are none" says 2 "weights begin with" selfplay --player "tengen:weights=$0" --out "$folder/x"
check "samples that are none" says 2 "is no sample file" train "$folder/new.weights" --out "$folder/y"
check "samples of two rules" says 2 "one rule is learned" train "$folder/whole" "$folder/hex" --out "$folder/y"
check "samples of another rule" says 2 "about standard" train "$folder/whole" --rule renju --out "$folder/y"
check "a folder that is not there" says 3 "cannot write" selfplay --games 1 --out "$folder/no/where"
exit $failed
