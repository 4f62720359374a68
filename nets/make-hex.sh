#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes nets/hex.weights again, from nothing:  nets/make-hex.sh
#
# The alpha-beta search, which needs no policy, plays against itself; the policy learns to expect the
# moves it thought best, and its evaluation how the games ended. The weights are built in by the next
# `make`. Games stay in WORK, and a run that was ended goes on where it was. docs/training.md says
# what is learned.
#
#     GAMES=1000                    how many games
#     NODES=1500                    stones placed for a move
#     CONCURRENCY=1                 games at a time
#     TENGEN=./tengen               the program
#     WORK=build/nets               where games are kept
set -eu
cd "$(dirname "$0")/.."
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
mkdir -p "$work"
"$tengen" selfplay --game hex --size 11 --player hex-first --games "${GAMES:-1000}" --nodes "${NODES:-1500}" \
    --concurrency "${CONCURRENCY:-1}" --seed 2 --out "$work/hex.samples"
"$tengen" train --game hex "$work/hex.samples" --batch 256 --passes 20 --out "$work/hex.weights"
cp "$work/hex.weights" nets/hex.weights
