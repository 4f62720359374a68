#!/bin/bash
# SPDX-License-Identifier: MIT
# What a person at the terminal must not lose: a game, a file that was there before, a sentence.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err
export XDG_DATA_HOME=$scratch/data

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
window="90 26"
keyboard() { # keyboard NAME ARGUMENT...   the script comes from stdin
    local name=$1
    shift
    # shellcheck disable=SC2086
    "$BUILD/tests/pty" $window env TERM=xterm LC_ALL=C.UTF-8 "$@" >"$out" 2>"$err"
    local pty=$?
    if [ $pty -eq 77 ]; then
        echo "# skipped, no pseudo-terminal: $name"
    else
        check "$name" test $pty -eq 0
    fi
}
two=("$TENGEN" play --quiet --human both)

# --- files that are there ---
echo "precious" >"$scratch/there.sgf"
printf 'h8\nsave %s\n' "$scratch/there.sgf" | "$TENGEN" play --human both >"$out" 2>"$err"
check "on a pipe, save refuses a file that is there, in one sentence" \
    test "$(cat "$scratch/there.sgf")" = precious -a "$(wc -l <"$err")" -eq 1 -a "$(grep -c 'save!' "$err")" -eq 1
keyboard "so it does at the keyboard" "${two[@]}" <<END
expect Black to move
send h8\rsave $scratch/there.sgf\r
expect save!
send q\r
end 0
END
check "and the file is as it was" test "$(cat "$scratch/there.sgf")" = precious
printf 'h8\nsave! %s\n' "$scratch/there.sgf" | "$TENGEN" play --human both >"$out" 2>"$err"
check "save! replaces it" grep -q ';B\[hh\]' "$scratch/there.sgf"
printf 'h8\nsave %s\ni9\nsave %s\n' "$scratch/twice.sgf" "$scratch/twice.sgf" |
    "$TENGEN" play --human both >"$out" 2>"$err"
check "a file of this game is saved again without a question" \
    test ! -s "$err" -a "$(grep -c ';W\[' "$scratch/twice.sgf")" -eq 1

# --- sentences and keys in a small window ---
window="60 24"
keyboard "a long complaint is wrapped, to its last word" "${two[@]}" <<'END'
expect Black to move
send nonsense\r
expect 'nonsense' is neither
expect help, quit
send \e
expect Black to move
send q\r
end 0
END
keyboard "on a board that fills the window it covers a part of the board, and Esc uncovers it" \
    "${two[@]}" --size 20 <<'END'
expect  1 
send nonsense\r
expect 'nonsense' is neither
expect help, quit
send \e
expect  1 
absent nonsense
send q\r
end 0
END
keyboard "there the way to the keys is told, and they are all shown" "${two[@]}" --size 20 <<'END'
expect help
send help\r
expect play at the cursor
expect leave
send \e
send q\r
end 0
END
window="72 24"
keyboard "beside the board the list of words is not cut" "${two[@]}" <<'END'
expect Black to move
send help\r
expect swap2: add two stones, pass the choice
expect draw what the next stone makes, or no more
send \e
expect Black to move
send q\r
end 0
END
window="40 24"
keyboard "a line longer than the window shows its end" "${two[@]}" --size 9 <<'END'
expect Black to move
send save 0123456789012345678901234567890123456789theend
expect theend
send \e
expect Black to move
send q\r
end 0
END

# --- no game is lost ---
window="90 26"
kept() { find "$XDG_DATA_HOME" -name '*.sgf' 2>/dev/null | wc -l; }
holds() { grep -rlF "$1" "$XDG_DATA_HOME"/tengen/played/ >/dev/null 2>&1; } # holds SGF
fresh() { rm -rf "$XDG_DATA_HOME"; }
loud=("$TENGEN" play --human both --rule freestyle --size 15 --opening free --level 1 --time 1s)

fresh
keyboard "quit says where the game is kept" "${loud[@]}" <<'END'
expect Black to move
send h8\ri9\rg7\rq\r
end 0
expect tengen play
restored
END
check "and there it is" holds ';B[hh];W[ig];B[gi]'
fresh
keyboard "Ctrl-C leaves" "${two[@]}" <<'END'
expect Black to move
send h8\ri9\r
expect 2.i9
send \x03
end 0
END
check "and the game is kept" holds ';B[hh];W[ig]'
fresh
keyboard "new begins another game" "${two[@]}" <<'END'
expect Black to move
send h8\ri9\rnew\r
expect A new game
absent 1.h8
send a1\r
expect 1.a1
send q\r
end 0
END
check "and both are kept" test "$(kept)" -eq 2
check "each as it was" holds ';B[hh];W[ig]'
fresh
keyboard "killed without a warning" "${two[@]}" <<'END'
expect Black to move
send h8\ri9\rg7\rundo\r
expect Taken back
kill 9
end 137
END
check "the game is kept as it stood" test "$(kept)" -eq 1 -a "$(grep -rc ';W\[ig\])' "$XDG_DATA_HOME" | cut -d: -f2)" -eq 1
fresh
keyboard "a dumb terminal" env TERM=dumb "${two[@]}" <<'END'
expect Black to move>
send h8\r
expect White to move>
send \x04
end 0
END
check "keeps it, too" holds ';B[hh]'
fresh
printf 'h8\n' | "$TENGEN" play --human both >"$out" 2>"$err"
check "a script keeps what it saves, and no more" test "$(kept)" -eq 0
keyboard "where nothing can be kept, leaving takes two words" env XDG_DATA_HOME=/dev/null "${two[@]}" <<'END'
expect Black to move
send h8\r
expect 1.h8
send q\r
expect kept nowhere
send \x03
end 0
restored
END
keyboard "and so does a new game; one that was saved may go" env XDG_DATA_HOME=/dev/null "${two[@]}" <<END
expect Black to move
send h8\r
send \x03
expect kept nowhere
send i9\r
send new\r
expect kept nowhere
send save $scratch/kept.sgf\r
expect Saved
send new\r
expect A new game
absent 1.h8
send q\r
end 0
END

# --- and every one can be gone on with ---
fresh
keyboard "the menu has no game to go on with at first" "$TENGEN" play <<'END'
expect Enter starts the game
absent Go on
send q
end 0
END
keyboard "a game is left, with a person as White and the engine to come" \
    "$TENGEN" play --human w --rule renju --size 15 --opening free --time 100ms --level 6 <<'END'
expect White to move
send a1\r
expect 2.a1
expect White to move
send q\r
end 0
END
keyboard "the menu goes on with it, in the same file" "$TENGEN" play <<'END'
expect Enter starts the game
expect Go on
send \e[A\e[C
expect renju 15x15
expect ‹ White ›
absent Opening
send \r
expect 2.a1
send b1\r
expect .b1
expect White to move
send q\r
end 0
END
check "and it is kept in the same file" test "$(kept)" -eq 1
check "with all its moves" holds ';W[ao]'
check "and b1 among them" holds ';W[bo]'
rm -rf "$XDG_DATA_HOME/tengen/played"
keyboard "a game is left in the middle of its opening" "${two[@]}" --opening swap2 <<'END'
expect Lay out an opening
send h8\ri9\rj8\r
expect put-two
send q\r
end 0
END
keyboard "and goes on there" "${two[@]}" "$XDG_DATA_HOME"/tengen/played/*.sgf <<'END'
expect put-two
send put-two\r
expect 1 of 2
send a1\rb2\r
expect swap
send q\r
end 0
END
keyboard "from the menu, too" "$TENGEN" play <<'END'
expect Go on
send \e[A\e[C
expect 6 moves
send \r
expect swap
send q\r
end 0
END
check "the file says how it began" holds 'ON[swap2]'
rm -rf "$XDG_DATA_HOME/tengen/played"
keyboard "a finished game is not offered" "${loud[@]}" <<'END'
expect Black to move
send h8\rresign\rq\r
end 0
END
keyboard "nor one without a move; a file is opened by its name" "$TENGEN" play <<END
expect o opens a file
absent Go on
send onowhere.sgf\r
expect nowhere.sgf
send \e
expect o opens a file
send o$scratch/twice.sgf\r
expect 2 moves
send \r
expect 1.h8 2.i9
send q\r
end 0
END
printf 'c3\nb2\nsave %s\n' "$scratch/hex.sgf" |
    "$TENGEN" play --game hex --size 5 --human both >"$out" 2>"$err"
keyboard "open brings another game to the board, whatever it is" "${two[@]}" <<END
expect Gomoku
send h8\ropen $scratch/none.sgf\r
expect none.sgf
send open $scratch/hex.sgf\r
expect Hex
expect 1.c3 2.b2
send a1\r
expect 3.a1
send q\r
end 0
END
printf 'h8\nopen %s\nboard\n' "$scratch/twice.sgf" | "$TENGEN" play --human both >"$out" 2>"$err"
check "on a pipe, too" test ! -s "$err" -a "$(grep -c '[XO]' "$out")" -eq 2
printf 'open %s\nh8\n' "$scratch/hex.sgf" |
    "$TENGEN" play --player gomokuku --rule standard --time 100ms >"$out" 2>"$err"
check "a player who does not know that game goes on with the present one" \
    test "$(wc -l <"$err")" -eq 1 -a "$(wc -l <"$out")" -eq 1
