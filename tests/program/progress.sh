#!/bin/bash
# SPDX-License-Identifier: MIT
# What takes minutes shows that it goes on: builds on all cores, tests told one by one.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { if "${@:2}" >"$folder/log" 2>&1; then echo "ok $1"; else echo "not ok $1"; tail -20 "$folder/log"; fi; }
unset MAKEFLAGS MFLAGS MAKELEVEL FLAVOUR

# shellcheck disable=SC2016
for target in play serve test test-page asan tsan fuzz bench; do
    check "make $target builds on all cores" grep -q -- '-j\$\$(nproc)' <(sed -n "/^$target:/,/^\$/p" Makefile)
done
check "nothing of apt is hidden" test "$(grep -c 'apt-get.*\(install\|update\).*/dev/null' tools/setup.sh)" -eq 0

# A quick test is told while a slow one still runs.
printf '#!/bin/sh\necho ok quick\n' >"$folder/quick.sh"
printf '#!/bin/sh\nwhile [ ! -e %s/seen ]; do sleep 0.1; done\necho ok slow\n' "$folder" >"$folder/slow.sh"
printf '#!/bin/sh\necho ok one\necho not ok two\necho because of this\n' >"$folder/bad.sh"
chmod +x "$folder"/*.sh
timeout 60 tests/run.sh "$folder/quick.sh" "$folder/slow.sh" >"$folder/out" 2>&1 &
for _ in {1..300}; do
    grep -q '^quick.sh: 1 passed' "$folder/out" 2>/dev/null && break
    sleep 0.1
done
told=$(cat "$folder/out")
touch "$folder/seen"
wait $!
check "a test is told when it ends, not when all have" grep -q '^quick.sh: 1 passed' <<<"$told"
check "and the slow one was still running" test "$(grep -c slow.sh <<<"$told")" -eq 0
check "they are counted" test "$(tail -1 "$folder/out")" = "2 passed, 0 failed"
tests/run.sh "$folder/bad.sh" "$folder/quick.sh" >"$folder/out" 2>&1
check "a failure is one" test $? -eq 1 -a "$(tail -1 "$folder/out")" = "2 passed, 1 failed"
check "and is shown" grep -q 'because of this' "$folder/out"
