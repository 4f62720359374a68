#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every unit test in $BUILD/tests and every script in tests/program, two more at a time than there are
# cores (many wait more than they compute), and ends with the count. cmocka marks its lines with brackets; a script prints "ok NAME" or
# "not ok NAME" for each thing it checked. What fails is shown, what passes is counted, each as soon as it
# is known, with the seconds it took and those of processor time. tests/run.sh PROGRAM... runs these alone.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build/gcc-release}
export TENGEN="$PWD/$BUILD/tengen"
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Those that take longest first, lest one of them runs alone at the end.
if [ $# -eq 0 ]; then
    set --
    for name in match train_resume docs train; do set -- "$@" "tests/program/$name.sh"; done
    for name in statistics hunt thinker train hex_search hex_solver gomoku_guard seeds; do set -- "$@" "$BUILD/tests/test_$name"; done
    set -- "$@" tests/program/*.sh "$BUILD"/tests/test_*
fi
programs=()
for program; do
    [ -x "$program" ] && [[ " ${programs[*]} " != *" $program "* ]] && programs+=("$program")
done

# Runs one, and says how it went as soon as it is known, all in one go. Leaves "PASSED FAILED".
run() { # run PROGRAM
    local name log code cpu good bad good_line bad_line
    name=$(basename "$1") log=$logs/$name SECONDS=0
    "$1" >"$log" 2>&1
    code=$?
    times >"$log.times"
    cpu=$(awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); printf "%.1f", 60 * (t[1] + t[3]) + t[2] + t[4] }' "$log.times")
    case $name in
    *.sh) good_line='^ok ' bad_line='^not ok ' ;;
    *) good_line='^\[       OK \]' bad_line='^\[  FAILED  \] [a-zA-Z_]' ;;
    esac
    good=$(grep -c "$good_line" "$log")
    bad=$(grep "$bad_line" "$log" | sort -u | wc -l) # cmocka names a failure twice
    # A crash or a leak leaves no line of its own, and a program that checked nothing proves nothing:
    # each counts as a failure.
    if [ "$bad" -eq 0 ] && { [ "$code" -ne 0 ] || [ "$good" -eq 0 ]; }; then bad=1; fi
    echo "$good $bad" >"$log.count"
    if [ "$bad" -eq 0 ]; then
        echo "$name: $good passed, ${SECONDS} s ($cpu of processor time)"
    else
        printf '%s\n' "--- $name (exit $code)
$(grep -v "$good_line\|^\[ RUN" "$log" | tail -60)"
    fi
}
at_once=$(($(nproc) + 2))
echo "${#programs[@]} programs of tests, $at_once at a time"
for program in "${programs[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n; done
    run "$program" &
done
wait

passed=0 failed=0
for program in "${programs[@]}"; do
    read -r good bad <"$logs/$(basename "$program").count"
    passed=$((passed + good)) failed=$((failed + bad))
done

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
