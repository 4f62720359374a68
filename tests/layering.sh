#!/bin/bash
# SPDX-License-Identifier: MIT
# Dependencies point one way only, and rooms above the games treat all games alike. Reads src/ and fails
# on a breach; the table below is the house's floor plan (HACKING.md draws it).
cd "$(dirname "$0")/.." || exit 2
declare -A may=(
    [base]=""
    [net]="base"
    [game]="base"
    [search]="base game"
    [gomoku]="base net game search"
    [hex]="base net game search"
    [engine]="base game search gomoku hex"
    [protocol]="base game search engine"
    [child]="base game search engine"
    [store]="base game search engine"
    [lab]="base game search gomoku hex engine"
    [match]="base game search engine"
    [train]="base net game search gomoku hex engine"
    [serve]="base game search engine store"
    [cli]="base game search gomoku hex engine protocol child store lab match train serve"
)
breaches=0
for folder in src/*/; do
    room=$(basename "$folder")
    if [ -z "${may[$room]+known}" ]; then
        echo "layering: the room '$room' is not on the plan in tests/layering.sh"
        breaches=$((breaches + 1))
        continue
    fi
    while IFS=: read -r file line include; do
        [ -n "$file" ] || continue
        target=${include#*\"}
        target=${target%%/*}
        [[ " $room ${may[$room]} " == *" $target "* ]] && continue
        [[ "$include" == *'"tengen.h"'* && "$room" =~ ^(engine|cli)$ ]] && continue
        echo "layering: $file:$line includes $include, but '$room' may only use: $room ${may[$room]}"
        breaches=$((breaches + 1))
    done < <(grep -nH '^#include "' "$folder"*.c "$folder"*.h 2>/dev/null)
done
# Rooms that serve every game ask what it is like (game/game_type.h), never which one it is. The drawing of boards may.
game='(&(hex|gomoku)_game|BOARD_[A-Z]+S|HEX|GOMOKU)\b'
asks="[=!]= *$game|$game *[=!]=|hexagonal|is_hex|sgf_game *([=!]= *|\([^)]*, *)[0-9]|(_game|strcmp|text_[a-z]+)\([^)]*\"(hex|gomoku)[.\"]"
for breach in 'position->type != &gomoku_game' 'if (&hex_game == type)' '(*game)->shape == BOARD_HEXAGONS);' \
    'record->type->sgf_game != HEX' 'type->sgf_game == 11' 'record_sgf_game(hints, 11)' 'registry_game(registry, "hex", NULL)' \
    'strcmp(game->name, "hex") == 0' 'text_starts(word, "hex.")'; do
    grep -qE "$asks" <<<"$breach" && continue
    echo "layering: '$breach' would pass for a property"
    breaches=$((breaches + 1))
done
while IFS= read -r line; do
    echo "layering: $line asks for a particular game"
    breaches=$((breaches + 1))
done < <(grep -rnE "$asks" src --include='*.[ch]' | grep -vE '^src/((gomoku|hex)/|game/diagram\.c)')
[ "$breaches" -eq 0 ] && echo "layering: every include points the right way"
exit "$((breaches > 0))"
