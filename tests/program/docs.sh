#!/bin/bash
# SPDX-License-Identifier: MIT
# Every command that README.md and docs/*.md show is run, in a folder of its own with what a reader would have
# there, and must end well. Long ones are shortened by options that the pages show themselves: fewer games,
# nodes, positions, less time. Where a page prints what comes out, that is compared.
#
# Not run here:
#   make serve, play, test; cc game.c ...   build or install: progress.sh and install.sh
#   tengen lab seed NAME                    seeds.sh runs all five; some take a minute
#   NAME, COMMAND in a command              stand for something
set -u
cd "$(dirname "$0")/../.." || exit 2
if [ "${TEST_SCALE:-}" = small ]; then # sanitizers: the same commands are run by the other scripts
    echo "ok the pages are tried at full speed only"
    exit
fi
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err
check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else
        echo "not ok $name"
        head -5 "$out" "$err"
    fi
}

# --- what a reader has ---
mkdir -p "$scratch/here/games" "$scratch/here/tests" "$scratch/bin"
here=$scratch/here
cp -r tests/suites "$here/tests"
ln -s "$root/nets" "$here/nets"
ln -s "$TENGEN" "$here/tengen"
ln -s "$TENGEN" "$here/without"
ln -s "$TENGEN" "$here/pbrain-other"
ln -s "$TENGEN" "$scratch/bin/tengen"
printf '#!/bin/sh\nexec %s gtp --game hex --time 50ms\n' "$TENGEN" >"$here/other"
chmod +x "$here/other"
export HOME=$here XDG_DATA_HOME=$scratch/data PATH=$scratch/bin:$PATH
printf '(;FF[4]GM[4]SZ[15]RU[renju]PB[ada]PW[bela]DT[2025-03-01]RE[W+R];B[hh];W[ig];B[gi])' >"$here/games/one.sgf"
printf '%s\n' 'tune 1' 'game gomoku' 'rule renju' 'size 15x15' 'player tengen' 'openings even' 'nodes 500' 'games 4' 'rate 1' \
    'seed 1' 'param LMR_BASE=24:8:40:3 whole' 'results' wl >"$here/new.tune"
for folder in match-7 DIR; do
    "$TENGEN" match --player random --player random --size 7 --games 2 --quiet --out "$here/$folder" >/dev/null
done

# --- which commands the pages show ---
# Indented lines, with what they continue on, and `tengen ...` in the text; without comments.
commands() { # commands PAGE
    sed -n '/^    /p' "$1" | sed -e ':again' -e '/\\$/{N;s/\\\n */ /;b again' -e '}' |
        sed -nE 's/^    ((\.\/)?tengen [a-z].*|printf .*\| *\.\/tengen .*)$/\1/p' | sed -E 's/ {2,}#.*$//; s/ {3,}[a-z].*$//'
    # shellcheck disable=SC2016
    grep -oE '`(\./)?tengen [^`]+`' "$1" | tr -d '`'
}
is_exception() {
    case $1 in
    *'lab seed '* | *NAME* | *COMMAND*) return 0 ;;
    # Names of commands, in the text: the help of each is looked at by help.sh.
    'tengen analyze' | 'tengen solve' | 'tengen suite' | 'tengen db' | 'tengen lab' | 'tengen train' | 'tengen tune') return 0 ;;
    *' tune '*--param* | 'tengen tune list') return 0 ;; # of builds with TUNE=1: tune.sh
    'tengen train --calibrate') return 0 ;; # an option of a run that training.md shows whole
    esac
    return 1
}
shorten() {
    local command
    command=$(sed -E 's/--games [0-9]+/--games 2/; s/--count [0-9]+/--count 1/; s/--nodes [0-9]{4,}/--nodes 300/; s/--time [0-9]+s/--time 20ms/
        s/--depth 1\.\.7/--depth 1..3/; s/\*\.suite/hex.suite/; s/--depth 6/--depth 3/; s/1\.\.16/1..3/' <<<"$1")
    case $command in
    *' serve'*) command="timeout -s INT 2 $command --port 0 --open off" ;;
    *'solve --game hex --size '[78]*) command="$command --time 300ms" ;;
    *'--human none --player tengen'*) command="$command --time 20ms" ;;
    *'match --player tengen --player'*) command="$command --games 2 --nodes 300" ;;
    *'match --rule renju'*) command="${command%--sprt*} --games 2" ;;
    *'lab compare') command="$command --depth 1..2" ;;
    *'lab scaling'*--depth*) ;;
    *'lab scaling'*) command="$command --depth 3" ;;
    esac
    echo "$command"
}

cd "$here" || exit 2
count=0
for page in "$root"/README.md "$root"/docs/*.md; do
    while IFS= read -r shown; do
        is_exception "$shown" && continue
        case $shown in *'--sprt 0,50 --seed 1'*) continue ;; esac # whole, below
        command=$(shorten "$shown")
        timeout 60 bash -c "$command" >"$out" 2>"$err" </dev/null
        code=$?
        count=$((count + 1))
        case $shown in
        *' serve'*) check "${page##*/}: $shown" grep -q '^http://' "$out" ;;
        printf*) check "${page##*/}: $shown" test "$code" -eq 0 -a ! -s "$err" ;; # no move is refused
        # Unknown within a moment is an answer.
        *' solve '*) check "${page##*/}: $shown" test "$code" -le 1 -a -s "$out" ;;
        *) check "${page##*/}: $shown" test "$code" -eq 0 ;;
        esac
    done < <(commands "$page")
done
check "there are many" test "$count" -ge 50

# --- what the pages print ---
# block PAGE FIRST: the indented block with that line, up to a line of dots, without its indentation.
block() {
    awk -v first="$2" '/^ *\.\.\.$/ { on = 0 } index($0, first) { on = 1 } on && !/^$/ && !/^    / { exit } on' "$root/$1" |
        sed 's/^    //' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}
# Is the text of one file a part of the other, line by line, whatever stands before and after?
contains() { # contains WHOLE PART
    [ -s "$2" ] && awk 'NR == FNR { part[++n] = $0; next } { whole[++m] = $0 }
        END { for (i = 0; i + n <= m; i++) { for (j = 1; j <= n && whole[i + j] == part[j]; j++); if (j > n) exit 0 } exit 1 }' "$2" "$1"
}
match=$(sed -n 's/^    \(tengen match .*\)/\1/p' "$root/docs/matches.md" | head -1)
timeout 60 bash -c "$match" >"$out" 2>"$err" </dev/null
block docs/matches.md 'of 40000 games' >"$scratch/page"
check "matches.md: the table is what comes out" contains "$out" "$scratch/page"
tengen lab explain --depth 2 --width 3 >"$out" 2>"$err"
block docs/lab.md 'j8 (-inf, +inf)' >"$scratch/page"
check "lab.md: the explanation is what comes out" contains "$out" "$scratch/page"
tengen lab compare --searches minimax,alphabeta,scout,negascout,mtdf,sss --depth 3..4 --position "h8 g9 i9 g7 j10 g10 g8 f8" \
    --cell-time 60s --json >"$out" 2>"$err"
tengen lab compare --searches alphabeta,scout,negascout,mtdf,sss --depth 5 --position "h8 g9 i9 g7 j10 g10 g8 f8" \
    --cell-time 60s --json >>"$out" 2>>"$err"
for depth in 3 4 5; do
    row=$(sed -n "s/^| $depth | //p" "$root/docs/lab.md" | sed 's/| - |/|/' | tr -d ', ' | tr '|' ' ')
    came="$(sed -nE "s/.*\"depth\":$depth,\"value\":(-?[0-9]+).*/\1/p" "$out" | sort -u) $(sed -nE "s/.*\"depth\":$depth,.*\"nodes\":([0-9]+),.*/\1/p" "$out" | tr '\n' ' ')"
    # shellcheck disable=SC2086,SC2116
    check "lab.md: the nodes of depth $depth" test "$(echo $row)" = "$(echo $came)"
done
block docs/hex.md 'size 7' >"$scratch/page"
check "hex.md: the map is the one that is kept" contains "$root/nets/hex.swap" "$scratch/page"
check "with all its rows" test "$(wc -l <"$scratch/page")" -eq 9
