#!/bin/bash
# SPDX-License-Identifier: MIT
# Fast games on a busy machine: tengen against itself through the Gomocup protocol, 50 ms a move with a
# margin of 20 ms, all rules, one and two threads, while every core has something else to do. A game may
# end by the rules of the game and by nothing else: any loss on time, any illegal or forbidden move,
# any crash or silence is a failure. GAMES is how many are played in all (1,000).
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${GAMES:=1000}" "${SEED:=1}"
TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
rules=(freestyle standard renju caro caro-exact)
each=$((GAMES / (2 * ${#rules[@]}) / 2 * 2))
[ $each -ge 2 ] || each=2
folder=$(mktemp -d)
load=()
trap 'kill "${load[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for _ in $(seq "$(nproc)"); do
    nice -n 10 bash -c 'while :; do :; done' &
    load+=($!)
done

# What games were lost by, summed over both players: "rules 90 time 2".
lost_by() {
    tail -n 1 "$1" | grep -o '"lost_by":{[^}]*}' | grep -o '"[a-z]*":[0-9]*' |
        awk -F'[":]+' '{ sum[$2] += $3 } END { for (name in sum) print name, sum[name] }' | sort | xargs
}
for rule in "${rules[@]}"; do
    for threads in 1 2; do
        out=$folder/$rule-$threads
        brain="cmd:$TENGEN gomocup --threads $threads --hash 16M"
        "$TENGEN" match --player "$brain" --player "$brain" --rule "$rule" --games $each \
            --time 50ms --margin 20ms --seed "$SEED" --json >"$out" 2>"$out.err" </dev/null
        code=$?
        played=$(grep -c '^{"game":' "$out")
        bad=$(grep '^{"game":' "$out" | grep -vc '"ending":"rules"')
        name="fast games: $rule, $threads threads, $played games lost by: $(lost_by "$out")"
        if [ $code = 0 ] && [ "$played" = $each ] && [ "$bad" = 0 ]; then
            echo "ok $name"
        else
            echo "not ok $name"
            cat "$out.err"
            grep -v '"ending":"rules"' "$out" | grep -o '^{"game":.*"reason":"[^"]*"' | head -n 20
        fi
    done
done | tee "$folder/lines"
! grep -q '^not ok' "$folder/lines"
