#!/bin/bash
# SPDX-License-Identifier: MIT
# What a person can type wrong on the command line: one sentence on stderr, nothing on stdout, the
# right exit code and no crash. And what they type right: results on stdout, codes as promised.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err

# wrong CODE WHAT ARGUMENT...   WHAT must be part of the sentence.
wrong() {
    local code=$1 what=$2
    shift 2
    "$TENGEN" "$@" >"$out" 2>"$err" </dev/null
    local got=$?
    if [ "$got" -eq "$code" ] && [ "$(wc -l <"$err")" -eq 1 ] && [ ! -s "$out" ] &&
        grep -qF -- "$what" "$err" && grep -q '^tengen' "$err"; then
        echo "ok wrong: $*"
    else
        echo "not ok wrong: $* (exit $got, wanted $code and '$what')"
        head -5 "$err" "$out"
    fi
}

# right CODE PATTERN ARGUMENT...   the whole of one line of stdout matches PATTERN.
right() {
    local code=$1 pattern=$2
    shift 2
    "$TENGEN" "$@" >"$out" 2>"$err" </dev/null
    local got=$?
    if [ "$got" -eq "$code" ] && grep -qxE -- "$pattern" "$out" && [ ! -s "$err" ]; then
        echo "ok right: $*"
    else
        echo "not ok right: $* (exit $got, wanted $code and a line '$pattern')"
        head -20 "$err" "$out"
    fi
}

check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name"; fi
}

# --- commands and options ---
wrong 2 "no command 'chess'; there are: play" chess
wrong 2 "no command ''" ''
wrong 2 "no command" $'\x1b[31mred\n'
wrong 2 "no command '--quiet'" --quiet
wrong 2 "'extra' is one word too many" --version extra
wrong 2 "'--json' is one word too many" version --json
wrong 2 "'-v' is one word too many" -v -v
wrong 2 "no page on 'chess'" help chess
wrong 2 "one word too many" help play solve
wrong 2 "no option 'colour' here" play --colour
wrong 2 "no option '-q' here" play -q
wrong 2 "--time needs a value" play --time
wrong 2 "--rule needs a value" analyze - --rule
for time in fast 5x -1s '' 5 0.5 1e3s 1e-3m 0x10s .s . 0 0s 0ms 0.0001s 31h1m 9999h; do
    wrong 2 "time takes a time such as 5s or 500ms" play --time "$time"
done
wrong 2 "time takes a time such as 5s or 500ms" play --player tengen:time=0
wrong 2 "time takes a time such as 5s or 500ms" play --player hust:time=0s
wrong 2 "depth takes a whole number from 1" play --depth 0
wrong 2 "depth takes a whole number" play --depth two
wrong 2 "nodes takes a whole number from 1" play --nodes -5
wrong 2 "threads takes a whole number from 1 to 256" play --threads 0
wrong 2 "threads takes a whole number from 1 to 256" analyze - --threads 100000
wrong 2 "hash takes a size" play --hash lots
wrong 2 "hash takes a size" play --hash 1
wrong 2 "level takes a whole number from 1 to 10" play --level 11
wrong 2 "multipv takes a whole number from 1 to 64" analyze - --multipv 0
wrong 2 "seed takes a whole number" play --seed -1
wrong 2 "human takes b|w|both|none" play --human x
wrong 2 "to-move takes b|w" analyze - --to-move x
wrong 2 "opening takes free|pro|longpro|swap|swap2" play --opening king
wrong 2 "swap takes off|on" play --game hex --swap maybe
wrong 2 "json takes off|on" analyze - --json=perhaps
for clock in 5 5+3s 5m+3 1e1m 5m+ +3s 5m+3s+1s 0 forever 99999999999999999999999999999999999999m; do
    wrong 2 "clock takes a time such as 5m" play --clock "$clock"
done

# --- games, rules, sizes ---
wrong 2 "game takes gomoku|hex" play --game go
wrong 2 "rule takes freestyle|standard|renju|caro|caro-exact|hex" play --rule mine
wrong 2 "rule takes hex in a game of hex" play --game hex --rule renju
wrong 2 "in a game of gomoku, not 'hex'" play --game gomoku --rule hex
for size in 0 99 3x x3 15x 15x15x15 -1 1e1 '' ' 15' 26x27; do
    wrong 2 "size takes" play --size "$size"
done
wrong 2 "size takes 5 to 25" play --game gomoku --size 4
wrong 2 "size takes 5 to 25" play --size 3
wrong 2 "not 3x3" analyze - --size 3
wrong 2 "size takes 5 to 25" play --rule renju --size 15x26
wrong 2 "size takes 1 to 26" analyze - --game hex --size 27
wrong 2 "hex has no opening 'swap2'" play --game hex --opening swap2
wrong 2 "gomoku has no swap" play --game gomoku --swap on
wrong 2 "square board" play --game hex --size 5x7 --swap pieces
wrong 2 "board larger" play --opening longpro --size 7

# --- players ---
wrong 2 "no player 'nobody'" play --player nobody
wrong 2 "no option 'speed' here" play --player tengen:speed=3
wrong 2 "level takes a whole number from 1 to 10" play --player tengen:level=99
wrong 2 "is not key=value" play --player tengen:fast
wrong 2 "needs a command line" play --player cmd:
wrong 2 "players for" play --human b --player random --player random
wrong 2 "players for" play --human both --player random

# --- positions and files ---
wrong 2 "something is missing" analyze
wrong 2 "something is missing" solve
wrong 2 "one word too many" analyze h8 h9
wrong 2 "nothing to evaluate" eval "a1 b1 a2 b2 a3 b3 a4 b4 a5"
wrong 2 "not for renju" eval - --rule renju --weights nets/gomoku-caro.weights
for command in analyze solve; do
    wrong 2 "h8 is occupied" "$command" "h8 h8"
    wrong 2 "not a move" "$command" "p16"
    wrong 2 "not a move" "$command" "h8 zz"
    wrong 2 "h8" "$command" "B:h8;W:h8"
    wrong 2 "cannot read" "$command" "$scratch/none.sgf"
    wrong 2 "nor is there a file of that name" "$command" nofile
    wrong 2 "there is no file '$scratch/none'" "$command" "$scratch/none"
    wrong 2 "there is no file 'game.gib'; a record ends in .sgf" "$command" game.gib
    wrong 2 "'$scratch' is a folder" "$command" "$scratch"
    wrong 2 "'$TENGEN' is no record; a record ends in .sgf" "$command" "$TENGEN"
    for stones in B: W: "B:;W:" "B:,"; do
        wrong 2 "names no stone; write - for the empty board" "$command" "$stones"
    done
done
wrong 2 "is a folder" play "$scratch"
wrong 2 "there is no file" play /a/dir
wrong 2 "a POSITION is" analyze ""
wrong 2 "not a move" analyze "W;B"
mkdir "$scratch/folder.sgf"
wrong 2 "folder.sgf" analyze "$scratch/folder.sgf"
head -c 3000 /dev/urandom >"$scratch/garbage.sgf"
wrong 2 "garbage.sgf" analyze "$scratch/garbage.sgf"
: >"$scratch/empty.sgf"
wrong 2 "empty.sgf" solve "$scratch/empty.sgf"
: >"$scratch/empty.psq"
wrong 2 "empty.psq" solve "$scratch/empty.psq"
printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[hi])' >"$scratch/renju.sgf"
wrong 2 "contradiction" analyze "$scratch/renju.sgf" --rule freestyle
wrong 2 "contradiction" analyze "$scratch/renju.sgf" --size 19
wrong 2 "contradiction" analyze "$scratch/renju.sgf" --game hex
wrong 2 "game is over" analyze "a1 b1 a2 b2 a3 b3 a4 b4 a5"
wrong 3 "cannot write the log" analyze - --log "$scratch/nowhere/log"

# --- what is no file, whatever it is called ---
mkfifo "$scratch/pipe.sgf" "$scratch/pipe.suite" "$scratch/pipe.weights" "$scratch/pipe.games" "$scratch/pipe.samples"
ln -s /dev/zero "$scratch/device.sgf"
while read -r what arguments; do
    # shellcheck disable=SC2086
    timeout 10 "$TENGEN" $arguments >"$out" 2>"$err" </dev/null
    code=$?
    check "a $what is refused at once: ${arguments//$scratch\//}" \
        test "$code" -eq 2 -a ! -s "$out" -a "$(grep -c "it is a $what and no file" "$err")" -eq 1
done <<END
pipe analyze $scratch/pipe.sgf
pipe solve $scratch/pipe.sgf
pipe play $scratch/pipe.sgf
pipe eval $scratch/pipe.sgf
pipe convert $scratch/pipe.sgf $scratch/out.sgf
pipe suite $scratch/pipe.suite
pipe eval - --weights $scratch/pipe.weights
pipe train $scratch/pipe.games --out $scratch/out.weights
pipe selfplay --player random --games 1 --size 5 --out $scratch/pipe.samples
pipe match --player random --player random --openings $scratch/pipe.sgf
device analyze $scratch/device.sgf
device convert $scratch/device.sgf $scratch/out.sgf
END
"$TENGEN" suite <(head -4 tests/suites/hex.suite) >"$out" 2>"$err" </dev/null
check "what the shell opened is read: suite <(...)" \
    test $? -eq 0 -a "$(tail -1 "$out")" = "2 passed, 0 failed"

# --- output that nobody takes ---
if [ -w /dev/full ]; then
    for arguments in "help" "help --man" "--version" "analyze - --depth 2" "solve h8 --depth 1" \
        "play --human none --player random --player random --size 5" "lab compare --depth 1" "openings --count 2 --nodes 100 --seed 1" \
        "convert $scratch/renju.sgf - --to txt"; do
        # shellcheck disable=SC2086
        "$TENGEN" $arguments >/dev/full 2>"$err" </dev/null
        code=$?
        check "a full disk is told: $arguments" \
            test "$code" -eq 3 -a "$(grep -c 'cannot write the output' "$err")" -eq 1
    done
    # A log that is lost is told, and the answer is given all the same.
    for arguments in "analyze - --depth 2" "solve h8 --depth 1" "gomocup" "gtp" \
        "play --human none --player random --player random --size 5" \
        "match --player random --player random --size 5 --games 2"; do
        # shellcheck disable=SC2086
        printf 'ABOUT\nname\nquit\nEND\n' |
            "$TENGEN" $arguments --log /dev/full >"$out" 2>"$err"
        code=$?
        check "a log on a full disk is told: $arguments" \
            test "$code" -eq 3 -a "$(grep -c "cannot write the log '/dev/full'" "$err")" -eq 1 -a -s "$out"
    done
fi
# Who has read enough closes the pipe: the work ends, nothing is said, and the shell sees what it sees of
# every other program then, 128 + SIGPIPE.
for arguments in "analyze h8 --time 60s" "bench --nodes 3000" "suite tests/suites/hex.suite" \
    "match --player random --player random --size 5 --games 100000" "help" \
    "play --human none --player random --player random --size 5"; do
    # shellcheck disable=SC2086
    { timeout 30 "$TENGEN" $arguments 2>"$err"; echo $? >"$scratch/code"; } </dev/null | head -1 >"$out"
    code=$(cat "$scratch/code")
    # What fits into the pipe before it closes is no failure.
    case $arguments in help | play*) [ "$code" -eq 0 ] && code=141 ;; esac
    check "a closed pipe ends it quietly: $arguments" test "$code" -eq 141 -a ! -s "$err" -a -s "$out"
done
for arguments in "--version" "help" "solve h8 --depth 1" "convert $scratch/renju.sgf - --to txt" "lab list" \
    "eval h8" "gtp --commands" "bench --nodes 3000" "lab compare --depth 1..2" "lab scaling --threads 1..2 --depth 3" \
    "openings --count 3 --nodes 100"; do
    # shellcheck disable=SC2086
    { sleep 0.2; timeout 30 "$TENGEN" $arguments 2>"$err"; echo $? >"$scratch/code"; } </dev/null | true
    check "a pipe that nobody reads ends it quietly: ${arguments//$scratch\//}" \
        test "$(cat "$scratch/code")" -eq 141 -a ! -s "$err"
done

# --- answers ---
for version in --version -v version; do
    right 0 'tengen [0-9.]+' "$version"
done
right 0 'score +[+-][0-9]+' eval "h8 i9 g7"
right 0 'win +[0-9.]+%' eval --game hex --size 7 "d4"
right 0 '.*"policy":.*' eval --game hex --size 7 --json "d4"
right 0 'win .*' solve "B:h8,h9,h10,h11;W:a1,c2,e1,g1"
right 0 'win h1[2]|win h7' solve "B:h8,h9,h10,h11;W:a1,c2,e1,g1"
right 0 'loss' solve "B:h8,h9,h10,h11;W:a1,c2,e1"
right 0 'loss' solve "B:h8,h9,h10,h11,h12;W:a1,c2,e1,g1"
right 1 'unknown' solve - --depth 1
"$TENGEN" solve "B:h8,h9,h10,h11;W:a1,c2,e1,g1" - --depth 1 >"$out" 2>"$err"
check "several positions, one answer a line, the worst code" \
    test $? -eq 1 -a "$(wc -l <"$out")" -eq 2 -a "$(tail -1 "$out")" = unknown
right 0 'bestmove (h12|h7)' analyze "B:h8,h9,h10,h11;W:a1,c2,e1,g1" --time 200ms
"$TENGEN" analyze "h8 g8 i8 a1 j8 a2 k8" --time 2s --json >"$out" 2>"$err"
check "a forced move has a score of more than a look at the board" \
    test "$(grep -o '"depth":[0-9]*' "$out" | tail -1 | cut -d: -f2)" -ge 4
right 0 'bestmove .*' analyze "$scratch/renju.sgf" --time 100ms
right 0 'bestmove .*' analyze - --game gomoku --size 7x9 --depth 2
"$TENGEN" analyze "h8 i9" --json --depth 3 --multipv 2 --threads 1 >"$out" 2>"$err"
check "--json gives objects of the promised shape, one a line" \
    test $? -eq 0 -a "$(wc -l <"$out")" -ge 3 -a "$(grep -vcxE '\{"depth":[0-9]+,"multipv":[12],"score":-?[0-9]+,"win":[01](\.[0-9]+)?,"proven":(null|"(win|loss) [0-9]+"|"draw"),"nodes":[0-9]+,"nps":[0-9]+,"time_ms":[0-9]+,("visits":[0-9]+,)?("beat":true,)?"pv":\["[a-o][0-9]+"(,"[a-o][0-9]+")*\]\}' "$out")" -eq 0
check "--multipv 2 gives two candidates that differ" test "$(grep '"depth":3' "$out" |
    sed 's/.*"multipv":\(.\).*"pv":\["\([a-o0-9]*\)".*/\1 \2/' | sort -u -k2 | wc -l)" -eq 2
"$TENGEN" analyze "B:h8,h9,h10,h11;W:a1,c2,e1,g1" --json >"$out" 2>"$err"
check "a five to be made is a proven win in one ply" grep -q '"proven":"win 1"' "$out"
"$TENGEN" analyze "h8 i9" --depth 4 --threads 1 --log "$scratch/log" >"$out" 2>"$err"
check "--log keeps what was said" test "$(grep -c '' "$scratch/log")" -ge 4
# What stands on the board, before any thought.
right 0 'black  makes an open four    g8 k8' analyze "B:h8,i8,j8;W:a1,a2" --annotations --depth 1
right 0 'black  has an open three     h8 i8 j8' analyze "B:h8,i8,j8;W:a1,a2" --annotations --depth 1
right 0 'black  may not play          g8 \(33\)' analyze "B:h8,i8,g9,g10;W:a1,b1" --rule renju \
    --annotations --depth 1
right 0 'black  has won by            .*' analyze "a1 b1 a2 b2 a3 b3 a4 b4 a5" --annotations
right 0 'white  has won by            a2 b2' analyze "a1 a2 b1 b2" --game hex --size 2 --annotations
right 0 '.*"cell":"g8","kind":"forbidden","side":"b","reason":"33".*' \
    analyze "B:h8,i8,g9,g10;W:a1,b1" --rule renju --annotations --json --depth 1
right 0 '.*\{"kind":"four","side":"w","cells":\["a4","a3","a2","a1"\]\}\].*' \
    analyze "B:h8,i8,j8;W:a1,a2,a3,a4" --annotations --json --depth 1
# Which first stones of Hex to swap.
right 0 ' *2  W  W  W' analyze - --game hex --size 3 --swap-map
right 0 '\{"stone":"b1","win":0\.0000,"proven":"loss","swap":false\}' analyze - --game hex --size 3 --swap-map --json
right 0 '\{"stone":"i9","win":0\.[0-9]+,"proven":null,"swap":(true|false)\}' \
    analyze - --game hex --size 9 --swap-map --json --nodes 50
wrong 2 'takes an empty board of a game' analyze a1 --game hex --swap-map
wrong 2 'takes an empty board of a game' analyze - --swap-map
# The stones that even a position out.
right 0 'even by [a-o][0-9]+' analyze "h8 i9" --balance 1 --nodes 20000
right 0 'even by [a-o][0-9]+ [a-o][0-9]+' analyze "h8 i9 g8" --balance 2 --nodes 20000
right 0 '\{"balance":1,"win":0\.[0-9]+,"depth":[0-9]+,"nodes":[0-9]+,"stones":\["[a-k][0-9]+"\]\}' \
    analyze - --game hex --balance 1 --nodes 20000 --json
wrong 2 "balance takes a whole number from 1 to 2" analyze h8 --balance 3
first=$("$TENGEN" analyze "h8 i9" --nodes 20000 --threads 1 --json | grep -v '"beat"' | sed 's/"nps.*"pv"/"pv"/')
again=$("$TENGEN" analyze "h8 i9" --nodes 20000 --threads 1 --json | grep -v '"beat"' | sed 's/"nps.*"pv"/"pv"/')
check "a counted search on one thread repeats itself" test -n "$first" -a "$first" = "$again"

# A claimed win is one: played out by the rules its line ends the game.
for position in "--game hex --size 3|-" "--game hex --size 4|b2" "--rule renju|B:h8,h9,h10,j8,k8;W:h7,a1,c1,e1,g1" \
    "--rule freestyle|B:h8,i8,j8;W:a1,a3,a5"; do
    options=${position%%|*} start=${position#*|}
    # shellcheck disable=SC2086
    line=$("$TENGEN" solve "$start" $options)
    # shellcheck disable=SC2086
    printf '%s\n' ${line#win} | "$TENGEN" play "$start" $options --human both --quiet >"$out" 2>"$err"
    check "the line of a solved position ends the game: $options $start" \
        test "${line%% *}" = win -a "$(tail -1 "$out" | grep -c ' wins: ')" -eq 1 -a ! -s "$err"
done

# Ctrl-C ends a search with what it has.
"$TENGEN" analyze "h8 i9" --time 60s >"$out" 2>"$err" &
job=$!
for _ in {1..100}; do
    [ "$(wc -l <"$out")" -ge 2 ] && break
    sleep 0.1
done
kill -INT $job
wait $job
code=$?
check "an interrupt ends an analysis with its best move" \
    test "$code" -eq 0 -a "$(tail -1 "$out" | cut -d' ' -f1)" = bestmove

# What takes many searches says so on a terminal, in a line that is gone when there are results.
watched() {
    local name=$1
    shift
    "$BUILD/tests/pty" 90 26 env TERM=xterm LC_ALL=C.UTF-8 "$TENGEN" "$@" >"$out" 2>"$err"
    local code=$?
    if [ $code -eq 77 ]; then
        echo "# skipped, no pseudo-terminal: $name"
    else
        check "$name" test $code -eq 0
    fi
}
watched "a balance is watched" analyze h8 --balance 1 --time 2s --threads 1 <<'END'
expect nodes, 0.
expect even by
absent nodes, 0.
end 0
END
watched "a swap map is watched" analyze - --game hex --size 9 --swap-map --time 60ms --threads 1 <<'END'
expect of 81 stones,
send \x03
expect size 9
absent stones,
end 0
END
watched "openings are watched" openings --count 2 --nodes 100000000 --threads 1 <<'END'
expect 0 of 2, 1.
send \x03
expect found 0 of 2
absent of 2, 1.
end 1
END
