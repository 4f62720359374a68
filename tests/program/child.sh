#!/bin/bash
# SPDX-License-Identifier: MIT
# Whole games between our own program and programs behind a pipe: tengen itself, and an actor that
# fails. Nobody may be left running afterwards.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Children are found by names of their own, so that other runs on this machine do not count.
brain="$folder/brain" actor="$folder/actor"
ln -s "$TENGEN" "$brain"
ln -s "$PWD/$BUILD/tests/child_actor" "$actor"

report() { [ "$1" = 0 ] && echo "ok $2" || { echo "not ok $2"; cat "$folder/out" "$folder/err"; }; }
nobody_left() {
    local file program
    for file in /proc/[0-9]*/cmdline; do
        IFS= read -r -d '' program <"$file" || continue
        [[ "$program" == "$folder"/* ]] && return 1
    done 2>/dev/null
    return 0
}
# game NAME FIRST SECOND ARGS...: a game without a person ends by the rules.
game() {
    local name=$1 first=$2 second=$3
    shift 3
    timeout 100 "$TENGEN" play --human none --player "$first" --player "$second" --quiet "$@" \
        </dev/null >"$folder/out" 2>"$folder/err"
    [ $? = 0 ] && [ ! -s "$folder/err" ] && tail -1 "$folder/out" | grep -qE '^(black|white) wins|^a draw' &&
        nobody_left
    report $? "child: $name"
}
# fails NAME CODE TEXT SPEC: the game ends with that sentence.
fails() {
    timeout 100 "$TENGEN" play --human none --player "$4" --player random --time 100ms --quiet \
        </dev/null >"$folder/out" 2>"$folder/err"
    [ $? = "$2" ] && [ "$(wc -l <"$folder/err")" = 1 ] && grep -qF -- "$3" "$folder/err" && nobody_left
    report $? "child: $1"
}

nodes=300
[ "${TEST_SCALE:-}" = small ] && nodes=60
quick="--nodes $nodes --hash 1M --threads 1"
# shellcheck disable=SC2086
for rule in freestyle standard renju caro caro-exact; do
    game "tengen gomocup plays $rule against itself" "cmd:$brain gomocup --hash 1M --threads 1" tengen --rule $rule $quick
done
# shellcheck disable=SC2086
{
    game "two Gomocup children" "cmd:$brain gomocup --hash 1M --threads 1" "cmd:$brain gomocup --hash 1M --threads 1" --size 9 $quick
    game "swap2 on both sides" "cmd:$brain gomocup --hash 1M --threads 1" "cmd:$brain gomocup --hash 1M --threads 1" --opening swap2 --time 200ms
    game "a child against chance" "cmd:$actor good" random --size 7x9 $quick
    game "tengen gtp plays hex" "htp:$brain gtp --hash 1M --threads 1" "htp:$brain gtp --hash 1M --threads 1" --game hex --size 5 --time 300ms
    game "tengen gtp plays hex with the swap" tengen "htp:$brain gtp --hash 1M --threads 1" --game hex --size 4 --swap on --time 300ms
    game "tengen gtp plays hex on a rectangle" "htp:$brain gtp --hash 1M --threads 1" random --game hex --size 4x6 --time 300ms
    game "tengen gtp plays renju" "htp:$brain gtp --hash 1M --threads 1" tengen --rule renju --size 9 --time 100ms
}

fails "a missing program" 2 "there is no program './no-such-program'" "cmd:./no-such-program"
fails "a crash" 3 "died (signal 11)" "cmd:$actor crash-later"
fails "silence" 3 "was silent for" "cmd:$actor hang"
fails "nonsense" 3 "answered 'foo' where a move" "cmd:$actor nonsense"
fails "a GTP complaint" 3 "the complaint 'too tired'" "htp:$actor htp-complain"
