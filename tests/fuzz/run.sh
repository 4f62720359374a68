#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every fuzz program in $BUILD/fuzz for FUZZ_SECONDS (default 20), each with a copy of its seeds
# in corpus/NAME. One line each; fails when one of them crashed, and keeps what crashed it. What is tried
# follows from FUZZ_SEED (default 1), so that two runs of one build differ only in how far they get;
# FUZZ_SEED=0 lets chance decide.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build/clang-fuzz}
seconds=${FUZZ_SECONDS:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 found=0

for program in "$build"/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    found=$((found + 1))
    name=$(basename "$program")
    name=${name#fuzz_}
    mkdir -p "$work/$name" "$work/crash"
    cp tests/fuzz/corpus/"$name"/* "$work/$name/" 2>/dev/null
    "$program" -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -artifact_prefix="$work/crash/$name-" "$work/$name" >"$work/log" 2>&1
    code=$?
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$work/log" | tail -1)
    if [ "$code" -eq 0 ]; then
        echo "fuzz $name: ${runs:-0} runs, no crash"
    else
        echo "fuzz $name: failed (exit $code)"
        grep -v '^INFO\|^#' "$work/log" | head -40
        mkdir -p build/fuzz-crashes
        cp "$work"/crash/"$name"-* build/fuzz-crashes/ 2>/dev/null &&
            ls build/fuzz-crashes/"$name"-*
        failed=$((failed + 1))
    fi
done

[ "$found" -gt 0 ] || { echo "fuzz: no programs in $build/fuzz; make fuzz builds them"; exit 2; }
[ "$failed" -eq 0 ]
