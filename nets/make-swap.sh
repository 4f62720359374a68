#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes nets/hex.swap again, from nothing:  nets/make-swap.sh
#
# Up to 7x7 every first stone is proven, in about a minute in all; beyond it is what the player's search thinks
# of each stone, so this is worth repeating when the player has become stronger. The maps are built in
# by the next `make`. docs/hex.md says what they are used for.
#
#     SIZES="3 4 5 6 7 8 9 10 11 12 13 14"
#     PROOF=300s                    for a stone of a board up to 7x7, at most
#     NODES=20000                   stones placed for one of a larger board
#     TENGEN=./tengen               the program
#     WORK=build/nets               where each map is kept; one that is there is not made again
set -eu
cd "$(dirname "$0")/.."
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
mkdir -p "$work"
{
    echo "# Which first stones of Hex to swap: W wins, L loses, both proven; a number is the chance in percent of"
    echo "# who put it, by a search. Made by nets/make-swap.sh."
} >"$work/hex.swap"
for size in ${SIZES:-3 4 5 6 7 8 9 10 11 12 13 14}; do
    limit=(--nodes "${NODES:-20000}")
    [ "$size" -gt 7 ] || limit=(--time "${PROOF:-300s}")
    if [ ! -s "$work/swap-$size" ]; then
        "$tengen" analyze --game hex --size "$size" --swap-map --threads 1 --hash 256M --seed 1 "${limit[@]}" - \
            >"$work/swap-$size.part"
        mv "$work/swap-$size.part" "$work/swap-$size"
    fi
    cat "$work/swap-$size" >>"$work/hex.swap"
done
cp "$work/hex.swap" nets/hex.swap
