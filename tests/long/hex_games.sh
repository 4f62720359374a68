#!/bin/bash
# SPDX-License-Identifier: MIT
# Fast games of Hex on a busy machine: tengen against itself through HTP, 50 ms a move, boards from 3x3
# to 19x19, with and without the swap (square ones), while every core has something else to do. A game may end by a
# path and by nothing else: any loss on time, illegal move, crash or silence is a failure. GAMES is how
# many are played in all (1,000).
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${GAMES:=1000}" "${SEED:=1}" "${SIZES:=3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 9x12 13x8 19x14}"
TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
read -ra sizes <<<"$SIZES"
each=$((GAMES / (2 * ${#sizes[@]}) / 2 * 2))
[ $each -ge 2 ] || each=2
folder=$(mktemp -d)
load=()
trap 'kill "${load[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for _ in $(seq "$(nproc)"); do
    nice -n 10 bash -c 'while :; do :; done' &
    load+=($!)
done
for size in "${sizes[@]}"; do
    for swap in off on; do
        [[ $swap = on && $size = *x* ]] && continue
        out=$folder/$size-$swap
        brain="htp:$TENGEN gtp --game hex --threads 1 --hash 16M"
        "$TENGEN" match --game hex --size "$size" --swap $swap --player "$brain" --player "$brain" \
            --games $each --time 50ms --margin 20ms --openings none --seed "$SEED" --json \
            >"$out" 2>"$out.err" </dev/null
        code=$?
        played=$(grep -c '^{"game":' "$out")
        bad=$(grep '^{"game":' "$out" | grep -vc '"ending":"rules"')
        name="Hex games: $size, swap $swap, $played games"
        if [ $code = 0 ] && [ "$played" = $each ] && [ "$bad" = 0 ]; then
            echo "ok $name"
        else
            echo "not ok $name, $bad not ended by a path"
            cat "$out.err"
            grep -v '"ending":"rules"' "$out" | grep -o '^{"game":.*"reason":"[^"]*"' | head -n 20
        fi
    done
done | tee "$folder/lines"
! grep -q '^not ok' "$folder/lines"
