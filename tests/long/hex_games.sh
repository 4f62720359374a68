#!/bin/bash
# SPDX-License-Identifier: MIT
# Fast games of Hex on a busy machine: tengen against itself through HTP, one thread against two, 50 ms a
# move, boards from 3x3 to 19x19 and oblong ones, both colours, with and without the swap. GAMES is how many are
# played in all (1,000), most of them on small boards, so that it takes about a quarter of an hour; SIZES
# narrows the boards.
# shellcheck source=tests/long/games.sh
. "$(dirname "$0")/games.sh"
: "${CONCURRENCY:=2}" "${MARGIN:=20ms}"
: "${SIZES:=3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 6x4 9x12 13x8 19x14}"

# In thousandths of all games, for each board and swap; an even number comes out, for both colours.
games_on() {
    local width=${1%x*} height=${1#*x} share
    local cells=$((width * height))
    share=$((cells <= 100 ? 40 : cells <= 196 ? 18 : 6))
    local games=$((GAMES * share / 1000 / 2 * 2))
    echo $((games < 2 ? 2 : games))
}

make_busy
brain="htp:$TENGEN gtp --game hex --hash 16M"
for size in $SIZES; do
    for swap in off on; do
        play "Hex games: $size, swap $swap" "$(games_on "$size")" --game hex --size "$size" --swap $swap \
            --player "$brain --threads 1" --player "$brain --threads 2" --margin "$MARGIN" --openings none \
            --concurrency "$CONCURRENCY"
    done
done
all_well
