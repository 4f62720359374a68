#!/bin/bash
# SPDX-License-Identifier: MIT
# The library of games from the command line: what goes in, what is found, what comes out, what is refused,
# and what is left when it is killed.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err db=$scratch/deep/er/games.db
check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else
        echo "not ok $name"
        head -20 "$out" "$err"
    fi
}
db() { "$TENGEN" db "$@" --db "$db" >"$out" 2>"$err" </dev/null; }
wrong() { # wrong CODE WHAT ARGUMENT...
    local code=$1 what=$2
    shift 2
    db "$@"
    local got=$?
    check "wrong: db $*" test "$got" -eq "$code" -a "$(wc -l <"$err")" -eq 1 -a ! -s "$out" \
        -a "$(grep -cF -- "$what" "$err")" -eq 1
}

# --- nothing there yet ---
wrong 2 "something is missing"
wrong 2 "no verb 'eat'; it has import" eat
wrong 2 "there is no database" stats
wrong 2 "there is no database" find h8
wrong 2 "something is missing; type: tengen db import" import
wrong 2 "one word too many; type: tengen db stats" stats now
wrong 2 "cannot read" import "$scratch/nowhere"
wrong 2 "from takes a day" list --from yesterday
wrong 2 "to takes a day" list --to 2026-13
wrong 2 "result takes none|black|white|draw" list --result lost
wrong 3 "there is no folder '$scratch/deep/er' for a database" import "$scratch"
timeout 10 "$TENGEN" serve --port 0 --open off --db "$db" >"$out" 2>"$err" </dev/null
check "serve makes no folders, either" test $? -eq 3 -a "$(grep -c "there is no folder '$scratch/deep/er'" "$err")" -eq 1 -a ! -s "$out"
check "what is refused makes no file" test ! -e "$scratch/deep"
mkdir -p "${db%/*}"

# --- import ---
games=$scratch/games
mkdir -p "$games/sub/.hidden"
game() { printf '(;FF[4]GM[4]SZ[15]RU[%s]PB[%s]PW[%s]DT[%s]RE[%s];%s)' "$@"; }
game renju Ada Bela 2024-02-29 B+R 'B[hh];W[hg];B[ig]' >"$games/one.sgf"
game renju Cyd Ada 2025-03-01 W+R 'B[hh];W[ih];B[ig]' >"$games/two.sgf"
{ game renju Eve Fay 2026 0 'B[hh];W[gg]'; echo; game freestyle Eve Fay 2026 0 'B[hh];W[hg];B[ig]'; } >"$games/sub/both.sgf"
printf 'Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,7,0\n-1\n' >"$games/sub/three.psq"
printf 'Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,7,0\n-1\n' >"$games/one.psq"
game renju Ada Bela 2024-02-29 B+R 'B[hh];W[hg];B[ig]' >"$games/sub/.hidden/no.sgf"
echo 'not a game' >"$games/notes.txt"
echo '(;GM[4]SZ[15];B[hh];W[hh])' >"$games/bad.sgf"
head -c 500 /dev/urandom >"$games/sub/worse.sgf"
ln -s .. "$games/sub/loop"
mkfifo "$games/sub/pipe.sgf"
timeout 60 "$TENGEN" db import "$games" --db "$db" >"$out" 2>"$err"
code=$?
check "a folder is read with its subfolders" grep -qx '5 games added, 0 known already, 2 refused' "$out"
check "what is bad is told in a sentence each" test $code -eq 1 -a "$(wc -l <"$err")" -eq 2 \
    -a "$(grep -c 'bad.sgf: move 2, h8: h8 is occupied' "$err")" -eq 1 -a "$(grep -c worse.sgf "$err")" -eq 1
timeout 60 "$TENGEN" db import "$games/sub/pipe.sgf" --db "$db" >"$out" 2>"$err"
check "a pipe of that name is refused" test $? -eq 1 -a "$(grep -c 'it is a pipe and no file' "$err")" -eq 1
rm "$games/bad.sgf" "$games/sub/worse.sgf" "$games/sub/pipe.sgf"
db import "$games"
check "a game is not taken twice" test $? -eq 0 -a "$(cat "$out")" = '0 games added, 5 known already, 0 refused'
wrong 2 "what is '$scratch/out'? A record ends in" import "$out"
db import "$games/one.sgf" --rule freestyle
check "an option that contradicts the record is told" test $? -eq 1 -a "$(grep -c contradiction "$err")" -eq 1
db check
check "the database is sound" test $? -eq 0 -a "$(cat "$out")" = 'the database is sound'

# --- find ---
db find "h8 h9" --rule renju --json
check "a position is found mirrored" test $? -eq 0 -a "$(grep -c '"game":' "$out")" -eq 2 \
    -a "$(grep -c '^{"next":"g9","games":2,"black":1,"white":1,"draws":0}$' "$out")" -eq 1
db find "h8 h7" --rule renju --json
check "and its replies lie as it was asked for" grep -q '^{"next":"g7","games":2,' "$out"
db find "i9 h9 h8" --rule renju
check "by any order of moves" grep -qx '2 games' "$out"
db find "h8 h9 i9" --any-rule
check "under any rule" grep -qx '4 games' "$out"
db find "a1 a2"
check "what is nowhere is not found" test $? -eq 1 -a "$(cat "$out")" = '0 games'
wrong 2 "h8 is occupied" find "h8 h8"
db list --player ada --from 2025
check "by player and day" test "$(head -1 "$out")" = '1 game' -a "$(grep -c 'Cyd - Ada' "$out")" -eq 1
echo '(;GM[4]SZ[15]PB[Eve];B[hh];W[aa];B[ab])' >"$scratch/undated.sgf"
"$TENGEN" db import "$scratch/undated.sgf" --db "$scratch/undated.db" >/dev/null
check "a game without a date has no day" grep -q '^ *1  ?  ' <("$TENGEN" db list --db "$scratch/undated.db")
check "and belongs to no time" test "$("$TENGEN" db list --to 2100 --db "$scratch/undated.db" | head -1)" = '0 games'
db list --result draw --rule renju
check "by result and rule" test "$(head -1 "$out")" = '1 game'
db list --at "h8 i9" --any-rule --limit 1 --json
check "by position, in a list" test "$(grep -c . "$out")" -eq 1 -a "$(grep -c '"at":2' "$out")" -eq 1
db stats --json
check "statistics are one object" grep -qx '{"games":5,"positions":19,.*"players":\[.*\]}' "$out"

# --- a library to look at ---
cp "$db" "$scratch/look.db"
for verb in list stats check "show 1" "find h8" "export $scratch/looked.sgf"; do
    # shellcheck disable=SC2086
    "$TENGEN" db $verb --read-only --db "$scratch/look.db" >"$out" 2>"$err"
    check "read only: db $verb" test $? -eq 0 -a ! -s "$err"
done
check "what is only read stays as it was" cmp -s "$db" "$scratch/look.db"
wrong 2 "import writes; --read-only forbids it" import "$games" --read-only
wrong 2 "delete writes; --read-only forbids it" delete 1 --read-only
"$TENGEN" db list --read-only --db "$scratch/none.db" >"$out" 2>"$err"
check "and nothing is made" test $? -eq 2 -a ! -e "$scratch/none.db"

# --- out again ---
db export "$scratch/all.sgf"
"$TENGEN" db import "$scratch/all.sgf" --db "$scratch/second.db" >"$out" 2>"$err"
check "a collection goes out and in" grep -qx '5 games added, 0 known already, 0 refused' "$out"
"$TENGEN" db import "$games" --db "$scratch/second.db" >"$out" 2>"$err"
check "and is the same games" grep -qx '0 games added, 5 known already, 0 refused' "$out"
db export "$scratch/psq" --format psq --rule renju
check "to a folder, in another format" test $? -eq 0 -a "$(find "$scratch/psq" -name '*.psq' | wc -l)" -eq 3
db show 1
check "one game is shown" test "$(grep -c 'PB\[Ada\]' "$out")" -eq 1
wrong 2 "only .sgf holds many games" export "$scratch/all.psq"
wrong 2 "there is no game 77" show 77
wrong 2 "named by its number" show one
db delete 1
check "and forgotten" test $? -eq 0
wrong 2 "there is no game 1" show 1
db check
check "the database is still sound" test $? -eq 0
echo "this is no database, whatever its name says" >"$scratch/fake.db"
"$TENGEN" db stats --db "$scratch/fake.db" >"$out" 2>"$err"
check "another file is refused" test $? -eq 3 -a "$(grep -c 'is no database' "$err")" -eq 1
for arguments in "db list" "db import $games/one.sgf" "db check" "serve --port 0 --open off"; do
    # shellcheck disable=SC2086
    timeout 20 "$TENGEN" $arguments --db "$scratch/fake.db" >"$out" 2>"$err" </dev/null
    check "it is the machine's fault to everybody: ${arguments%% /*}" \
        test $? -eq 3 -a "$(grep -c 'is no database' "$err")" -eq 1 -a ! -s "$out"
done
XDG_DATA_HOME=$scratch/xdg "$TENGEN" db import "$games/one.sgf" >"$out" 2>"$err"
check "the user's data folder is the default" test -f "$scratch/xdg/tengen/games.db"

# --- a match ---
"$TENGEN" match --player random --player random --games 10 --size 7 --seed 5 --quiet --out "$scratch/match" >"$out" 2>"$err"
"$TENGEN" db import "$scratch/match" --db "$scratch/match.db" >"$out" 2>"$err"
check "a match is read from its journal" grep -qx '10 games added, 0 known already, 0 refused' "$out"
"$TENGEN" db import "$scratch/match/games" "$scratch/match/games.jsonl" --db "$scratch/match.db" >"$out" 2>"$err"
check "and its files are the same games" grep -qx '0 games added, 20 known already, 0 refused' "$out"

# --- two imports at once, and sudden ends ---
"$TENGEN" db import "$scratch/match" --db "$scratch/twice.db" >"$out" 2>"$err" &
"$TENGEN" db import "$scratch/match/games" --db "$scratch/twice.db" >"$scratch/out2" 2>"$scratch/err2"
wait
"$TENGEN" db stats --json --db "$scratch/twice.db" >"$out" 2>"$err"
check "two programs make one file, and no game twice" grep -q '^{"games":10,' "$out"

mkdir "$scratch/many"
for i in $(seq 300); do
    game freestyle "P$i" Q 2026-01-01 B+ "B[hh];W[hg];B[i$(printf %b "\\x$(printf %x $((97 + i % 15)))")]" >"$scratch/many/$i.sgf"
done
kills=${KILLS:-10}
[ "${TEST_SCALE:-}" = long ] && kills=100
[ "${TEST_SCALE:-}" = small ] && kills=3
sound=0
for i in $(seq $kills); do
    "$TENGEN" db import "$scratch/many" --db "$scratch/killed.db" >/dev/null 2>&1 &
    job=$!
    sleep "0.0$((RANDOM % 10))"
    kill -9 $job 2>/dev/null
    wait $job 2>/dev/null
    [ ! -s "$scratch/killed.db" ] || "$TENGEN" db check --db "$scratch/killed.db" >"$out" 2>"$err" || break
    sound=$((sound + 1))
done
check "killed $kills times while importing, sound every time" test $sound -eq $kills
"$TENGEN" db import "$scratch/many" --db "$scratch/killed.db" >"$out" 2>"$err"
"$TENGEN" db stats --json --db "$scratch/killed.db" >"$out" 2>"$err"
check "and the import is taken up where it was left" grep -q '^{"games":300,' "$out"

# --- a long import: others get in, and what it has done by a sudden end is there ---
long=1500
[ "${TEST_SCALE:-}" = small ] && long=600
# 180 stones without a five, again and again: rows go BBWWBBWW, columns BWBW.
awk -v long=$long 'BEGIN {
    for (y = 0; y < 15; y++)
        for (x = 0; x < 12; x++) {
            cell = sprintf("[%c%c]", 97 + x, 97 + y)
            if ((x + 2 * y) % 4 < 2) black[b++] = cell; else white[w++] = cell
        }
    for (i = 0; i < b; i++) moves = moves ";B" black[i] ";W" white[i]
    for (i = 0; i < long; i++) print "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[P" i "]DT[2026-01-01]" moves ")"
}' >"$scratch/long.sgf"
count() { "$TENGEN" db stats --json --db "$1" 2>/dev/null | grep -o '^{"games":[0-9]*' | grep -o '[0-9]*$'; }
"$TENGEN" db import "$scratch/long.sgf" --db "$scratch/long.db" >"$out" 2>"$err" &
job=$!
until [ "$(count "$scratch/long.db")" -gt 0 ] 2>/dev/null || ! kill -0 $job 2>/dev/null; do sleep 0.02; done
kill -9 $job 2>/dev/null
wait $job 2>/dev/null
kept=$(count "$scratch/long.db")
echo "$kept games were kept" >"$err"
check "a killed import keeps what it had done so far" test "$kept" -gt 0 -a "$kept" -lt 600
"$TENGEN" db check --db "$scratch/long.db" >"$out" 2>"$err"
check "and leaves the database sound, again" test $? -eq 0
"$TENGEN" db import "$scratch/long.sgf" --db "$scratch/long.db" >"$out" 2>"$err" &
job=$! others=0
for name in one two sub/both; do
    "$TENGEN" db import "$games/$name.sgf" --db "$scratch/long.db" >"$scratch/out2" 2>"$scratch/err2" &&
        kill -0 $job 2>/dev/null && others=$((others + 1))
done
wait $job
check "others write during a long import" test $? -eq 0 -a $others -eq 3 -a "$(count "$scratch/long.db")" -eq $((long + 4))

# --- no room left: what does not fit is told, and what was there stays ---
"$TENGEN" db import "$games" --db "$scratch/full.db" >"$out" 2>"$err"
(
    trap '' XFSZ
    ulimit -f 150
    "$TENGEN" db import "$scratch/many" --db "$scratch/full.db" >"$out" 2>"$err"
)
code=$?
check "a disk that is full is told" test $code -eq 3 -a "$(grep -c "the database '.*' fails" "$err")" -eq 1 \
    -a "$(grep -c '^[0-9]* games added' "$out")" -eq 1
added=$(grep -o '^[0-9]*' "$out")
"$TENGEN" db check --db "$scratch/full.db" >"$out" 2>"$err"
check "and leaves the database sound" test $? -eq 0
check "with what it had and what it told" test "$(count "$scratch/full.db")" -eq $((5 + added)) -a "$added" -lt 300
