#!/bin/bash
# SPDX-License-Identifier: MIT
# Every rule is searched as tests/signatures.txt says it was when play last changed, with vectors of every width that
# this machine has. With --renew the file is written anew (`make signatures`). SIGNATURES is another program to ask.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
TENGEN=${TENGEN:-$here/../${BUILD:-build/gcc-release}/tengen}
file=$here/signatures.txt

# One line for each rule at this many nodes, as in the file.
signatures() { # NODES [RULE]
    # shellcheck disable=SC2086
    if [ -n "${SIGNATURES:-}" ]; then $SIGNATURES "$1" ${2:+"$2"}; else
        "$TENGEN" bench --quiet --nodes "$1" ${2:+--rule "$2"}
    fi |
        sed -n "s/^signature of \(.*\): \(.*\)/$1 \1 \2/p"
}

if [ "${1:-}" = --renew ]; then
    { grep '^#' "$file"; signatures 5000; signatures 100000; signatures 500000 freestyle; } >"$file.new"
    mv "$file.new" "$file"
    git -C "$here" --no-pager diff --stat -- signatures.txt
    exit
fi

most=500000
[ "${TEST_SCALE:-}" = small ] && most=5000
while read -r nodes rule vectors; do
    [ "$nodes" -le $most ] || continue
    [ -z "$vectors" ] || [ -z "${SIGNATURES:-}" ] || continue
    pinned=$(grep "^$nodes $rule " "$file")
    [ "$rule" = all ] && rule= pinned=$(grep "^$nodes " "$file")
    found=$(TENGEN_VECTORS=$vectors signatures "$nodes" "$rule")
    if [ -n "$found" ] && [ "$found" = "$pinned" ]; then
        echo "ok signatures: $nodes nodes, ${rule:-every rule}${vectors:+, vectors: $vectors}"
    else
        diff <(echo "$pinned") <(echo "$found")
        echo "not ok signatures: $nodes nodes, ${rule:-every rule} (if play was meant to change: make signatures)"
    fi
done <<'END'
5000 all
5000 all plain
5000 all avx2
5000 all avx512
100000 all
500000 freestyle
END
