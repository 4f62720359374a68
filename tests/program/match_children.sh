#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that fail in every way a stranger's program can (tests/tools/child_actor.c): every game is
# recorded, lost for the right reason, and nobody is left running. Most of it is waiting, so all
# matches run at the same time.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Each match has a folder of its own with an actor of its own, so that those who are left can be told
# apart. Those who were killed may need a moment to be gone.
nobody_left() {
    for _ in $(seq 50); do
        grep -qsa "^$1/" /proc/[0-9]*/cmdline || return 0
        sleep 0.02
    done
    return 1
}
match() { # ROLE ARGS...: two games against chance
    local at=$folder/$1 role=$1
    shift
    mkdir "$at" && ln -s "$PWD/$BUILD/tests/child_actor" "$at/actor"
    timeout 120 "$TENGEN" match --player "cmd:$at/actor $role" --player random --games 2 \
        --openings none --json "$@" </dev/null >"$at/out" 2>"$at/err"
}
report() { [ "$1" = 0 ] && echo "ok $2" || { echo "not ok $2"; tail -n 5 "$folder/$3/out" "$folder/$3/err"; }; }

# loses ROLE REASON: both games end that way, one line each and one for the table.
loses() {
    match "$1" --time 100ms
    [ $? = 0 ] && [ ! -s "$folder/$1/err" ] && [ "$(wc -l <"$folder/$1/out")" = 3 ] &&
        tail -n 1 "$folder/$1/out" | grep -qF "\"lost_by\":{\"$2\":2}" && nobody_left "$folder/$1"
    report $? "match: a program that does '$1' loses by $2" "$1"
}
# plays ROLE: strange, but within the rules; nothing but the board decides.
plays() {
    match "$1" --time 5s
    [ $? = 0 ] && [ "$(grep -c '"ending":"rules"' "$folder/$1/out")" = 2 ] && nobody_left "$folder/$1"
    report $? "match: a program that does '$1' plays on" "$1"
}
# refused ROLE TEXT: it does not even begin.
refused() {
    match "$1" --time 100ms
    [ $? = 3 ] && [ ! -s "$folder/$1/out" ] && [ "$(wc -l <"$folder/$1/err")" = 1 ] &&
        grep -qF -- "$2" "$folder/$1/err" && nobody_left "$folder/$1"
    report $? "match: a program that does '$1' is refused" "$1"
}

# Killed outright in the middle of a game, with grandchildren about: nobody survives us either.
killed() { # ROLE
    local at=$folder/killed-$1
    mkdir "$at" && ln -s "$PWD/$BUILD/tests/child_actor" "$at/actor"
    "$TENGEN" match --player "cmd:$at/actor $1" --player random --openings none --time 5s </dev/null \
        >"$at/out" 2>"$at/err" &
    local pid=$!
    for _ in $(seq 200); do
        [ "$(grep -lsa "^$at/" /proc/[0-9]*/cmdline | wc -l)" -gt 2 ] && break
        sleep 0.02
    done
    kill -9 $pid
    wait $pid 2>/dev/null
    nobody_left "$at"
    report $? "match: no grandchild ($1) survives kill -9 of the match" "killed-$1"
}
for role in fork fork-session daemon daemon-bare; do killed $role 2>/dev/null; done

for role in crash leave crash-later close; do loses $role crash & done
for role in hang hang-later endless deaf; do loses $role silence & done
for role in nonsense outside error unknown two half binary; do loses $role nonsense & done
wait
loses occupied illegal &
loses late time &
for role in good megabyte fork fork-session daemon daemon-bare stubborn no-restart suggest; do plays $role & done
refused exit 'ended with exit code 7' &
refused mute 'was silent' &
wait

# Memory and threads are said once to a program, not at every RESTART, and never just before a clock: it
# may allocate its table anew at these words. What it has answered RESTART behind, it has done.
mkdir "$folder/ear" && cat >"$folder/ear/ear.sh" <<END
#!/bin/sh
tee -a "$folder/ear/heard.\$\$" | "$PWD/$BUILD/tests/child_actor" good
END
chmod +x "$folder/ear/ear.sh"
hears() { # ARGS...: a match; true when every program heard of memory once and in time
    rm -f "$folder"/ear/heard.*
    timeout 120 "$TENGEN" match --player "cmd:$folder/ear/ear.sh" --player random --openings none --time 5s \
        --json "$@" </dev/null >"$folder/ear/out" 2>"$folder/ear/err" || return 1
    for heard in "$folder"/ear/heard.*; do
        [ "$(grep -c '^START' "$heard")" = 1 ] && [ "$(grep -c '^INFO max_memory' "$heard")" = 1 ] &&
            [ "$(grep -c '^INFO hash_size' "$heard")" = 1 ] &&
            awk '/^INFO (max_memory|hash_size)/ { told = 1 } /^RESTART/ { told = 0 }
                /^(BEGIN|TURN|BOARD)/ && told { exit 1 }' "$heard" || return 1
    done
}
hears --games 4 && [ "$(grep -c '^RESTART' "$folder"/ear/heard.*)" -ge 4 ] &&
    [ "$(grep -c '^INFO rule' "$folder"/ear/heard.*)" -ge 4 ]
report $? "match: a program hears of memory once, of the rule in every game" ear
hears --games 20 --concurrency 2 && [ "$(ls "$folder"/ear/heard.* | wc -l)" = 2 ]
report $? "match: programs of all workers hear of memory before a clock runs" ear
hears --games 2 --player "cmd:$folder/ear/ear.sh" && [ "$(ls "$folder"/ear/heard.* | wc -l)" -ge 3 ]
report $? "match: programs that take turns on the bench hear of memory before a clock runs" ear
