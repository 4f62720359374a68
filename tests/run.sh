#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every unit test in $BUILD/tests and every script in tests/program, as many at a time as there are
# cores, and ends with the count. cmocka marks its lines with brackets; a script prints "ok NAME" or
# "not ok NAME" for each thing it checked. What fails is shown, what passes is counted.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build/gcc-release}
export TENGEN="$PWD/$BUILD/tengen"
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The scripts first: the longest are among them, and none should run alone at the end.
programs=()
for program in tests/program/*.sh "$BUILD"/tests/test_*; do
    [ -x "$program" ] && programs+=("$program")
done
for program in "${programs[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    log=$logs/$(basename "$program")
    { "$program" >"$log" 2>&1; echo $? >"$log.code"; } &
done
wait

passed=0 failed=0
for program in "${programs[@]}"; do
    name=$(basename "$program")
    code=$(cat "$logs/$name.code")
    case $name in
    *.sh) good_line='^ok ' bad_line='^not ok ' ;;
    *) good_line='^\[       OK \]' bad_line='^\[  FAILED  \] [a-zA-Z_]' ;;
    esac
    good=$(grep -c "$good_line" "$logs/$name")
    bad=$(grep "$bad_line" "$logs/$name" | sort -u | wc -l) # cmocka names a failure twice
    # A crash or a leak leaves no line of its own, and a program that checked nothing proves nothing:
    # each counts as a failure.
    if [ "$bad" -eq 0 ] && { [ "$code" -ne 0 ] || [ "$good" -eq 0 ]; }; then bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then
        echo "$name: $good passed"
    else
        echo "--- $name (exit $code)"
        grep -v "$good_line\|^\[ RUN" "$logs/$name" | tail -60
    fi
done

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
