#!/bin/bash
# SPDX-License-Identifier: MIT
# The suites in tests/suites pass; what is wrong with a suite is said in one line before anything runs.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

report() { [ "$1" = 0 ] && echo "ok $2" || echo "not ok $2"; }
# says CODE TEXT NAME ARGS...: the run ends with that code, and stderr is one line with that text.
says() {
    local code=$1 text=$2 name=$3
    shift 3
    "$TENGEN" suite "$@" >"$folder/out" 2>"$folder/err"
    local came=$?
    [ "$came" = "$code" ] && [ "$(wc -l <"$folder/err")" = 1 ] && grep -qF -- "$text" "$folder/err"
    report $? "suite: $name"
}

for suite in tests/suites/*.suite; do
    nodes=100000
    # What is not proven is searched to the end, which under a sanitizer takes long.
    [ "${TEST_SCALE:-}" = small ] && [[ $suite = */tactics.suite ]] && nodes=20000
    "$TENGEN" suite "$suite" --nodes $nodes --threads 1 --hash 16M >"$folder/out"
    code=$?
    last=$(tail -1 "$folder/out")
    tests=$(grep -c '^[a-z]' "$suite")
    [ "$code" = 0 ] && [ "$last" = "$tests passed, 0 failed" ]
    good=$?
    [ "$good" = 0 ] || grep '^FAIL' "$folder/out"
    report "$good" "suite: $(basename "$suite"), $last"
done

cat >"$folder/mixed.suite" <<'END'
freestyle|15|h8|w|result:none|right
freestyle|15|h8|w|result:black|wrong
END
"$TENGEN" suite "$folder/mixed.suite" >"$folder/out"
[ $? = 1 ] && [ "$(tail -1 "$folder/out")" = "1 passed, 1 failed" ] &&
    grep -q '^ok .*:1 .*expected result:none, came none' "$folder/out" &&
    grep -q '^FAIL .*:2 .*expected result:black, came none' "$folder/out"
report $? "suite: a wrong answer is counted and ends with 1"
"$TENGEN" suite --quiet "$folder/mixed.suite" >"$folder/out"
[ "$(wc -l <"$folder/out")" = 2 ] && grep -q '^FAIL' "$folder/out"
report $? "suite: --quiet shows only what failed"
"$TENGEN" suite --json "$folder/mixed.suite" >"$folder/out"
grep -q '"line":2,.*"came":"none","passed":false' "$folder/out" &&
    [ "$(tail -1 "$folder/out")" = '{"passed":1,"failed":1}' ]
report $? "suite: --json"

# A first stone of 7x7 takes the solver some 2,500 nodes: twice 1,600 are enough, twice 400 are not.
cat >"$folder/late.suite" <<'END'
hex|7|a1|w|win|late
hex|7|d4|w|loss|soon
hex|3|b2|w|loss|another board
END
"$TENGEN" suite --nodes 1600 --threads 1 --hash 16M "$folder/late.suite" >"$folder/out"
[ $? = 0 ] && [ "$(grep -o '[a-z ]*$' "$folder/out" | tr '\n' ';')" = ' soon; late; another board; failed;' ]
report $? "suite: what stays unknown is tried once more when the others of its board are done"
"$TENGEN" suite --nodes 400 --threads 1 --hash 16M "$folder/late.suite" >"$folder/out"
[ $? = 1 ] && grep -q '^FAIL .*:1 .*came unknown' "$folder/out"
report $? "suite: ... and is unknown if that is not enough"

echo 'renju|15|h8|w|resut:none|x' >"$folder/bad.suite"
: >"$folder/empty.suite"
says 2 "bad.suite, line 1: nothing can be expected as 'resut:none'" "a bad line" "$folder/mixed.suite" "$folder/bad.suite"
[ ! -s "$folder/out" ]
report $? "suite: nothing runs when a line is bad"
says 2 "there is no test" "an empty file" "$folder/empty.suite"
says 2 "no-such.suite" "a missing file" "$folder/no-such.suite"
says 2 "missing" "no file at all"
says 2 "depth takes" "a wrong option" --depth 0 "$folder/mixed.suite"

# Ctrl-C ends it with what is known. The second test would take hours.
cat >"$folder/long.suite" <<'END'
freestyle|15|h8|w|result:none|at once
freestyle|15|h8|w|win|never
freestyle|15|h8|w|result:none|not reached
END
"$TENGEN" suite --time 1h "$folder/long.suite" >"$folder/out" 2>"$folder/err" &
job=$!
for _ in $(seq 1200); do grep -q '^ok' "$folder/out" && break; sleep 0.05; done
kill -INT $job
wait $job
[ $? = 1 ] && [ "$(tail -1 "$folder/out")" = "1 passed, 0 failed" ] && [ "$(wc -l <"$folder/out")" = 2 ] &&
    grep -q 'stopped; 1 of 3 tests were run' "$folder/err"
report $? "suite: Ctrl-C leaves what is finished"
