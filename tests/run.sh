#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every test in $BUILD/tests and every script in tests/program, and ends with the count.
# A script prints "ok NAME" or "not ok NAME" for each thing it checked.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build/gcc-release}
export TENGEN="$PWD/$BUILD/tengen"
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

for program in "$BUILD"/tests/test_*; do
    [ -x "$program" ] || continue
    name=$(basename "$program")
    "$program" >"$log" 2>&1
    code=$?
    good=$(grep -c '^\[       OK \]' "$log")
    bad=$(grep -c '^\[  FAILED  \] [a-zA-Z_]' "$log")
    # A crash or a leak leaves no FAILED line: it counts as one failure all the same.
    [ "$code" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    [ "$good" -eq 0 ] && [ "$bad" -eq 0 ] && bad=1
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        echo "--- $name (exit $code)"
        grep -v '^\[ RUN\|^\[       OK' "$log" | tail -60
    else
        echo "$name: $good passed"
    fi
done

for script in tests/program/*.sh; do
    [ -x "$script" ] || continue
    name=$(basename "$script")
    "$script" >"$log" 2>&1
    code=$?
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    [ "$code" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    [ "$good" -eq 0 ] && [ "$bad" -eq 0 ] && bad=1
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        echo "--- $name (exit $code)"
        grep -v '^ok ' "$log" | tail -60
    else
        echo "$name: $good passed"
    fi
done

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
