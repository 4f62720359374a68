#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every unit test in $BUILD/tests and every script in tests/program, and ends with the count.
# cmocka marks its lines with brackets; a script prints "ok NAME" or "not ok NAME" for each thing it
# checked. What fails is shown, what passes is counted.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build/gcc-release}
export TENGEN="$PWD/$BUILD/tengen"
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# run PROGRAM PATTERN-OF-GOOD PATTERN-OF-BAD
run() {
    local name good bad code
    name=$(basename "$1")
    "$1" >"$log" 2>&1
    code=$?
    good=$(grep -c "$2" "$log")
    bad=$(grep "$3" "$log" | sort -u | wc -l) # cmocka names a failure twice
    # A crash or a leak leaves no line of its own, and a program that checked nothing proves nothing:
    # each counts as a failure.
    if [ "$bad" -eq 0 ] && { [ "$code" -ne 0 ] || [ "$good" -eq 0 ]; }; then bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then
        echo "$name: $good passed"
    else
        echo "--- $name (exit $code)"
        grep -v "$2\|^\[ RUN" "$log" | tail -60
    fi
}

for program in "$BUILD"/tests/test_*; do
    [ -x "$program" ] && run "$program" '^\[       OK \]' '^\[  FAILED  \] [a-zA-Z_]'
done
for script in tests/program/*.sh; do
    [ -x "$script" ] && run "$script" '^ok ' '^not ok '
done

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
