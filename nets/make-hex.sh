#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes nets/hex.net again, from nothing:  nets/make-hex.sh
#
# The alpha-beta search, which needs no network, plays against itself, and the network learns from its
# games how they end and which moves it thinks best. From then on the tree search plays with the
# network it has, the network learns from these games, and so on, generation after generation, each
# from the games of the last WINDOW ones. The weights are built in by the next `make`. Games stay in
# WORK, and a run that was ended goes on where it was. docs/training.md says what is learned.
#
#     GENERATIONS=20                how often
#     GAMES=1300                    on 11x11 in each; a few more on other sizes
#     NODES=1500                    stones placed for a move; four fifths of the moves get a sixth
#     WINDOW=6                      generations a network learns from
#     CONCURRENCY=2                 games at a time
#     TENGEN=./tengen               the program
#     WORK=build/nets               where games and weights are kept
#     START=FILE                    a network to begin with
set -eu
cd "$(dirname "$0")/.."
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
games=${GAMES:-1300}
mkdir -p "$work"

# play GENERATION SIZE GAMES NODES PLAYER
play() {
    "$tengen" selfplay --game hex --size "$2" --player "$5" --games "$3" --nodes "$4" --noisy 10 --quick 80 \
        --concurrency "${CONCURRENCY:-2}" --seed "$1" --out "$work/hex-$1-$2.samples" --quiet
}

if [ -n "${START:-}" ]; then
    cp "$START" "$work/hex-0.net"
elif [ ! -e "$work/hex-0.net" ]; then
    play 0 11 $((2 * games)) 1500 hex-first
    "$tengen" train --game hex "$work"/hex-0-*.samples --batch 128 --passes 6 --blend 10 \
        --out "$work/hex-0.net"
fi
for ((i = 1; i <= ${GENERATIONS:-20}; i++)); do
    [ ! -e "$work/hex-$i.net" ] || continue
    player=tengen:weights=$work/hex-$((i - 1)).net
    play "$i" 11 "$games" "${NODES:-1500}" "$player"
    for size in 7 8 9 10 13; do
        play "$i" "$size" $((games / 20)) "${NODES:-1500}" "$player"
    done
    files=()
    for ((k = i; k > 0 && k > i - ${WINDOW:-6}; k--)); do
        files+=("$work/hex-$k"-*.samples)
    done
    "$tengen" train --game hex "${files[@]}" --start "$work/hex-$((i - 1)).net" --batch 128 \
        --passes 1 --blend 10 --out "$work/hex-$i.net"
done
cp "$work/hex-${GENERATIONS:-20}.net" nets/hex.net
