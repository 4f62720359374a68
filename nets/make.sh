#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the weights of Gomoku again, from nothing:  nets/make.sh [RULE...]
#
# A generation is games of the last generation's weights against themselves, and what is learned from
# these and the games before; the first one plays by numbers typed in (weights_guess). What comes out
# goes to nets/ and is built in by the next `make`. All games stay in WORK, and a run that was ended
# goes on where it was. docs/training.md says what is learned.
#
#     GAMES="4000 8000 16000"   games of each generation; fewer numbers, fewer generations
#     NODES=2000                stones placed for a move
#     CONCURRENCY=1             games at a time
#     TENGEN=./tengen           the program
#     WORK=build/nets           where games and generations are kept
set -eu
cd "$(dirname "$0")/.."
games=${GAMES:-4000 8000 16000}
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
[ $# -gt 0 ] || set -- freestyle standard renju caro caro-exact
mkdir -p "$work"

for rule in "$@"; do
    "$tengen" train --rule "$rule" --quiet --out "$work/$rule-0.weights"
    generation=0
    samples=()
    for count in $games; do
        last=$work/$rule-$generation.weights
        generation=$((generation + 1))
        samples+=("$work/$rule-$generation.samples")
        echo "$rule, generation $generation: $count games"
        "$tengen" selfplay --rule "$rule" --player "tengen:weights=$last" --games "$count" \
            --nodes "${NODES:-2000}" --concurrency "${CONCURRENCY:-1}" --seed "$generation" \
            --out "$work/$rule-$generation.samples"
        # The typed-in numbers play too badly to be listened to for long.
        [ "$generation" -le 2 ] || samples=("${samples[@]:1}")
        "$tengen" train "${samples[@]}" --out "$work/$rule-$generation.weights"
    done
    cp "$work/$rule-$generation.weights" "nets/gomoku-$rule.weights"
done
