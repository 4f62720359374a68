# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What scripts of fast games share; they source this. A game may end by the rules of the game and by
# nothing else: any loss on time, any illegal or forbidden move, any crash or silence is a failure.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${GAMES:=1000}" "${SEED:=1}"
TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
folder=$(mktemp -d)
load=()
trap 'kill "${load[@]}" 2>/dev/null; rm -rf "$folder"' EXIT

# From now on every core has something else to do.
make_busy() {
    for _ in $(seq "$(nproc)"); do
        nice -n 10 bash -c 'while :; do :; done' &
        load+=($!)
    done
}

# The median time of the moves that were thought about, in milliseconds: those that took a fifth of their time. The
# others are forced or known to win or lose, or random.
median_ms() {
    grep -o '"time_us":[0-9]*' "$1" | cut -d: -f2 | awk '$1 >= 10000' | sort -n |
        awk '{ all[NR] = $1 } END { print int(all[int((NR + 1) / 2)] / 1000) }'
}

# play NAME GAMES MATCH-ARGUMENTS...: plays them and says whether all ended as they should, and with LEAST_MS whether
# the median move took so long: what is not used is given away.
play() {
    local name=$1 games=$2 code=0
    local out="$folder/${name//[^a-z0-9]/-}"
    shift 2
    "$TENGEN" match "$@" --games "$games" --time 50ms --seed "$SEED" --json >"$out" 2>"$out.err" </dev/null || code=$?
    local played bad median
    played=$(grep -c '^{"game":' "$out")
    bad=$(grep '^{"game":' "$out" | grep -vc '"ending":"rules"')
    median=$(median_ms "$out")
    if [ $code = 0 ] && [ "$played" = "$games" ] && [ "$bad" = 0 ] && [ "$median" -ge "${LEAST_MS:-0}" ]; then
        echo "ok $name, $played games, half of the thoughts took $median ms or more" >>"$folder/lines"
        tail -n 1 "$folder/lines"
        return
    fi
    echo "not ok $name, $played games, $bad not ended by the rules, half of the thoughts took $median ms or more" | tee -a "$folder/lines"
    cat "$out.err"
    grep -v '"ending":"rules"' "$out" | grep -o '^{"game":.*"reason":"[^"]*"' | head -n 20
}

# Last of all: were there games, and did all end well?
all_well() {
    grep -q '^ok' "$folder/lines" && ! grep -q '^not ok' "$folder/lines"
}
