#!/bin/bash
# SPDX-License-Identifier: MIT
# Records in the wild: every file of tests/records in its dialect becomes what stands in FILE.out, as
# SGF, or is refused with the sentence there.
#
#   records.sh --write    writes the .out files anew, to be read before they are committed
set -u
cd "$(dirname "$0")/../.." || exit 2
tengen=${TENGEN:-./tengen}
shown=$(mktemp)
trap 'rm -f "$shown"' EXIT

for file in tests/records/*; do
    case $file in *.out) continue ;; esac
    name=${file##*/}
    "$tengen" convert --quiet "$file" - --to sgf >"$shown" 2>&1
    if [ "${1:-}" = --write ]; then
        cp "$shown" "$file.out"
    elif cmp -s "$shown" "$file.out"; then
        echo "ok records: $name"
    else
        echo "not ok records: $name"
        diff "$file.out" "$shown" | sed 's/^/# /'
    fi
done
