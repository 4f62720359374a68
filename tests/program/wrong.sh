#!/bin/bash
# SPDX-License-Identifier: MIT
# Every row of wrong.txt: one sentence on stderr, nothing on stdout, the right exit code, at once.
set -u
cd "$(dirname "$0")" || exit 2
table=$PWD/wrong.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_DATA_HOME=$scratch/data

prepare() { # the files that the table speaks of, here
    mkdir folder folder.sgf
    head -c 3000 /dev/zero | tr '\0' '\377' >garbage.sgf
    : >empty.sgf
    : >empty.psq
    : >empty.hexworld
    printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[hi])' >renju.sgf
    printf '(;FF[4]GM[11]SZ[5];B[c3])' >hex.sgf
    printf 'this is nothing of ours\n' >fake.db
    printf 'freestyle|15|h8 h8|b|win|twice\n' >bad.suite
    printf 'freestyle|15|-|b|sing|what?\n' >bad2.suite
    printf 'freestyle|15|-|b|result:none|nothing played\n' >ok.suite
    mkfifo pipe.sgf
}

# One of several workers, each in a folder of its own: every WORKERS-th row.
work() { # work NUMBER WORKERS
    local row=0 code arguments wanted got said
    mkdir "$scratch/$1" && cd "$scratch/$1" || exit 2
    prepare
    while IFS='|' read -r code arguments wanted; do
        case $code in '' | '#'*) continue ;; esac
        row=$((row + 1))
        [ $((row % $2)) -eq "$1" ] || continue
        eval "set_ $arguments"
        timeout 20 "$TENGEN" "${words[@]}" >out 2>err </dev/null
        got=$?
        said=$(<err)
        # A $ at the end of a row stands for the end of the line.
        if [ "$got" = "$code" ] && [ ! -s out ] && [[ $said == "${wanted%$}"* && $said != *$'\n'* ]] &&
            [[ $wanted != *'$' || $said == "${wanted%$}" ]]; then
            echo "ok wrong: $arguments"
        else
            printf '%s\n' "not ok wrong: $arguments (exit $got, wanted $code and '$wanted')" "$said" "$(head -3 out)"
        fi
    done <"$table"
}
set_() { words=("$@"); }

workers=4
for ((i = 0; i < workers; i++)); do work $i $workers >"$scratch/log$i" & done
wait
cat "$scratch"/log?
rows=$(grep -c '^[0-9]' "$table")
if [ "$rows" -ge 250 ]; then echo "ok there are $rows of them"; else echo "not ok there are $rows of them"; fi
