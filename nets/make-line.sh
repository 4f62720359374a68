#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the line networks of Gomoku, generation after generation:  nets/make-line.sh [RULE...]
#
# A generation is games of the best player so far against itself, on 15x15 and on 20x20, and a network learned from
# the games of the last WINDOW generations. The first one's player is what is in nets/ by now, or with FROM=nothing the
# weights without a network; what other rules learn first starts from freestyle's network. A network takes the place of the last only when it wins a match at equal time,
# which an SPRT decides. What came of each is a line of WORK/journal.txt. All games stay in WORK, and a run that was ended
# goes on where it was. The best network of each rule goes to nets/ and is built in by the next `make`.
#
#     FROM=nothing                  forget the networks in nets/
#     GENERATIONS=4                 how many more
#     GAMES=60000                   of each on 15x15, and a quarter of that on 20x20
#     NODES=1000                    stones placed for a move
#     WINDOW=3                      generations a network learns from
#     GATE=100ms                    of a move in the match; SPRT=0,10 what it decides; PAIRS=500 at most
#     CONCURRENCY=2                 games at a time in self-play
#     TENGEN=./tengen               the program
#     WORK=build/nets               where games, networks and the journal are kept
set -eu
cd "$(dirname "$0")/.."
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
games=${GAMES:-60000}
[ $# -gt 0 ] || set -- freestyle standard renju caro caro-exact
mkdir -p "$work"

# play RULE GENERATION SIZE GAMES PLAYER
play() {
    "$tengen" selfplay --rule "$1" --size "$3" --player "$5" --games "$4" --nodes "${NODES:-1000}" \
        --concurrency "${CONCURRENCY:-2}" --seed "$2" --out "$work/$1-$2-$3.samples" --quiet
}

# learn RULE GENERATION START: all games of the window; a network that is good already takes shorter steps
learn() {
    local files=() from=$(($2 - ${WINDOW:-3} + 1))
    for ((k = from > 1 ? from : 1; k <= $2; k++)); do files+=("$work/$1-$k"-*.samples); done
    local start=(--passes 3)
    [ -z "$3" ] || start=(--passes 2 --rate 25 --start "$3")
    "$tengen" train "${files[@]}" --rule "$1" --network --blend 70 "${start[@]}" \
        --out "$work/$1-$2.net" --curves "$work/$1-$2.svg" >"$work/$1-$2.txt"
}

for rule in "$@"; do
    best=$work/$rule-best.net # a link to the one that won last
    free=$work/freestyle-best.net
    if [ ! -e "$best" ] && [ "${FROM:-nets}" = nets ] && [ -e "nets/gomoku-$rule.net" ]; then
        cp "nets/gomoku-$rule.net" "$work/$rule-0.net"
        ln -s "$rule-0.net" "$best"
    fi
    generation=1
    while [ -e "$work/$rule-$generation.done" ]; do generation=$((generation + 1)); done
    for ((last = generation + ${GENERATIONS:-4} - 1; generation <= last; generation++)); do
        started=$SECONDS player=tengen:weights=nets/gomoku-$rule.weights start=
        if [ -e "$best" ]; then
            player=tengen:weights=$best start=$best
        elif [ "$rule" != freestyle ] && [ -e "$free" ]; then
            start=$free
        fi
        echo "$rule, generation $generation: $games games"
        play "$rule" "$generation" 15 "$games" "$player"
        play "$rule" "$generation" 20 $((games / 4)) "$player"
        learn "$rule" "$generation" "$start"
        won=no
        if "$tengen" match --rule "$rule" --player "tengen:weights=$work/$rule-$generation.net" --player "$player" \
            --time "${GATE:-100ms}" --sprt "${SPRT:-0,10}" --games $((2 * ${PAIRS:-500})) --seed "$generation" \
            >"$work/$rule-$generation.match" 2>&1; then
            won=yes
            ln -sf "$rule-$generation.net" "$best"
        fi
        {
            printf '%s %s: %s games, ' "$rule" "$generation" "$(cat "$work/$rule-$generation"-*.samples | wc -l)"
            sed -n 's/^chances: \(held-out loss [0-9.]*, at the start [0-9.]*\).*/\1, /p' "$work/$rule-$generation.txt"
            sed -n 's/^Elo *\(.*\) with 95%.*/Elo \1, /p' "$work/$rule-$generation.match"
            printf '%s minutes, better: %s\n' $(((SECONDS - started) / 60)) "$won"
        } | tr -d '\n' >>"$work/journal.txt"
        echo >>"$work/journal.txt"
        tail -n 1 "$work/journal.txt"
        touch "$work/$rule-$generation.done"
    done
    [ ! -e "$best" ] || cp "$(readlink -f "$best")" "nets/gomoku-$rule.net"
done
