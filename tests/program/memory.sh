#!/bin/bash
# SPDX-License-Identifier: MIT
# --hash is what an engine takes, all of it: no command has more resident than that and what the program
# itself needs, and memory that is not needed costs no time.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
own=150 hash=256 # MB
# within MB NAME ARGS...: this command has no more resident than that
within() {
    local most=$1 name=$2
    shift 2
    timeout 60 "$BUILD/tests/peak" "$folder/peak" "$TENGEN" "$@" >"$folder/out" 2>"$folder/err"
    local code=$? peak
    peak=$(cat "$folder/peak")
    if [ $code -le 1 ] && [ "$peak" -le "$most" ]; then
        echo "ok memory: $name takes $peak MB"
    else
        echo "not ok memory: $name takes $peak MB of $most, and ends with $code"
        tail -n 3 "$folder/out" "$folder/err"
    fi
}
# holds ENGINES NAME ARGS...: the same, with so many engines of --hash each
holds() {
    local most=$((own + hash * $1)) name=$2
    shift 2
    within $most "$name" "$@" --hash ${hash}M
}
# say SECONDS LINE...: lines for a program, which is given time to answer before the input ends
say() {
    local seconds=$1
    shift
    printf '%s\n' "$@"
    sleep "$seconds"
}

# What sanitizers need beside is many times ours: only that searches end well with little of a large --hash used.
if [ "${TEST_SCALE:-}" = small ]; then
    for game in gomoku hex; do
        within 1024 "analyze --game $game under a sanitizer" analyze - --game $game --time 200ms --hash 2G
    done
    exit
fi

for game in gomoku hex; do
    limits=(--game "$game" --threads 2)
    holds 1 "analyze, $game" analyze "${limits[@]}" --time 1s "e5 f6" </dev/null
    holds 1 "analyze of five, $game" analyze "${limits[@]}" --multipv 5 --time 500ms "e5 f6" </dev/null
    holds 1 "solve, $game" solve "${limits[@]}" --time 1s - </dev/null
    holds 2 "match, $game" match "${limits[@]}" --games 2 --time 30ms --adjudicate moves=40 \
        --openings none --player tengen --player tengen
    holds 1 "openings, $game" openings "${limits[@]}" --count 2 --nodes 2000 --seed 1
    say 1 a1 | holds 1 "play, $game" play "${limits[@]}" --time 500ms --human b --quiet
    within $own "selfplay, $game" selfplay --game $game --games 2 --nodes 300 --seed 1 --out "$folder/$game.samples"
done
holds 1 "solve on the largest board of Hex" solve --game hex --size 19 --threads 2 --time 1s "e5 f6" </dev/null
holds 1 "analyze on the largest board of Hex" analyze --game hex --size 19 --threads 2 --time 1s "e5 f6" </dev/null
holds 1 "suite" suite tests/suites/tactics.suite tests/suites/hex.suite --time 200ms
say 1 "START 20" "INFO timeout_turn 700" "TURN 10,10" | holds 1 "gomocup" gomocup
say 2 "boardsize 11" "genmove b" "genmove w" "tengen-winner b" | holds 1 "gtp" gtp --time 300ms
within $own "eval" eval "h8 i9"
within $own "eval of Hex" eval --game hex "e5 f6"
printf 'h8 i9 g7\n' >"$folder/game.txt"
within $own "convert" convert "$folder/game.txt" "$folder/game.sgf"
within $own "db import" db import --db "$folder/games.db" "$folder/game.sgf"
within $own "db find" db find --db "$folder/games.db" "h8 i9"
within $own "train" train "$folder/gomoku.samples" --out "$folder/gomoku.weights"
# The page's server, at rest, until the signal that ends it.
"$BUILD/tests/peak" "$folder/peak" timeout -s INT 1 "$TENGEN" serve --port 0 --db none --hash ${hash}M >"$folder/out" 2>&1
peak=$(cat "$folder/peak")
if grep -q '^http://127' "$folder/out" && [ "$peak" -le $((own + hash)) ]; then
    echo "ok memory: serve at rest takes $peak MB"
else
    echo "not ok memory: serve at rest takes $peak MB of $((own + hash))"
fi
within $own "bench" bench --nodes 20000 --quiet
within $own "lab" lab compare --depth 3 --quiet

# Four short games of Hex: a large memory may not cost a second more than a small one.
games() { # games HASH: how many milliseconds they take
    local start
    start=$(date +%s%N)
    "$BUILD/tests/peak" "$folder/peak" "$TENGEN" match --game hex --size 7 --games 4 --nodes 300 --hash "$1" \
        --openings none --player tengen --player tengen >"$folder/out" 2>&1
    echo $((($(date +%s%N) - start) / 1000000))
}
for _ in 1 2 3; do # something else may keep the machine busy
    small=$(games 64M)
    large=$(games 1G)
    peak=$(cat "$folder/peak")
    [ "$large" -le $((small + 1000)) ] && break
done
[ "$large" -le $((small + 1000)) ] && echo "ok memory: a gigabyte costs no time" ||
    echo "not ok memory: four games take $large ms with a gigabyte, $small with 64M"
[ "$peak" -le 1100 ] && echo "ok memory: nor is it touched ($peak MB)" || echo "not ok memory: $peak MB"
