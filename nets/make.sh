#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the weights of Gomoku again, from nothing:  nets/make.sh [RULE...]
#
# A generation is games of the last generation's weights against themselves, and what these weights
# learn from the games. Freestyle's first one plays by numbers typed in (weights_guess), that of the
# other rules by freestyle's last. What comes out goes to nets/ and is built in by the next `make`. All
# games stay in WORK, and a run that was ended goes on where it was. docs/training.md says what is learned.
#
#     GAMES="2000 2400 8000 8000"   games of each generation; more numbers, more generations
#     NODES=1000                    stones placed for a move
#     CONCURRENCY=1                 games at a time
#     TENGEN=./tengen               the program
#     WORK=build/nets               where games and generations are kept
set -eu
cd "$(dirname "$0")/.."
games=${GAMES:-2000 2400 8000 8000}
tengen=${TENGEN:-./tengen}
work=${WORK:-build/nets}
[ $# -gt 0 ] || set -- freestyle standard renju caro caro-exact
mkdir -p "$work"

for rule in "$@"; do
    if [ "$rule" = freestyle ]; then
        "$tengen" train --rule freestyle --quiet --out "$work/freestyle-0.weights"
    else
        sed "s/^gomoku .*/gomoku $rule/" nets/gomoku-freestyle.weights >"$work/$rule-0.weights"
    fi
    generation=0
    for count in $games; do
        last=$work/$rule-$generation.weights
        generation=$((generation + 1))
        echo "$rule, generation $generation: $count games"
        "$tengen" selfplay --rule "$rule" --player "tengen:weights=$last" --games "$count" \
            --nodes "${NODES:-1000}" --concurrency "${CONCURRENCY:-1}" --seed "$generation" \
            --out "$work/$rule-$generation.samples"
        # Numbers typed in know nothing about winning chances: only results count then.
        blend=50
        [ "$rule$generation" != freestyle1 ] || blend=0
        "$tengen" train "$work/$rule-$generation.samples" --start "$last" --blend "$blend" \
            --out "$work/$rule-$generation.weights"
    done
    cp "$work/$rule-$generation.weights" "nets/gomoku-$rule.weights"
done
