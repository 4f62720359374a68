#!/bin/bash
# SPDX-License-Identifier: MIT
# Dependencies point one way only. Reads the includes of src/ and fails on a breach; the table below is
# the house's floor plan (HACKING.md draws it).
cd "$(dirname "$0")/.." || exit 2
declare -A may=(
    [base]=""
    [game]="base"
    [search]="base game"
    [gomoku]="base game search"
    [hex]="base game search"
    [engine]="base game search gomoku hex"
    [protocol]="base game search engine"
    [child]="base game search engine"
    [store]="base game search engine"
    [lab]="base game search gomoku hex engine"
    [match]="base game search engine child"
    [train]="base game search gomoku hex engine match"
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
[ "$breaches" -eq 0 ] && echo "layering: every include points the right way"
exit "$((breaches > 0))"
