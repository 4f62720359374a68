#!/bin/bash
# SPDX-License-Identifier: MIT
# Training that is ended, politely or by force, and goes on: the weights are those of a run that nobody ended.
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
await() { # await FILE: until it is there
    for _ in $(seq 600); do
        [ -e "$1" ] && return
        sleep 0.02
    done
    return 1
}
case ${TEST_SCALE:-normal} in
small) kills=2 count=8 hex_passes=3 table_passes=20 ;;
*) kills=${KILLS:-20} count=30 hex_passes=12 table_passes=200 ;;
esac
passes=$((kills + 4))
games=$folder/games
"$TENGEN" selfplay --rule standard --nodes 300 --seed 3 --games $count --out "$games" --quiet || failed=1

# Few positions wait and a checkpoint is made twenty times a second, so that a kill meets all there is to keep:
# half a batch, half a pass, a file half written.
train=(train "$games" --network --passes "$passes" --batch 64 --waiting 200 --blend 50 --quiet --checkpoint-every 50ms)
"$TENGEN" "${train[@]}" --out "$folder/whole.net" || failed=1
check "nothing is left of the checkpoint in the end" test "$(ls "$folder"/whole.net*)" = "$folder/whole.net"
RANDOM=17 met=0
for _ in $(seq "$kills"); do
    "$TENGEN" "${train[@]}" --out "$folder/cut.net" 2>/dev/null &
    pid=$!
    [ $met -eq 0 ] && await "$folder/cut.net.part" # a slow build takes long to begin
    sleep "0.$(printf %03d $((100 + RANDOM % 300)))"
    kill -9 $pid 2>/dev/null && [ -e "$folder/cut.net.part" ] && met=$((met + 1))
    wait $pid 2>/dev/null
done
check "most of $kills kills met a run under way ($met)" test "$met" -ge $((kills / 2))
"$TENGEN" "${train[@]}" --out "$folder/cut.net" || failed=1
check "a run killed at $kills moments ends in the same network" cmp "$folder/whole.net" "$folder/cut.net"
check "and leaves nothing else" test "$(ls "$folder"/cut.net*)" = "$folder/cut.net"

# Ended politely it keeps what it has; other trainers go on as well.
"$TENGEN" selfplay --game hex --size 6 --nodes 100 --games 12 --seed 1 --quiet --out "$folder/hex" || failed=1
politely() { # politely NAME ARGS...
    local name=$1 code pid
    shift
    "$TENGEN" "$@" --quiet --checkpoint "$folder/kept" --out "$folder/$name.whole" || failed=1
    "$TENGEN" "$@" --quiet --checkpoint "$folder/kept" --checkpoint-every 30ms --out "$folder/$name" 2>"$folder/err" &
    pid=$!
    await "$folder/kept" && kill -TERM $pid
    wait $pid
    code=$?
    check "$name: ended by a signal it says so" test $code -eq 1 -a "$(grep -c 'stopped in pass .*the same command goes on' "$folder/err")" -eq 1
    "$TENGEN" "$@" --quiet --checkpoint "$folder/kept" --out "$folder/$name" || failed=1
    check "$name: and goes on to the same end" cmp "$folder/$name.whole" "$folder/$name"
}
[ "$kills" -le 2 ] || politely network train "$games" --network --passes 8 --batch 64 --waiting 200
politely weights train "$games" --passes $table_passes --batch 100
[ "$kills" -le 2 ] || politely hex train "$folder/hex" --passes $hex_passes --batch 64 --waiting 100

# What is of another run is refused.
"$TENGEN" "${train[@]}" --out "$folder/other.net" 2>/dev/null &
pid=$!
await "$folder/other.net.part"
kill -9 $pid
wait $pid 2>/dev/null
other=(--network --waiting 200 --blend 50 --out "$folder/other.net")
check "other settings are refused" says 2 "other.net.part is of a run with other files or settings" train "$games" "${other[@]}" --batch 64 --passes "$passes" --seed 9
head -$((count - 2)) "$games" >"$folder/fewer"
check "other files are" says 2 "other files or settings" train "$folder/fewer" "${other[@]}" --batch 64 --passes "$passes"
check "a file that is no checkpoint is" says 2 "is no checkpoint" "${train[@]}" --out "$folder/x" --checkpoint "$games"
check "a folder that is not there is told" says 3 "cannot write" "${train[@]}" --out "$folder/x" --checkpoint "$folder/no/where" --checkpoint-every 0
exit $failed
