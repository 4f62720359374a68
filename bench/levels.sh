#!/bin/bash
# SPDX-License-Identifier: MIT
# The ladder of levels, measured: each level plays the one below it from even openings, both colours,
# and the Elo between them is printed. A step should be about 150; src/gomoku/level.c holds the rungs.
#
#     bench/levels.sh [GAMES] [OPTION...]      200 games a step; options go to tengen match
#     bench/levels.sh 100 --rule renju
#
# A level is a strength, not a time, but the highest ones think until a limit ends it: 100,000 nodes
# here, a tenth of a second and the same on every machine.
set -u
cd "$(dirname "$0")/.." || exit 2
tengen=${TENGEN:-./tengen}
games=${1:-200}
shift
sum=0
for level in 2 3 4 5 6 7 8 9 10; do
    result=$("$tengen" match --player "tengen:level=$level" --player "tengen:level=$((level - 1))" \
        --games "$games" --nodes 100000 --hash 8M --seed 1 --json "$@" | tail -1)
    elo=$(sed 's/.*"elo":\([^,]*\),.*/\1/' <<<"$result")
    low=$(sed 's/.*"elo_low":\([^,]*\),.*/\1/' <<<"$result")
    high=$(sed 's/.*"elo_high":\([^,]*\),.*/\1/' <<<"$result")
    printf 'level %2d over %d: %7s Elo   (%s to %s)\n' "$level" $((level - 1)) "$elo" "$low" "$high"
    sum=$(awk -v a="$sum" -v b="$elo" 'BEGIN { print a + b }')
done
echo "level 10 over 1: $sum Elo in sum"
