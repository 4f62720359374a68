#!/bin/bash
# SPDX-License-Identifier: MIT
# tune from outside: the report of a file, what is said when something is wrong; and in a program that was built
# with TUNE=1, which .ci/run tries too, tunings that are killed again and again and go on, the same on one
# thread and on two.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok tune: $name"; else
        echo "not ok tune: $name"
        head -5 "$folder/out" "$folder/err"
    fi
}
says() { # says CODE SENTENCE ARGS...: ends with the code and says it in one line
    local code=$1 sentence=$2
    shift 2
    "$TENGEN" tune "$@" >"$folder/out" 2>"$folder/err" </dev/null
    [ $? -eq "$code" ] && [ "$(wc -l <"$folder/err")" -eq 1 ] && grep -qF -- "$sentence" "$folder/err"
}
match_line() { sed -n 's/^tengen \(match .*\)/\1/p' "$1"; }

# --- a report ---

printf '%s\n' 'tune 1' 'game gomoku' 'rule renju' 'size 15x15' 'player tengen:weights=a b.net' 'openings even' 'nodes 500' \
    'games 40' 'rate 1' 'seed 1' 'param RAZOR_MARGIN=120:40:300:20 whole' 'param LMR_BASE=24:8:40:3 whole' 'results' \
    wl lw ww ww ll dd wd >"$folder/a.tune"
printf 'w' >>"$folder/a.tune" # the rest of this line was lost
cp "$folder/a.tune" "$folder/before"
"$TENGEN" tune report "$folder/a.tune" --chart "$folder/a.svg" >"$folder/out" 2>"$folder/err"
check "a report" test $? -eq 0 -a ! -s "$folder/err"
check "says how far it is" grep -q '^14 of 40 games, renju 15x15, 500 nodes a move; 4 of 7 pairs told the players apart$' "$folder/out"
check "has a line a parameter" test "$(grep -cE '^(RAZOR_MARGIN|LMR_BASE) +[0-9]+ +[0-9.]+ +[-+][0-9.]+ +[-+][0-9.]+   [0-9]+ \.\. [0-9]+$' "$folder/out")" -eq 2
check "ends with a match that tries them" grep -qE \
    "^match --rule renju --size 15x15 --nodes 500 .* --player 'tengen:weights=a b.net,tune.RAZOR_MARGIN=[0-9]+,tune.LMR_BASE=[0-9]+' --player 'tengen:weights=a b.net'$" \
    <(match_line "$folder/out")
check "leaves the file as it is" cmp -s "$folder/a.tune" "$folder/before"
check "the chart is drawn" grep -q '2 parameters, 14 of 40 games' "$folder/a.svg"
check "with both lines" test "$(grep -c '^<path class="line c' "$folder/a.svg")" -eq 4 -a "$(tail -1 "$folder/a.svg")" = '</svg>'
"$TENGEN" tune report "$folder/a.tune" --json >"$folder/out"
check "the same as JSON" grep -q '^{"games":14,"of":40,.*"params":\[{"name":"RAZOR_MARGIN","start":120.000000,"now":' "$folder/out"
"$TENGEN" tune report "$folder/a.tune" --quiet --chart "$folder/b.svg" >"$folder/out"
check "quietly" test ! -s "$folder/out" -a -s "$folder/b.svg"
check "a chart that cannot be written" says 3 "cannot write" report "$folder/a.tune" --chart /dev/null/x.svg
check "a file of something else" says 2 "is no file of \`tengen tune\`" report "$0"
check "no file" says 2 "cannot read" report "$folder/none"

# --- a program that cannot ---

if ! "$TENGEN" tune list >/dev/null 2>&1; then
    sentence="the numbers of gomoku cannot be set in this program; tuning needs one that was built with \`make TUNE=1\`"
    check "a usual build says what it needs" says 2 "tengen tune: $sentence" "$folder/x.tune" --param RAZOR_MARGIN
    check "and lists nothing" says 2 "$sentence" list
    check "and begins no file" test ! -e "$folder/x.tune"
    exit
fi

# --- one that can ---

for game in gomoku hex; do
    "$TENGEN" tune list --game $game >"$folder/list"
    arguments=$(sed 's/^/--param /' "$folder/list")
    # shellcheck disable=SC2086
    says 2 "games takes an even number" "$folder/x.tune" --game $game $arguments --games 3
    check "what is listed can be tuned: $game" test $? -eq 0 -a "$(wc -l <"$folder/list")" -ge 4
done

for x in a c e g i k m o; do for y in 1 5 11 15; do echo "h8 i9 $x$y"; done; done >"$folder/openings"
params=(--param RAZOR_MARGIN=120:0:600:120 --param LMR_BASE=24:0:80:16 --param MOVE_COUNT_BASE=5:0:12:3)
args=("${params[@]}" --nodes 60 --games 60 --seed 3 --rate 0.1 --openings "$folder/openings")
"$TENGEN" tune "$folder/whole" "${args[@]}" >"$folder/expected" 2>"$folder/err"
check "a tuning" test $? -eq 0 -a ! -s "$folder/err"
check "all games are played" grep -q '^60 of 60 games' "$folder/expected"
"$TENGEN" tune "$folder/two" "${args[@]}" --concurrency 2 >"$folder/out" 2>"$folder/err"
check "two at a time come to the same" cmp -s "$folder/whole" "$folder/two"
check "and say the same" cmp -s "$folder/expected" "$folder/out"
RANDOM=99
during=0
size() { stat -c %s "$folder/cut" 2>/dev/null || echo 0; }
for _ in $(seq "${KILLS:-10}"); do
    "$TENGEN" tune "$folder/cut" "${args[@]}" --concurrency 2 >/dev/null 2>&1 &
    pid=$!
    # The moment is counted in pairs, so that it is in the middle on any machine.
    known=$(size)
    while kill -0 $pid 2>/dev/null && [ "$(size)" -le "$known" ]; do sleep 0.002; done
    sleep "0.00$((RANDOM % 9))"
    kill -9 $pid 2>/dev/null && during=$((during + 1))
    wait $pid 2>/dev/null
done
"$TENGEN" tune "$folder/cut" "${args[@]}" >"$folder/out" 2>"$folder/err"
check "killed $during times it comes to the same" cmp -s "$folder/whole" "$folder/cut"
check "and says the same" cmp -s "$folder/expected" "$folder/out"
cp "$folder/whole" "$folder/seedless"
"$TENGEN" tune "$folder/seedless" "${params[@]}" --nodes 60 --games 60 --rate 0.1 --openings "$folder/openings" >"$folder/out" 2>"$folder/err"
check "without --seed it keeps the file's" cmp -s "$folder/expected" "$folder/out"
match=$(match_line "$folder/expected")
# shellcheck disable=SC2086
timeout 60 "$TENGEN" ${match/--sprt 0,10/--games 2} --openings "$folder/openings" --quiet >"$folder/out" 2>"$folder/err"
check "the match it prints can be played" grep -q 'tune.LMR_BASE=' "$folder/out"

check "another number of nodes" says 2 "was begun with 'nodes 60', not 'nodes 61'" "$folder/whole" "${args[@]}" --nodes 61
check "other openings" says 2 "was begun with 'openings " "$folder/whole" "${params[@]}" --nodes 60 --games 60 --seed 3 --rate 0.1
check "other bounds" says 2 "not 'param RAZOR_MARGIN=120:0:601:120 whole'" "$folder/whole" --param RAZOR_MARGIN=120:0:601:120 "${args[@]:2}"
check "a name that is none" says 2 "gomoku has no number 'RAZOR_MARGN' to tune; the nearest is RAZOR_MARGIN" "$folder/x" --param RAZOR_MARGN
check "a number of another game" says 2 "hex has no number 'RAZOR_MARGIN' to tune" "$folder/x" --game hex --param RAZOR_MARGIN
check "none" says 2 "which numbers?" "$folder/x"
check "a rate of nothing" says 2 "rate takes a number above 0" "$folder/x" --param RAZOR_MARGIN --rate 0
check "a player without numbers" says 2 "no option 'tune.RAZOR_MARGIN' here" "$folder/x" --param RAZOR_MARGIN --player random
check "a program of others" says 2 "a program behind cmd: cannot be tuned" "$folder/x" --param RAZOR_MARGIN --player "cmd:$TENGEN gomocup"
check "weights that are not there" says 2 "cannot read" "$folder/x" --param RAZOR_MARGIN --player tengen:weights=none
check "a number that is too small, in a SPEC" grep -q 'tune.LMR_SCALE takes a whole number from 1' \
    <("$TENGEN" match --player tengen:tune.LMR_SCALE=0 --player tengen --games 2 --nodes 10 2>&1)
check "nothing of that began a file" test ! -e "$folder/x"

"$TENGEN" train --rule renju --out "$folder/renju.weights" >/dev/null
"$TENGEN" tune "$folder/hex" --game hex --size 5 --param c_puct --param know_visits --nodes 30 --games 4 --seed 1 --json >"$folder/out" 2>"$folder/err"
check "hex, numbers with a point" grep -qE '"player":"tengen:tune.c_puct=0\.[0-9]+,tune.know_visits=[0-9]+"' "$folder/out"
"$TENGEN" tune "$folder/own" --rule renju --player "tengen:weights=$folder/renju.weights" --param FUTILITY_MARGIN --nodes 30 --games 4 --seed 1 >"$folder/out" 2>"$folder/err"
check "weights of one's own" grep -q "renju.weights,tune.FUTILITY_MARGIN=[0-9]* --player tengen:weights=" "$folder/out"
