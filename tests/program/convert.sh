#!/bin/bash
# SPDX-License-Identifier: MIT
# tengen convert: what real programs write goes in, what they read comes out.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

# same NAME EXPECTED ACTUAL
same() {
    if [ "$2" = "$3" ]; then
        echo "ok $1"
    else
        echo "not ok $1"
        diff <(echo "$2") <(echo "$3") | head -20
    fi
}

# wrong CODE PART ARGUMENT...   one sentence on stderr, nothing on stdout
wrong() {
    local code=$1 part=$2
    shift 2
    "$TENGEN" convert "$@" >out 2>err </dev/null
    local got=$?
    if [ "$got" -eq "$code" ] && [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ] && grep -qF -- "$part" err; then
        echo "ok wrong: $*"
    else
        echo "not ok wrong: $* (exit $got, wanted $code and '$part')"
        head -5 err out
    fi
}

printf 'Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1504\r\none\r\ntwo\r\n0\r\n' >game.psq
"$TENGEN" convert game.psq game.sgf --rule renju
same "psq to sgf" "(;FF[4]GM[4]SZ[15]RU[renju]PB[one]PW[two]PQ[0]
;B[hh]MS[0];W[ig]MS[1504])" "$(cat game.sgf)"
"$TENGEN" convert game.sgf again.psq --quiet
same "and back" "$(tr -d '\r' <game.psq)" "$(cat again.psq)"
same "to a move list on stdout" "renju 15
h8 i9" "$("$TENGEN" convert game.sgf - --to txt 2>/dev/null)"
same "from a move list on stdin" "(;FF[4]GM[11]SZ[5]
;B[a1];W[b2])" "$(echo 'hex 5 a1 b2' | "$TENGEN" convert - - --from txt --to sgf)"

"$TENGEN" convert 'https://hexworld.org/board/#11c1,a2:sf7:rw' link.sgf
same "a HexWorld link" "(;FF[4]GM[11]SZ[11]RE[B+Resign]
;B[a2];W[swap-pieces];B[f7];W[resign])" "$(cat link.sgf)"
"$TENGEN" convert link.sgf link.hexworld
same "and back to a link" "https://hexworld.org/board/#11c1,a2:sf7:rw" "$(cat link.hexworld)"

echo '(;GM[11]SZ[11];B[i2];W[swap-pieces];W[h4];B[e6])' >hexgui.sgf
same "HexGui's swap" "https://hexworld.org/board/#11c1,i2:Sh4e6" "$("$TENGEN" convert hexgui.sgf - --to hexworld)"

echo '(;GM[4]PB[A]C[hello];B[hh](;W[ii])(;W[jj]))' >tree.sgf
"$TENGEN" convert tree.sgf tree.txt 2>note
same "what is lost is said" "tengen convert: this format has no place for: variations, comments, players" "$(cat note)"
same "the main line is kept" "freestyle 15
h8 i7" "$(cat tree.txt)"
"$TENGEN" convert tree.sgf tree2.sgf 2>note
same "a tree into a tree loses nothing" "" "$(cat note)"

echo '(;GM[4]SZ[15];B[hh];W[hh])' >occupied.sgf
wrong 2 "h8 is occupied" occupied.sgf out.txt
echo '(;GM[4]SZ[15];AB[hh]AW[ii];B[gg])' >second.sgf
same "stones set up in the second node" "freestyle 15
B:h8;W:i7
g9" "$("$TENGEN" convert second.sgf - --to txt)"

{ echo before; "$TENGEN" convert game.sgf /dev/stdout --to txt --quiet; echo after; } >stdout
same "what the shell has opened is written to, not replaced" "before
renju 15
h8 i9
after" "$(cat stdout)"
wrong 2 "something is missing" game.sgf
wrong 2 "what is the format of 'game.pgn'" game.pgn out.sgf
wrong 2 "--to says it" game.sgf -
wrong 2 "not of gomoku" game.sgf game.hexworld
wrong 2 "not of hex" link.sgf link.psq
wrong 2 "contradiction" game.sgf out.txt --rule caro
wrong 2 "contradiction" game.sgf out.txt --game hex
wrong 2 "contradiction" game.sgf out.txt --size 19
wrong 2 "no PSQ" game.sgf out.txt --from psq
wrong 2 "nosuch.sgf" nosuch.sgf out.txt
wrong 3 "nosuch" game.sgf nosuch/out.txt --quiet
same "no half-written file" "" "$(ls out.txt game.hexworld link.psq 2>/dev/null)"
exit 0
