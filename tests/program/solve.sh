#!/bin/bash
# SPDX-License-Identifier: MIT
# Hex proofs in a file: a proof found in slices, one found by a program that is killed again and again,
# and files that are something else. Also that the boards in docs/ are what the program draws.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name"; tail -n 3 "$folder"/out "$folder"/err; fi
}
solve() { # solve ARGS...: the answer's first word
    "$TENGEN" solve --game hex --hash 4M --threads 1 "$@" 2>"$folder/err" | tee "$folder/out" | cut -d' ' -f1
}

# In slices that are too small for the whole.
board=(--size 6) move=a5 slice=150
answer=$(solve "${board[@]}" --time 60s $move)
check "the board is solved at once" test "$answer" = win -o "$answer" = loss
check "a slice is not enough for it" test "$(solve "${board[@]}" --nodes $slice $move)" = unknown
slices=0 found=unknown
while [ "$found" = unknown ] && [ $slices -lt 500 ]; do
    found=$(solve "${board[@]}" --nodes $slice --proofs "$folder/slices" $move)
    slices=$((slices + 1))
done
check "slices that go on from a file come to the same ($slices of them)" test "$found" = "$answer"
check "and then the file knows it" test "$(solve "${board[@]}" --nodes 1 --proofs "$folder/slices" $move)" = "$answer"

# Who sets no limit on a small board gets an answer, however long it takes.
if [ "${TEST_SCALE:-normal}" != small ]; then
    timeout -s INT 7 "$TENGEN" solve --game hex --size 8 --threads 1 h4 >"$folder/out" 2>"$folder/err"
    check "8x8 without a limit is not given up after five seconds" test $? = 124
    check "and ends when it is told to" grep -qx unknown "$folder/out"
fi

# Killed as soon as something new is in the file.
case ${TEST_SCALE:-normal} in small) kills=1 ;; *) kills=${KILLS:-3} ;; esac
solve --size 9 --nodes 1 --proofs "$folder/killed" e5 >/dev/null
size=$(stat -c %s "$folder/killed") grew=0
for _ in $(seq $kills); do
    "$TENGEN" solve --game hex --hash 4M --size 9 --time 600s --proofs "$folder/killed" b5 >/dev/null 2>>"$folder/err" &
    pid=$!
    for _ in $(seq 6000); do
        [ "$(stat -c %s "$folder/killed")" -gt "$size" ] && break
        sleep 0.01
    done
    kill -9 $pid
    wait $pid 2>/dev/null
    [ "$(stat -c %s "$folder/killed")" -gt "$size" ] && grew=$((grew + 1))
    size=$(stat -c %s "$folder/killed")
    solve --size 9 --nodes 1 --proofs "$folder/killed" b5 >/dev/null
    [ -s "$folder/err" ] && break
done
check "a killed run leaves what it had found" test $grew = $kills -a ! -s "$folder/err"

echo "something else" >"$folder/other"
for place in "$folder/nowhere/proofs" /proc/proofs; do
    "$TENGEN" solve --game hex --size 4 --proofs "$place" a2 >"$folder/out" 2>"$folder/err"
    check "proofs that cannot be kept are the machine's fault: ${place##*/}" test $? -eq 3
done
"$TENGEN" solve h8 --proofs "$folder/nowhere/proofs" >/dev/null 2>&1
check "and those of a game that has none are wrong usage" test $? -eq 2
solve --size 6 --proofs "$folder/other" a2 >/dev/null
check "another file is refused" grep -q "not a whole file of Hex proofs for a board of 6x6" "$folder/err"
check "and left alone" test "$(cat "$folder/other")" = "something else"
solve --size 7 --proofs "$folder/slices" a2 >/dev/null
check "so is one of another board" grep -q "7x7" "$folder/err"

cp docs/hex-knowledge.md "$folder/page.md"
"$BUILD/bench/hex_boards" "$folder/page.md"
check "the boards in docs/hex-knowledge.md are up to date (make docs)" cmp -s docs/hex-knowledge.md "$folder/page.md"
