#!/bin/bash
# SPDX-License-Identifier: MIT
# Fast games on a busy machine: tengen against itself through the Gomocup protocol, 50 ms a move with a
# margin of 20 ms, all rules, one and two threads. GAMES is how many are played in all (1,000). Of its 50 ms the median
# thought uses at least 40 (LEAST_MS).
# shellcheck source=tests/long/games.sh
. "$(dirname "$0")/games.sh"
rules=(freestyle standard renju caro caro-exact)
each=$((GAMES / (2 * ${#rules[@]}) / 2 * 2))
[ $each -ge 2 ] || each=2

: "${LEAST_MS:=40}"
make_busy
for rule in "${rules[@]}"; do
    for threads in 1 2; do
        brain="cmd:$TENGEN gomocup --threads $threads --hash 16M"
        play "fast games: $rule, $threads threads" $each --rule "$rule" --player "$brain" --player "$brain" \
            --margin 20ms
    done
done
all_well
