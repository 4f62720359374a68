#!/bin/bash
# SPDX-License-Identifier: MIT
# Matches as they are typed: from every kind of opening, stopped and taken up again, and with everything
# that can be wrong on the command line. Programs that fail are in match_children.sh.
set -u
# Under a sanitizer the same kinds of games, fewer and with less thought.
case ${TEST_SCALE:-normal} in
small) many=4 nodes=100 ring=4 band=15 ;;
*) many=12 nodes=500 ring=20 band=6 ;;
esac
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
actor="$folder/actor" brain="$folder/brain" out="$folder/out" err="$folder/err"
ln -s "$PWD/$BUILD/tests/child_actor" "$actor"
ln -s "$TENGEN" "$brain"

report() { [ "$1" = 0 ] && echo "ok match: $2" || { echo "not ok match: $2"; tail -n 5 "$out" "$err"; }; }
match() { timeout 120 "$TENGEN" match "$@" </dev/null >"$out" 2>"$err"; }
# Nobody who was started below $folder runs any more.
nobody_left() {
    for _ in $(seq 50); do
        grep -qsa "^$folder/" /proc/[0-9]*/cmdline || return 0
        sleep 0.02
    done
    return 1
}

# A forbidden point: the actor takes the first free point, which makes six in a row.
echo 'renju|15|B:a15,c15,d15,e15,f15;W:h1,j1,l1,n1,h3|b|own' >"$folder/six.txt"
match --player "cmd:$actor good" --player random --games 2 --time 1s --openings "$folder/six.txt" --json
[ $? = 0 ] && grep -F '"game":1,' "$out" | grep -F '"ending":"forbidden"' | grep -qF '"points":[0,2]'
report $? "a forbidden move loses"

# --- refused before the first game, in one sentence ---

refuses() { # CODE TEXT ARGS...
    local code=$1 text=$2
    shift 2
    match "$@"
    [ $? = "$code" ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" = 1 ] && grep -qF -- "$text" "$err" && nobody_left
    report $? "refused: $text"
}
two=(--player random --player random)
mkdir "$folder/full" && touch "$folder/full/something"
echo 'freestyle|15|h8 h8|b|own' >"$folder/bad.txt"
printf 'h8 i9\nh8 a1 i8 a2 j8 a3 k8 a4 l8\n' >"$folder/over.txt"
echo 'renju|15|h8 h9 h10|w|own' >"$folder/renju.txt"
printf '(;GM[4]SZ[15];B[h8];W[i9])\n(;GM[4]SZ[15];B[h8];W[h8])\n' >"$folder/two.sgf"
refuses 2 'two players or more' --player random
refuses 2 "there is no program '/nowhere/brain'" --player random --player cmd:/nowhere/brain
refuses 2 'plays gomoku, not hex' --player random --player "cmd:$actor good" --game hex
refuses 2 'is not empty' "${two[@]}" --out "$folder/full"
refuses 2 'no match in the folder' "${two[@]}" --out "$folder/full" --resume
refuses 2 'needs --out DIR' "${two[@]}" --resume
refuses 2 'bad.txt:1: ' "${two[@]}" --openings "$folder/bad.txt"
refuses 2 'over.txt:2: the game is over' "${two[@]}" --openings "$folder/over.txt"
refuses 2 'those in it are for renju|15' "${two[@]}" --rule freestyle --openings "$folder/renju.txt"
refuses 2 'two.sgf:2: ' "${two[@]}" --openings "$folder/two.sgf"
refuses 2 'cannot read' "${two[@]}" --openings "$folder/none.txt"
refuses 2 'even number' "${two[@]}" --games 3
refuses 2 'the smaller first' "${two[@]}" --sprt 10,0
refuses 2 'compares two players' "${two[@]}" --player random --sprt 0,10
refuses 2 "no player 'nobody' to anchor" "${two[@]}" --anchor nobody=1500
refuses 2 'is for people' --player random --player human
refuses 2 'gomoku has no swap' "${two[@]}" --swap on
refuses 3 'ended with exit code 7' --player random --player "cmd:$actor exit"

# --- openings and kinds of games ---

# complete NAME TEXT ARGS...: the match is played, and TEXT is in what it prints.
complete() {
    local name=$1 text=$2
    shift 2
    match "$@" --seed 5
    [ $? = 0 ] && [ ! -s "$err" ] && grep -qF -- "$text" "$out" && nobody_left
    report $? "$name"
}
printf '# offsets\n0,0, 1,0, 0,-2\n\n-1,-1, 1,1\n' >"$folder/offsets.txt"
printf '(;GM[4]SZ[15];B[h8];W[i9])\n(;GM[4]SZ[15];B[h8];W[g7])\n' >"$folder/good.sgf"
complete 'offsets from the centre' '"start":"h8 i8 h10"' "${two[@]}" --games 4 --openings "$folder/offsets.txt" --json
complete 'SGF collections' '"start":"h8 g7"' "${two[@]}" --games 4 --openings "$folder/good.sgf" --json
complete 'a list brings its rule' 'renju 15x15' "${two[@]}" --games 2 --openings "$folder/renju.txt"
complete 'openings our search calls even' '10 of 10 games' "${two[@]}" --games 10
complete 'even openings of Hex' 'hex 7x7' "${two[@]}" --games 4 --game hex --size 7
complete 'swap2' '4 of 4 games' --player random --player "cmd:$brain gomocup" --games 4 --time 50ms --margin 2s --opening swap2
complete 'Hex with the swap' 'hex 5x5' --player random --player "htp:$brain gtp" --games 4 --time 50ms --margin 2s --game hex --size 5 --swap on
complete 'Hex with sides swapped' 'hex 6x5' "${two[@]}" --games 20 --game hex --size 6x5 --swap on
complete 'a game without a swap, told so' 'freestyle 15x15' "${two[@]}" --games 2 --nodes 20 --openings none --game gomoku --swap off
complete 'a gauntlet' '8 of 8 games' "${two[@]}" --player random --gauntlet --games 4
complete 'a round robin with an anchor' '1500.0     0' "${two[@]}" --player random --games $ring --anchor random=1500
complete 'a clock' '"ending":"rules"' --player tengen --player random --games 2 --clock 10s+100ms --openings none --json
complete 'adjudication by move count' 'drawn by the move count' "${two[@]}" --games 2 --adjudicate moves=10
complete 'adjudication by proof' 'a proven win' --player tengen --player random --games 2 --nodes 3000 --adjudicate proven=on
complete 'limits of a SPEC win' '"depth":1' --player tengen:depth=1 --player random --games 2 --nodes 50000 --json

# The same seed plays the same games, however many at a time.
fingerprint() { sed 's/"time_us":[0-9]*,*//g; s/"time_ms":[0-9]*,*//g' "$out" | md5sum; }
same=(--player tengen:level=3 --player random --games $many --nodes $nodes --seed 9 --json)
match "${same[@]}" --concurrency 1; first=$(fingerprint)
match "${same[@]}" --concurrency 4; second=$(fingerprint)
[ "$first" = "$second" ]
report $? 'the same seed plays the same games, however many at a time'
sprt=(--player tengen:level=2 --player random --nodes $((nodes * 2 / 5)) --seed 3 --sprt 0,100 --quiet)
match "${sprt[@]}" --concurrency 1; code=$?; first=$(md5sum <"$out")
match "${sprt[@]}" --concurrency 3; second=$(md5sum <"$out")
[ $code = 0 ] && [ "$first" = "$second" ] && grep -qF 'H1 accepted' "$out"
report $? 'an SPRT stops at the same pair, however many games run'

# A clock is no clock if every move may run over it: the margin is granted once. At 400 ms a move the
# first leaves 100 ms, the second owes 300, the third is one too many.
match --player "cmd:$actor late" --player random --games 2 --clock 500ms --margin 500ms --openings none --json
[ $? = 0 ] && tail -n 1 "$out" | grep -qF '"lost_by":{"time":2}'
report $? 'what runs over the clock stays owed'

# --- folders ---

keep=(--player tengen:level=1 --player random --seed 1 --out "$folder/kept")
kept=("${keep[@]}" --nodes 100 --games 8)
match "${kept[@]}"
[ $? = 0 ] && [ "$(wc -l <"$folder/kept/games.jsonl")" = 8 ] && [ -s "$folder/kept/games/00008.sgf" ] &&
    [ -s "$folder/kept/games/00008.psq" ] && "$TENGEN" convert "$folder/kept/games/00008.sgf" "$folder/game.txt" 2>"$err"
report $? 'every game is kept'
cp "$out" "$folder/whole"
match "${kept[@]}" --resume && cmp -s "$out" "$folder/whole"
report $? 'a complete match that is resumed plays nothing and says the same'
head -c -20 "$folder/kept/games.jsonl" >"$folder/torn" && cp "$folder/torn" "$folder/kept/games.jsonl"
match "${kept[@]}" --resume && cmp -s "$out" "$folder/whole" && [ "$(wc -l <"$folder/kept/games.jsonl")" = 8 ]
report $? 'a torn line is dropped and its game played again'
refuses 2 "nodes '100', not '200'" "${keep[@]}" --nodes 200 --games 8 --resume
match "${keep[@]}" --nodes 100 --games 12 --resume && grep -qF '12 of 12 games' "$out"
report $? 'a resumed match may be made longer'
"$TENGEN" match report "$folder/kept" >"$out" 2>"$err" && grep -qF '<b>12</b> of 12 games' "$folder/kept/report.html"
report $? 'and its page knows'

# --- Ctrl-C ---

interrupt() { # TIMES: the first match of a long list is interrupted that often
    rm -rf "$folder/long"
    "$TENGEN" match --player tengen --player tengen --time 20ms --margin 1s --games 400 --concurrency 2 \
        --seed 1 --out "$folder/long" </dev/null >"$out" 2>"$err" &
    local pid=$!
    for _ in $(seq 1200); do [ -s "$folder/long/games.jsonl" ] && break; sleep 0.05; done
    for _ in $(seq "$1"); do kill -INT $pid; sleep 0.3; done
    wait $pid
    code=$?
    counted=$(grep -c '^game ' "$out")
    kept=$(wc -l <"$folder/long/games.jsonl")
}
interrupt 1
[ "$code" = 1 ] && [ "$kept" -gt 0 ] && [ "$kept" -lt 400 ] && [ "$counted" = "$kept" ]
report $? 'Ctrl-C finishes the running games'
interrupt 2
[ "$code" = 1 ] && [ "$counted" -le "$kept" ] && [ "$kept" -lt 400 ]
report $? 'Ctrl-C twice stops at once'

# On a terminal the table is redrawn in place, so it is there once.
"$BUILD/tests/pty" 90 40 env TERM=xterm LC_ALL=C.UTF-8 "$TENGEN" match --player tengen --player tengen \
    --time 20ms --margin 1s --games 400 >"$out" 2>"$err" <<'END'
expect 2 of 400 games
absent 0 of 400 games
expect Ctrl-C ends after these games
send \x03
expect as white
end 1
absent Ctrl-C
END
code=$?
if [ $code = 77 ]; then echo '# skipped, no pseudo-terminal: the live table'; else report $code 'a live table on a terminal'; fi

# --- our own program on both sides of a pipe ---

match --player "cmd:$brain gomocup" --player tengen --time 20ms --margin 2s --games 6 --json
[ $? = 0 ] && [ "$(grep -c '"ending":"rules"' "$out")" = 6 ] &&
    grep '"game":1,' "$out" | grep -qE '"memory":\[[1-9][0-9]*,0\]' && nobody_left
report $? 'tengen behind a pipe plays tengen without a fault, and its memory is measured'

# --- openings of our own ---

even=(openings --rule renju --count 3 --stones 4 --nodes $((nodes * 6)) --band $band --seed 5)
"$TENGEN" "${even[@]}" --out "$folder/even.txt" >"$out" 2>"$err" &&
    [ ! -s "$out" ] && [ ! -s "$err" ] && [ "$(grep -c '^renju|15|.*|b|tengen '"$((nodes * 6))"' nodes, ' "$folder/even.txt")" = 3 ] &&
    "$TENGEN" "${even[@]}" --threads 1 2>"$err" | cmp -s - "$folder/even.txt"
report $? "even openings repeat on any number of threads"
weighed() {
    for seed in 1 3 8; do
        "$TENGEN" openings --rule freestyle --count 1 --stones 4 --band 50 --nodes 20000 --seed $seed --hash "$1"
    done
}
[ "$(weighed 4M)" = "$(weighed 8M)" ] && [ "$(weighed 4M)" != "$(weighed 64K)" ]
report $? "a search with hardly any memory weighs them otherwise"
match "${two[@]}" --games 2 --openings "$folder/even.txt" --json
[ $? = 0 ] && grep -qF '"game":1,' "$out"
report $? "a match begins with them"
"$TENGEN" openings --game hex --size 1 --count 1 >"$out" 2>"$err"
[ $? = 1 ] && [ "$(wc -l <"$err")" = 1 ] && grep -qF 'found 0 of 1 after 50 tries' "$err"
report $? "what cannot be found ends with a sentence"
