#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every fuzz program in $BUILD/fuzz for FUZZ_SECONDS (default 20), one a core at a time, each with a
# copy of its seeds in corpus/NAME. One line each; fails when one of them crashed, and keeps what crashed it. What is tried
# follows from FUZZ_SEED (default 1), so that two runs of one build differ only in how far they get;
# FUZZ_SEED=0 lets chance decide. FUZZ_LEAST=N fails those that make less than N runs a second: 1000 is what each
# should make where nothing else is running.
#
# Leaks are looked for at the end, not after every run: in programs with threads that would take longer than the
# runs. Freed memory is kept from being used again for 16 MB, which stay in the cache.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build/clang-asan}
seconds=${FUZZ_SECONDS:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/crash" "$work/failed"
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1}
found=0

try() {
    local program=$1 name code runs began=${EPOCHREALTIME/./} speed
    name=$(basename "$program")
    name=${name#fuzz_}
    mkdir "$work/$name"
    cp tests/fuzz/corpus/"$name"/* "$work/$name/" 2>/dev/null
    "$program" -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -max_len=4096 -timeout=10 -rss_limit_mb=1024 -entropic=0 \
        -detect_leaks=0 \
        -artifact_prefix="$work/crash/$name-" "$work/$name" >"$work/$name.log" 2>&1
    code=$?
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$work/$name.log" | tail -1)
    if [ "$code" -eq 0 ]; then
        speed=$((${runs:-0} * 1000000 / (${EPOCHREALTIME/./} - began)))
        echo "fuzz $name: ${runs:-0} runs, $speed a second, no crash"
        [ "$speed" -ge "${FUZZ_LEAST:-0}" ] && return
        touch "$work/failed/$name"
        echo "fuzz $name: too slow, $FUZZ_LEAST a second are wanted"
        return
    fi
    touch "$work/failed/$name"
    echo "fuzz $name: failed (exit $code)"
    grep -v '^INFO\|^#' "$work/$name.log" | head -40
    mkdir -p build/fuzz-crashes
    cp "$work"/crash/"$name"-* build/fuzz-crashes/ 2>/dev/null && ls build/fuzz-crashes/"$name"-*
}

for program in "$build"/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    found=$((found + 1))
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    try "$program" &
done
wait

[ "$found" -gt 0 ] || { echo "fuzz: no programs in $build/fuzz; make fuzz builds them"; exit 2; }
[ -z "$(ls "$work/failed")" ]
