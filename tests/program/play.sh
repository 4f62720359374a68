#!/bin/bash
# SPDX-License-Identifier: MIT
# Whole games: through a pipe for each game and opening, and at the keyboard of a pseudo-terminal.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err
fast=(--time 50ms --threads 1 --hash 1M --seed 7)
export XDG_DATA_HOME=$scratch/data # where games at a keyboard are kept

check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name"
        head -40 "$out" "$err"
    fi
}

# play LINES ARGUMENT...   the lines are separated by blanks; leaves $out, $err and $code.
play() {
    local lines=$1
    shift
    # shellcheck disable=SC2086
    printf '%s\n' $lines | "$TENGEN" play "$@" >"$out" 2>"$err"
    code=$?
}
last() { tail -1 "$out"; }

# A line without an end costs what it is long, and the game goes on behind it.
long() { head -c "$1" /dev/zero | tr '\0' h; }
{ echo h8; long 48000000; echo; echo i9; echo quit; } |
    timeout 20 "$TENGEN" play --human both >"$out" 2>"$err"
check "a line of 48 MB is left out at once" test $? -eq 0 -a "$(wc -l <"$err")" -eq 1 \
    -a "$(grep -c 'line 2: it is longer than 64 kB and was left out' "$err")" -eq 1
long 200000 | timeout 20 "$TENGEN" play --human both >"$out" 2>"$err"
check "and so is one that ends with the input" test $? -eq 0 -a "$(grep -c 'line 1: it is longer' "$err")" -eq 1
{ printf '#'; long 65000; echo; echo h8; echo h8; } | "$TENGEN" play --human both >"$out" 2>"$err"
check "what is shorter is read" test "$(cat "$err")" = "tengen play: line 3: h8 is occupied"

# --- by the rules, two people at one pipe: every word of the result is known ---
play "a1 b1 a2 b2 a3 b3 a4 b4 a5" --human both --size 7
check "five in a row ends the game" test "$code" -eq 0 -a "$(last)" = "black wins: five in a row"
check "the winning line is marked" test "$(grep -o '[#*]' "$out" | wc -l)" -ge 5
play "a1 b1 a2 b2 a3 b3 a4 b4 a5 g7" --human both --size 7
check "nothing is played after the end" grep -q 'line 10: the game is over' "$err"
play "a1 b1 a2 b2 a3 b3 a4 b4 a5 undo a6 b5" --human both --size 7
check "the end can be taken back" test "$(last)" = "white wins: five in a row"
play "a1 b1 a2 b2 a3 b3 a5 b4 a6 c7 a4" --human both --size 7 --rule standard
check "an overline does not win in standard" test "$code" -eq 0 -a -z "$(last)"
play "h9 a1 h10 a3 i8 c1 j8 c3 h8" --human both --rule renju --quiet
check "a forbidden point is refused with the reason" grep -q 'line 9: .*forbidden' "$err"
play "a2 a1 b2 b1 c2 c1" --game hex --size 3 --human both --swap off
check "white joins left and right in Hex" test "$(last | cut -d: -f1)" = "white wins"
play "resign" --human both
check "resigning ends the game" test "$(last)" = "white wins: resignation"
play "resign undo h8 i8 board" --human both
check "and can be taken back" test "$(grep -c 'X' "$out")" -ge 1 -a "$(last)" != "white wins: resignation"

play "a1 h8 a2 h9 a3 h10 threats board" --human both
check "threats are drawn on request" grep -q '^ 11 \. \. \. \. \. \. \. 4 ' "$out"
play "a1 h8 a2 h9 a3 h10 threats threats board" --human both
check "and no more on a second one" grep -q '^ 11 \. \. \. \. \. \. \. \. ' "$out"

# --- openings ---
play "h8 h9 h10 swap resign" --human both --opening swap --quiet
check "swap: the second player takes Black, the first moves as White" \
    test "$(last)" = "black wins: resignation"
play "h8 h9 h10 put-two h11 h12 swap resign" --human both --opening swap2 --quiet
check "swap2: two more stones, then the first player chooses" test "$code" -eq 0 -a ! -s "$err"
play "h8 put-two" --human both --opening swap2
check "put-two too early is refused" grep -q 'line 2: two stones cannot be put now' "$err"
play "a1 h8 i9 i10 k11" --human both --opening pro
check "pro: begins in the centre, then outside the 5x5" \
    test "$(grep -c 'centre' "$err")" -eq 1 -a "$(grep -c '5x5' "$err")" -eq 1
play "a1 h8 i9 k10 l11" --human both --opening longpro
check "longpro: outside the 7x7" test "$(grep -c '7x7' "$err")" -eq 1
play "b3 swap board" --game hex --size 5 --human both
check "Hex: the first stone is taken over and mirrored" grep -qF '2 o . .(O). . o 2' "$out"
play "b3 swap resign" --game hex --size 5x4 --human both --quiet
check "Hex: on a board that is not square sides are swapped" \
    test "$code" -eq 0 -a "$(last)" = "black wins: resignation" -a ! -s "$err"
play "b3 swap" --game hex --size 5 --human both --swap off
check "Hex: without the rule there is no swap" test "$(wc -l <"$err")" -eq 1

# --- against the engine and against chance ---
for game in "--rule freestyle --size 9" "--rule standard --size 9" "--rule renju --size 9" \
    "--rule caro --size 9" "--rule caro-exact --size 9" "--opening pro --size 9" \
    "--opening longpro --size 11" "--opening swap --size 9" "--opening swap2 --size 9" \
    "--game hex --size 5" "--game hex --size 4x6" "--game hex --size 5 --swap off" \
    "--game hex --size 1"; do
    # shellcheck disable=SC2086
    "$TENGEN" play $game --human none --player tengen --player random "${fast[@]}" >"$out" 2>"$err" \
        </dev/null
    code=$?
    check "a whole game of tengen against random: $game" \
        test "$code" -eq 0 -a ! -s "$err" -a "$(tail -1 "$out" | grep -cE '^(black|white) wins: |^a draw: ')" -eq 1
done
play "h8" "${fast[@]}"
check "a move is answered with a move, and the end of the input ends the game" \
    test "$code" -eq 0 -a "$(wc -l <"$out")" -eq 1 -a "$(grep -cxE '[a-o][0-9]+' "$out")" -eq 1
play "" --human w "${fast[@]}"
check "the engine begins when the person is White" grep -qxE '[a-o][0-9]+' "$out"
printf '# a comment\r\n\r\n  H8  \r\nhint\r\nboard' | "$TENGEN" play "${fast[@]}" >"$out" 2>"$err"
check "comments, blank lines, CR LF, capitals and an unfinished last line are fine" \
    test "$(grep -cE '^hint [a-o][0-9]+$' "$out")" -eq 1 -a ! -s "$err" -a "$(grep -c X "$out")" -ge 1
printf 'z9\nh8 h9\nsave\nfoo\nh8\n\xff\xfe\n' | "$TENGEN" play "${fast[@]}" >"$out" 2>"$err"
check "wrong lines get one sentence each and the game goes on" \
    test $? -eq 0 -a "$(wc -l <"$err")" -eq 5 -a "$(wc -l <"$out")" -eq 1
head -c 200000 /dev/zero | tr '\0' 'h' | "$TENGEN" play "${fast[@]}" >"$out" 2>"$err"
check "a line of any length is survived" test $? -eq 0 -a "$(wc -l <"$err")" -eq 1
play "h8 undo undo" "${fast[@]}"
check "there is nothing to take back at the start" grep -q 'line 3: .*take back' "$err"
play "h8" --clock 1m+1s --seed 1 --threads 1 --hash 1M --level 1
check "a clock can be played with" test "$code" -eq 0 -a "$(wc -l <"$out")" -eq 1
"$TENGEN" play --human both --clock 100ms --quiet >"$out" 2>"$err" < <(sleep 0.4; echo h8)
check "a clock that runs out loses" test "$(last)" = "white wins: time"
"$TENGEN" play --player 'cmd:/bin/false' >"$out" 2>"$err" </dev/null
code=$?
check "a program that does not play is told in one line" test "$code" -eq 3 -a "$(wc -l <"$err")" -eq 1

play "h8 a15 new h8" --player "cmd:$TENGEN gomocup --hash 1M --threads 1" --time 1s
check "a Gomocup program can be the opponent" test "$code" -eq 0 -a "$(wc -l <"$out")" -eq 3 -a ! -s "$err"
play "b2 a1 new b2" --game hex --size 5 --player "htp:$TENGEN gtp --hash 1M --threads 1" --time 1s
check "so can a GTP program" test "$code" -eq 0 -a "$(wc -l <"$out")" -eq 3 -a ! -s "$err"

# --- saving ---
for name in game.sgf game.psq game.txt; do
    printf 'h8\ni9\nh9\nsave %s\n' "$scratch/$name" | "$TENGEN" play --human both >"$out" 2>"$err"
    check "saved as $name it can be read again" \
        test "$(printf 'board\n' | "$TENGEN" play "$scratch/$name" --human both | grep -c 'X')" -ge 2
done
"$TENGEN" convert "$scratch/game.sgf" "$scratch/back.txt" >"$out" 2>"$err"
"$TENGEN" convert "$scratch/game.psq" "$scratch/again.txt" >"$out" 2>"$err"
check "all three hold the same moves" test "$(grep -o 'h8 i9 h9' "$scratch/back.txt" \
    "$scratch/again.txt" "$scratch/game.txt" | wc -l)" -eq 3
printf 'c3\nswap\nb2\nsave %s\n' "$scratch/hex.sgf" |
    "$TENGEN" play --game hex --size 5 --human both >"$out" 2>"$err"
check "a Hex game with its swap is saved and goes on" test "$(printf 'board\n' |
    "$TENGEN" play "$scratch/hex.sgf" --human both | grep -cE '[XO]')" -eq 2
printf 'save %s\nh8\n' "$scratch/none/game.sgf" | "$TENGEN" play --human both >"$out" 2>"$err"
check "a place that cannot be written to is told" test $? -eq 0 -a "$(wc -l <"$err")" -eq 1
printf 'save %s\n' "$scratch/game.doc" | "$TENGEN" play --human both >"$out" 2>"$err"
check "an extension nobody knows is told, and no file appears" \
    test "$(wc -l <"$err")" -eq 1 -a ! -e "$scratch/game.doc"
check "no temporary files stay behind" test "$(find "$scratch" -name 'game*' | wc -l)" -eq 3

# --- interrupts without a terminal ---
"$TENGEN" play "h8 i9" --time 60s --human w --log "$scratch/log" >"$out" 2>"$err" < <(sleep 30) &
job=$!
for _ in {1..100}; do
    [ -s "$scratch/log" ] && break
    sleep 0.1
done
sleep 0.4
kill -INT $job
for _ in {1..100}; do
    [ -s "$out" ] && break
    sleep 0.1
done
check "the first interrupt makes the engine move" grep -qxE '[a-o][0-9]+' "$out"
kill -INT $job
wait $job
check "the second leaves with 130" test $? -eq 130

# --- at the keyboard ---
keyboard() { # keyboard NAME ARGUMENT...   the script comes from stdin
    local name=$1
    shift
    "$BUILD/tests/pty" 90 26 env TERM=xterm LC_ALL=C.UTF-8 "$@" >"$out" 2>"$err"
    local pty=$?
    if [ $pty -eq 77 ]; then
        echo "# skipped, no pseudo-terminal: $name"
    else
        check "$name" test $pty -eq 0
    fi
}
keyboard "the menu, arrow keys, undo, hint, quit; the terminal is given back" \
    "$TENGEN" play "${fast[@]}" <<'END'
expect Enter starts the game
expect freestyle
send \e[C
expect standard
send \e[D
expect freestyle
send \r
expect Black to move
send \r
expect 1.h8 2.
expect Black to move
send \e[A\e[A\e[C\e[C
send \r
expect 3.j10 4.
expect Black to move
send undo\r
expect Taken back
absent 3.j10
send h8\r
expect h8 is occupied
send \t
expect Hint:
send hel\x7flp\r
expect take back your last move
send \e
expect Black to move
send q\r
end 0
restored
END
keyboard "Ctrl-C while it thinks stops it, another leaves" \
    "$TENGEN" play "h8 i9" --quiet --time 60s --human w <<'END'
expect is thinking
send \x03
expect White to move
send \x03
end 0
restored
END
keyboard "Ctrl-C twice while it thinks leaves at once" \
    "$TENGEN" play "h8 i9" --quiet --time 60s --human none <<'END'
expect is thinking
send \x03\x03
end 0
restored
END
keyboard "Ctrl-D leaves, from the menu too" "$TENGEN" play <<'END'
expect Enter starts the game
send \x04
end 0
restored
END
for signal in 15 1 2; do
    keyboard "killed by signal $signal the terminal is still given back" \
        "$TENGEN" play --quiet --human both <<END
expect Black to move
kill $signal
end $((128 + signal))
restored
END
done
keyboard "a whole game at the keyboard, the line marked, a new one after it" \
    "$TENGEN" play --rule freestyle --size 5 --human both --level 1 --opening free --time 1s <<'END'
expect Black to move
send a1\rb1\ra2\rb2\ra3\rb3\ra4\rb4\ra5\r
expect Black wins: five in a row
send \r
expect Black to move
absent wins
send resign\r
expect White wins: resignation
send q\r
end 0
restored
expect white wins: resignation
END
keyboard "swap2 asks in words" "$TENGEN" play --quiet --human both --opening swap2 <<'END'
expect Lay out an opening
send h8\rh9\r
expect black stone (3 of 3)
send h10\r
expect put-two
send put-two\r
expect white stone (1 of 2)
send a1\ra2\r
expect keep that colour
send swap\r
expect Swapped
send q\r
end 0
restored
END
keyboard "NO_COLOR and a plain locale are respected" env NO_COLOR=1 LC_ALL=C \
    "$TENGEN" play --quiet --human both --game hex --size 4 <<'END'
expect X Black
expect joins top and bottom
send b2\r
expect (X)
send q\r
end 0
restored
END
keyboard "a dumb terminal is asked line by line" env TERM=dumb LC_ALL=C "$TENGEN" play "${fast[@]}" <<'END'
expect Enter keeps it
send hex\r
expect Board: 11 x 11
send 99\r
expect boards from 1 to 26
send 4\r
expect You play
send both\r
expect Black to move>
absent Level
send b2\r
expect (X)
send \x04
end 0
restored
END
