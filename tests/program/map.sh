#!/bin/bash
# SPDX-License-Identifier: MIT
# HACKING.md's map is kept true: every file of src/ stands under its room, and no row begins with a file
# that is gone. (Other words in backquotes, players and commands, may stand in the sentences.)
set -u
for folder in src/*/; do
    room=$(basename "$folder")
    section=$(sed -n "/^### src\/$room\//,/^###/p" HACKING.md | grep -v '^###')
    there=$(find "$folder" -name '*.[chS]' -printf '%f\n' | sed 's/\.[chS]$//' | sort -u)
    drawn=$(grep -o '`[a-z0-9_]*`' <<<"$section" | tr -d '`' | sort -u)
    missing=$(comm -23 <(echo "$there") <(echo "$drawn"))
    gone=$(grep -o '^- `[a-z0-9_]*`' <<<"$section" | tr -d '` -' | sort -u | comm -13 <(echo "$there") -)
    if [ -z "$missing$gone" ]; then
        echo "ok the map of src/$room"
    else
        echo "not ok the map of src/$room: missing" $missing "gone" $gone
    fi
done
