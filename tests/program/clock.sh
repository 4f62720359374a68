#!/bin/bash
# SPDX-License-Identifier: MIT
# What judges do to a brain, and what they measure: suspending it, counting its memory, looking whether
# it computes when it should not. Nothing here depends on how fast the machine is.
set -u
cd "$(dirname "$0")/../.." || exit 2
small=; [ "${TEST_SCALE:-}" = small ] && small=1
folder=$(mktemp -d)
brain=
trap 'end; rm -rf "$folder"' EXIT
report() { [ "$1" = 0 ] && echo "ok clock: $2" || { echo "not ok clock: $2"; cat "$folder/heard"; }; }

# start ARGS...: a brain that hears what is told and is heard on descriptor 4.
start() {
    rm -f "$folder/in" "$folder/out"
    mkfifo "$folder/in" "$folder/out"
    "$TENGEN" "$@" <"$folder/in" >"$folder/out" &
    brain=$!
    exec 3>"$folder/in" 4<"$folder/out"
    : >"$folder/heard"
}
end() {
    [ "$brain" ] || return
    kill -CONT "$brain" 2>/dev/null
    exec 3>&- 4<&-
    wait "$brain" 2>/dev/null
    brain=
}
tell() { printf '%s\n' "$@" >&3; }
# hear PATTERN: reads on until a line matches, which is left in $line.
hear() {
    while read -r -t 60 line <&4; do
        echo "$line" >>"$folder/heard"
        [[ $line =~ $1 ]] && return 0
    done
    return 1
}
cpu() { # ticks of all threads so far
    local fields
    read -r fields <"/proc/$brain/stat"
    set -- ${fields##*) }
    echo $((${12} + ${13}))
}
computes() { # within a minute
    local before=$(cpu)
    for _ in $(seq 600); do
        sleep 0.1
        [ "$(cpu)" -gt $((before + 5)) ] && return 0
    done
    return 1
}
rests() { # it may need a moment to settle
    sleep 0.2
    local before=$(cpu)
    sleep 0.5
    [ "$(cpu)" -le $((before + 1)) ]
}

# --- suspended ---

cell='^[0-9]+,[0-9]+$'
# Between moves: the opponent's time is not charged to ours. DEBUG tells what a move is given.
suspended_between() {
    local given=()
    start gomocup --threads 1 --hash 4M --debug
    tell 'START 15' 'INFO timeout_turn 300' 'INFO timeout_match 600000'
    hear '^OK$' || return 1
    for cell_told in 7,7 0,0 0,14 14,0; do
        tell "TURN $cell_told"
        hear '^DEBUG time ' || return 1
        given+=("$line")
        hear "$cell" || return 1
        kill -STOP "$brain"
        sleep 1
        kill -CONT "$brain"
    done
    end
    # The clock it keeps has lost four moves at most, not four seconds; and a move is given
    # what is left of 300 ms when the answer has travelled, or half of it where the machine is busy.
    # The first is charged with the start, which may take long on such a machine.
    for line in "${given[@]:1}"; do
        [[ $line =~ time\ ([0-9]+)\ clock\ ([0-9]+) ]] || return 1
        [ "${BASH_REMATCH[1]}" -ge 100 ] || return 1
    done
    [ "${BASH_REMATCH[2]}" -ge 597000 ]
}
[ "$small" ] || { suspended_between; report $? "suspended between moves, it is not charged for that"; end; }

# In the middle of a thought, from before it has searched a node: it answers, and blocks the four.
suspended_while_thinking() {
    start gomocup --threads 2 --hash 4M
    tell 'START 15' 'INFO timeout_turn 200'
    hear '^OK$' || return 1
    for pause in 0 0 0.02 0.05; do
        tell RESTART
        hear '^OK$' || return 1
        tell BOARD 7,7,2 0,0,1 8,7,2 2,0,1 9,7,2 6,7,1 10,7,2 DONE
        sleep $pause
        kill -STOP "$brain"
        sleep 0.5
        kill -CONT "$brain"
        hear "$cell" && [ "$line" = 11,7 ] || return 1
    done
}
suspended_while_thinking; report $? "suspended while it thinks, it answers sensibly"; end

# --- memory ---

for threads in 1 2; do
    for limit in 32 80 350; do
        within_memory() {
            start gomocup --threads "$threads"
            tell 'START 15' "INFO max_memory $((limit << 20))" 'INFO timeout_turn 700' 'INFO rule 4'
            hear '^OK$' || return 1
            for cell_told in 7,7 0,0; do
                tell "TURN $cell_told"
                hear "$cell" || return 1
            done
            local used
            used=$(awk '/^VmHWM/ { print $2 }' "/proc/$brain/status")
            echo "used $used kB of $((limit << 10))" >>"$folder/heard"
            [ "$used" -le $((limit << 10)) ]
        }
        # The sanitizers need memory of their own.
        [ "$small" ] || { within_memory; report $? "$limit MB with $threads threads are not exceeded"; end; }
    done
done

# --- pondering ---

ponders() { # ARGS...: of the brain
    start gomocup "$@"
    tell 'START 15' 'INFO timeout_turn 50'
    hear '^OK$' || return 1
    tell 'TURN 7,7'
    hear "$cell"
}
off_is_idle() { ponders && rests; }
off_is_idle; report $? "without --ponder it rests on the opponent's time"; end
on_is_busy() { ponders --ponder --threads 1 && computes; }
on_is_busy; report $? "with --ponder it computes"
cleared() { tell RESTART && hear '^OK$' && rests; }
cleared; report $? "... and rests when the board is cleared"
stopped() { tell 'TURN 7,7' && hear "$cell" && computes && tell YXSTOP && rests; }
stopped; report $? "... and when it is told to stop"
over() { # our five ends the game
    tell 'INFO ponder 1' BOARD 7,7,1 0,0,2 8,7,1 2,0,2 9,7,1 4,0,2 10,7,1 6,0,2 DONE
    hear "$cell" && rests
}
over; report $? "... and when the game is over"; end
by_info() { ponders --threads 1 && tell 'INFO ponder 1' 'TURN 0,0' && hear "$cell" && computes; }
by_info; report $? "INFO ponder 1 does the same"; end
gtp() {
    start gtp --ponder --threads 1 --time 50ms
    tell 'genmove b' && hear '^= [a-k]' && computes && tell clear_board && hear '^=' && rests
}
gtp; report $? "gtp --ponder computes until the board is cleared"; end
play() {
    start play --ponder --threads 1 --time 50ms --human b
    tell h8 && hear '^[a-o][0-9]+$' && computes && tell new && rests
}
play; report $? "play --ponder computes until the game is given up"; end
