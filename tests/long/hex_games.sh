#!/bin/bash
# SPDX-License-Identifier: MIT
# Fast games of Hex on a busy machine: tengen against itself through HTP, one thread against two, 50 ms a
# move, boards from 3x3 to 19x19 and oblong ones, both colours, with and without the swap, while every core has
# something else to do. A game may end by a path and by nothing else: any loss on time, illegal move, crash or
# silence is a failure. GAMES is how many are played in all (1,000), most of them on small boards, so that it
# takes about a quarter of an hour; SIZES narrows the boards.
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${GAMES:=1000}" "${SEED:=1}" "${CONCURRENCY:=2}" "${MARGIN:=20ms}"
: "${SIZES:=3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 6x4 9x12 13x8 19x14}"
TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
read -ra sizes <<<"$SIZES"

# In thousandths of all games, for each board and swap; an even number comes out, for both colours.
games_on() {
    local width=${1%x*} height=${1#*x} share
    local cells=$((width * height))
    share=$((cells <= 100 ? 40 : cells <= 196 ? 18 : 6))
    local games=$((GAMES * share / 1000 / 2 * 2))
    echo $((games < 2 ? 2 : games))
}

folder=$(mktemp -d)
load=()
trap 'kill "${load[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for _ in $(seq "$(nproc)"); do
    nice -n 10 bash -c 'while :; do :; done' &
    load+=($!)
done
for size in "${sizes[@]}"; do
    for swap in off on; do
        out=$folder/$size-$swap
        each=$(games_on "$size")
        brain="htp:$TENGEN gtp --game hex --hash 16M"
        "$TENGEN" match --game hex --size "$size" --swap $swap --player "$brain --threads 1" \
            --player "$brain --threads 2" --games "$each" --time 50ms --margin "$MARGIN" --openings none \
            --concurrency "$CONCURRENCY" --seed "$SEED" --json >"$out" 2>"$out.err" </dev/null
        code=$?
        played=$(grep -c '^{"game":' "$out")
        bad=$(grep '^{"game":' "$out" | grep -vc '"ending":"rules"')
        name="Hex games: $size, swap $swap, $played games"
        if [ $code = 0 ] && [ "$played" = "$each" ] && [ "$bad" = 0 ]; then
            echo "ok $name"
        else
            echo "not ok $name, $bad not ended by a path"
            cat "$out.err"
            grep -v '"ending":"rules"' "$out" | grep -o '^{"game":.*"reason":"[^"]*"' | head -n 20
        fi
    done
done | tee "$folder/lines"
! grep -q '^not ok' "$folder/lines"
