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
