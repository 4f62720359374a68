#!/bin/bash
# SPDX-License-Identifier: MIT
# What is counted in the source itself. One noun, one type name: no two files of src/ define a type of the
# same name. A declaration without a body ("typedef struct Registry Registry;") may stand in several headers.
set -u
cd "$(dirname "$0")/../.." || exit 2
shared=$(grep -HoE '^\} [A-Z][A-Za-z0-9]*;|^typedef enum [A-Z][A-Za-z0-9]* \{.*\}|^typedef .*\(\*[A-Z][A-Za-z0-9]*\)\(' src/*/*.[ch] |
    sed -E 's/:(\} |typedef enum |typedef .*\(\*)/ /; s/[;)].*//; s/ \{.*//' | sort -u |
    awk '{ count[$2]++; files[$2] = files[$2] " " $1 } END { for (name in count) if (count[name] > 1) print name ":" files[name] }')
if [ -z "$shared" ]; then
    echo "ok names: every type has a name of its own"
else
    echo "not ok names: every type has a name of its own"
    echo "$shared"
fi
# Invariants are asserted, at least three in a thousand lines.
lines=$(cat src/*/*.[ch] | wc -l)
asserted=$(grep -hE '(^|[^_a-z])assert\(' src/*/*.[ch] | wc -l)
if [ $((asserted * 1000)) -ge $((lines * 3)) ]; then
    echo "ok names: $asserted assertions in $lines lines"
else
    echo "not ok names: $asserted assertions in $lines lines, fewer than three in a thousand"
fi

# Functions of at most 60 lines, from their name to their closing brace.
long=$(awk '
    FNR == 1 { head = 0 }
    /^[A-Za-z_].*\(/ && !/;$/ { head = FNR; name = $0 }
    /^}/ && head { if (FNR - head + 1 > 60) print FILENAME ":" head ": " FNR - head + 1 " lines: " name }
    /^}/ || /^[A-Za-z_].*;$/ { head = 0 }' src/*/*.[ch])
if [ -z "$long" ]; then
    echo "ok names: no function is longer than 60 lines"
else
    echo "not ok names: no function is longer than 60 lines"
    echo "$long"
fi
