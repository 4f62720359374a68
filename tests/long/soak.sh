#!/bin/bash
# SPDX-License-Identifier: MIT
# Does it last? The page's server under load, one process for thousands of moves of each protocol, memory
# flat in all of them, and fast games on a busy machine. How long:
#
#   SOAK_SECONDS   of the server (300)
#   SOAK_MOVES     of `tengen gomocup` (2,000); a quarter as many of `tengen gtp`
#   STOPS          of each kind of thinking beside a busy loop on each core (1,000)
#   GAMES          fast games of Gomoku, and of Hex (1,000 each); SIZES narrows the boards of Hex
#
# A short one: SOAK_SECONDS=20 SOAK_MOVES=100 GAMES=20 SIZES='5 7' make soak
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${SOAK_SECONDS:=300}" "${SOAK_MOVES:=2000}" "${GAMES:=1000}"
export BUILD SOAK_SECONDS GAMES TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
failed=0

# part SECONDS COMMAND...: one that does not end by itself has failed
part() {
    local seconds=$1
    shift
    timeout -k 10 "$seconds" "$@" || {
        failed=1
        echo "not ok $*"
    }
}

# An answer comes within 10 ms of a stop, but for one in a hundred, while every core has something else to do.
part 600 "$BUILD/bench/stop" "${STOPS:-1000}"
part $((SOAK_SECONDS + 120)) node tests/long/soak_serve.mjs
part $((SOAK_MOVES + 120)) env SOAK_MOVES="$SOAK_MOVES" node tests/long/soak_moves.mjs gomocup
part $((SOAK_MOVES + 120)) env SOAK_MOVES=$((SOAK_MOVES / 4 < 50 ? 50 : SOAK_MOVES / 4)) node tests/long/soak_moves.mjs gtp
# How much of its time it uses is a median, which a handful of games does not tell.
[ "$GAMES" -ge 100 ] || export LEAST_MS=${LEAST_MS:-0}
part $((GAMES * 30 + 600)) tests/long/fast_games.sh
part $((GAMES * 30 + 600)) tests/long/hex_games.sh
[ $failed = 0 ] && echo "soak: well"
exit $failed
