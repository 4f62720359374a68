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

# play NAME GAMES MATCH-ARGUMENTS...: plays them and says whether all ended as they should.
play() {
    local name=$1 games=$2 code=0
    local out="$folder/${name//[^a-z0-9]/-}"
    shift 2
    "$TENGEN" match "$@" --games "$games" --time 50ms --seed "$SEED" --json >"$out" 2>"$out.err" </dev/null || code=$?
    local played bad
    played=$(grep -c '^{"game":' "$out")
    bad=$(grep '^{"game":' "$out" | grep -vc '"ending":"rules"')
    if [ $code = 0 ] && [ "$played" = "$games" ] && [ "$bad" = 0 ]; then
        echo "ok $name, $played games" >>"$folder/lines"
        tail -n 1 "$folder/lines"
        return
    fi
    echo "not ok $name, $played games, $bad not ended by the rules" | tee -a "$folder/lines"
    cat "$out.err"
    grep -v '"ending":"rules"' "$out" | grep -o '^{"game":.*"reason":"[^"]*"' | head -n 20
}

# Last of all: were there games, and did all end well?
all_well() {
    grep -q '^ok' "$folder/lines" && ! grep -q '^not ok' "$folder/lines"
}
