#!/bin/bash
# SPDX-License-Identifier: MIT
# --hash is what an engine takes, all of it: no command has more resident than that and what the program
# itself needs, and memory that is not needed costs no time.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
own=150 hash=256 # MB
program=40 # ... what one search takes beside a small hash
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
# fills MB NAME ARGS...: this command uses all of a --hash so small, and little more
fills() {
    local hash=$1 name=$2
    shift 2
    timeout 60 "$BUILD/tests/peak" "$folder/peak" "$TENGEN" "$@" --hash "${hash}M" --threads 2 >"$folder/out" 2>"$folder/err"
    local code=$? peak
    peak=$(cat "$folder/peak")
    if [ $code -le 1 ] && [ "$peak" -ge $((hash + 4)) ] && [ "$peak" -le $((hash + program)) ]; then
        echo "ok memory: $name fills $hash MB and takes $peak"
    else
        echo "not ok memory: $name takes $peak MB with $hash to fill and $program beside, and ends with $code"
        tail -n 3 "$folder/out" "$folder/err"
    fi
}
# say SECONDS LINE...: lines for a program, which is given time to answer before the input ends
say() {
    local seconds=$1
    shift
    printf '%s\n' "$@"
    sleep "$seconds"
}

# A message of the page to the server: a frame of text, masked with zeros.
frame() {
    local text=$1
    printf '\x81\xfe'
    printf "\\x$(printf %02x $((${#text} / 256)))\\x$(printf %02x $((${#text} % 256)))"
    printf '\0\0\0\0%s' "$text"
}
# analyse PORT GAME SECONDS: asks the page's server for so long about a game of one stone; prints what it answers
analyse() {
    local lines=("GET /talk HTTP/1.1" "Host: 127.0.0.1:$1" "Connection: Upgrade" "Upgrade: websocket"
        "Sec-WebSocket-Version: 13" "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        "Sec-WebSocket-Protocol: tengen-1" "Origin: http://127.0.0.1:$1" "")
    exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
    printf '%s\r\n' "${lines[@]}" >&3
    sleep 0.1
    frame '{"type":"hello","ask":1,"protocol":2}' >&3
    frame '{"type":"analyse","ask":2,"game":{"game":"'"$2"'","width":11,"height":11,"moves":["e5"]},"lines":1,"time_ms":9000}' >&3
    timeout "$3" cat <&3 | tr -cd '[:print:]'
    exec 3>&-
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
    holds 1 "analyze, $game" analyze "${limits[@]}" --time 500ms "e5 f6" </dev/null
    holds 1 "analyze of five, $game" analyze "${limits[@]}" --multipv 5 --time 200ms "e5 f6" </dev/null
    holds 1 "solve, $game" solve "${limits[@]}" --time 500ms - </dev/null
    holds 2 "match, $game" match "${limits[@]}" --games 2 --time 30ms --adjudicate moves=40 \
        --openings none --player tengen --player tengen
    holds 1 "openings, $game" openings "${limits[@]}" --count 2 --nodes 2000 --seed 1
    say 0.6 a1 | holds 1 "play, $game" play "${limits[@]}" --time 300ms --human b --quiet
    within $own "selfplay, $game" selfplay --game $game --games 2 --nodes 300 --seed 1 --out "$folder/$game.samples"
done
holds 1 "solve on the largest board of Hex" solve --game hex --size 19 --threads 2 --time 500ms "e5 f6" </dev/null
holds 1 "analyze on the largest board of Hex" analyze --game hex --size 19 --threads 2 --time 500ms "e5 f6" </dev/null
# A --hash that is full: what is remembered gives way, and nothing grows.
fills 8 "solve, hex" solve --game hex --size 9 --nodes 3000 - </dev/null
fills 16 "analyze on the largest board of Hex" analyze --game hex --size 19 --nodes 10000 "e5 f6" </dev/null
fills 16 "analyze, gomoku" analyze --nodes 600000 "e5 f6" </dev/null
fills 16 "solve, gomoku" solve --nodes 600000 - </dev/null
holds 1 "suite" suite tests/suites/tactics.suite tests/suites/hex.suite --time 200ms
say 0.7 "START 20" "INFO timeout_turn 500" "TURN 10,10" | holds 1 "gomocup" gomocup
say 1 "boardsize 11" "genmove b" "genmove w" "tengen-winner b" | holds 1 "gtp" gtp --time 200ms
within $own "eval" eval "h8 i9"
within $own "eval of Hex" eval --game hex "e5 f6"
printf 'h8 i9 g7\n' >"$folder/game.txt"
within $own "convert" convert "$folder/game.txt" "$folder/game.sgf"
within $own "db import" db import --db "$folder/games.db" "$folder/game.sgf"
within $own "db find" db find --db "$folder/games.db" "h8 i9"
within $own "train" train "$folder/gomoku.samples" --out "$folder/gomoku.weights"
# The page's server, at rest and while it thinks about either game, until the signal that ends it.
for game in none gomoku hex; do
    rm -f "$folder/out" # lest the port of the last one is read
    "$BUILD/tests/peak" "$folder/peak" timeout -s INT 1.2 "$TENGEN" serve --port 0 --db none --hash ${hash}M \
        >"$folder/out" 2>&1 &
    for _ in $(seq 50); do
        port=$(sed -n 's|^http://127.0.0.1:\([0-9]*\).*|\1|p' "$folder/out" 2>/dev/null)
        [ -n "$port" ] && break
        sleep 0.02
    done
    answered=analysis
    [ $game = none ] || answered=$(analyse "$port" $game 0.8)
    wait
    peak=$(cat "$folder/peak")
    if [ -n "$port" ] && [[ "$answered" == *analysis* ]] && [ "$peak" -le $((own + hash)) ]; then
        echo "ok memory: serve, thinking about $game, takes $peak MB"
    else
        echo "not ok memory: serve, thinking about $game, takes $peak MB of $((own + hash)); it said: ${answered:0:300}"
    fi
done
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
