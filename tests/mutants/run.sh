#!/bin/bash
# SPDX-License-Identifier: MIT
# Breaks the program on purpose, once for each row of tests/mutants/table.txt, and sees whether the tests
# notice. Every job has a copy of the tree with its objects, changes one file, builds what the row's tests
# need and runs them as `make test` does, until one fails.
#
#   run.sh [PATTERN]    rows whose name holds the pattern, all without one
#   run.sh --check      only whether every row still fits the source: `make test` does that
#
# JOBS=N rows at a time (as many as there are cores). Ends with "N killed, 0 survived"; anything else
# (a survivor, a row that fits no more or does not compile) exits with 1.
set -u
cd "$(dirname "$0")/../.." || exit 2
tree=$PWD
build=${BUILD:-build/gcc-release}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
LIMIT=300 # seconds for one test

# --- the table ---

# A row becomes a folder of its parts: name, file, tests, old, new.
split_table() {
    mkdir "$scratch/rows"
    awk -v rows="$scratch/rows" '
        /^#/ || /^$/ { next }
        /^== / {
            row = sprintf("%s/%03d", rows, ++count)
            system("mkdir " row)
            print substr($0, 4) > (row "/name")
            next
        }
        /^file /  { print substr($0, 6) > (row "/file"); next }
        /^tests / { print substr($0, 7) > (row "/tests"); next }
        /^-/ { print substr($0, 2) > (row "/old"); next }
        /^\+/ { print substr($0, 2) > (row "/new"); next }
        { print "tests/mutants/table.txt:" NR ": no such line: " $0 > "/dev/stderr"; bad = 1 }
        END { exit bad }' tests/mutants/table.txt
}

# The file with the old text replaced, on stdout; fails unless that stands there exactly once.
mutate() { # ROW FILE
    awk -v old_file="$1/old" -v new_file="$1/new" '
        function slurp(path, text, line, first) {
            first = 1
            while ((getline line < path) > 0) {
                text = text (first ? "" : "\n") line
                first = 0
            }
            return text
        }
        { whole = whole $0 "\n" }
        END {
            old = slurp(old_file); new = slurp(new_file)
            at = index(whole, old)
            if (old == "" || !at || index(substr(whole, at + 1), old)) exit 1
            printf "%s%s%s", substr(whole, 1, at - 1), new, substr(whole, at + length(old))
        }' "$2"
}

# What is wrong with a row, nothing when it fits.
complaint() { # ROW
    local file test
    file=$(cat "$1/file" 2>/dev/null)
    [ -f "$file" ] || { echo "there is no file '$file'"; return; }
    [ -s "$1/tests" ] || { echo "no tests are named"; return; }
    for test in $(cat "$1/tests"); do
        [ -f "tests/unit/$test.c" ] || [ -x "tests/program/$test" ] || { echo "there is no test $test"; return; }
    done
    mutate "$1" "$file" >/dev/null || echo "its old text does not stand exactly once in $file"
}

# --- one row in one copy ---

make_copy() { # FOLDER
    mkdir -p "$1/$(dirname "$build")"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$1"
    cp -a "$build" "$1/$build"
}

# Does the test fail? It then says how.
notices() { # TEST
    local log=$PWD/mutant.log code
    if [ "${1%.sh}" = "$1" ]; then
        timeout "$LIMIT" "$build/tests/$1" >"$log" 2>&1
    else
        BUILD=$build TENGEN=$PWD/$build/tengen timeout "$LIMIT" "tests/program/$1" >"$log" 2>&1
    fi
    code=$?
    if [ $code = 0 ] && ! grep -q '^not ok' "$log"; then return 1; fi
    what=$(sed -n 's/^\[  FAILED  \] \([a-z_0-9]*\)$/\1/p; s/^not ok //p' "$log" | head -1)
    [ $code = 124 ] && what="no end within $LIMIT s"
    echo "$1: ${what:-exit $code}"
}

needed() { # TEST...
    for test in "$@"; do
        if [ "${test%.sh}" = "$test" ]; then
            echo "$build/tests/$test"
        else
            echo "$build/tengen $build/tests/transcript $build/tests/pty $build/tests/child_actor $build/bench/hex_boards"
        fi
    done
}

# Prints one line: "killed NAME by ...", "SURVIVED NAME ...", "STALE NAME ..." or "BROKEN NAME ...".
run_row() { # ROW, in the copy
    local name file tests test how verdict=
    name=$(cat "$1/name") file=$(cat "$1/file") tests=$(cat "$1/tests")
    how=$(complaint "$1")
    [ -z "$how" ] || { echo "STALE    $name: $how"; return; }
    cp -p "$file" original
    mutate "$1" original >"$file"
    # shellcheck disable=SC2046 # words
    if ! make -s $(needed $tests) >mutant.build 2>&1; then
        verdict="BROKEN   $name: $(grep -m1 'error' mutant.build)"
    fi
    for test in $tests; do
        [ -z "$verdict" ] || break
        if how=$(notices "$test"); then verdict="killed   $name by $how"; fi
    done
    cp original "$file" # newer than the objects made of the mutant
    echo "${verdict:-SURVIVED $name: $tests}"
}

# Rows are taken by whoever has time: making its folder claims one.
work() { # COPY
    make_copy "$1"
    cd "$1" || exit 2
    for row in "$scratch"/rows/*; do
        mkdir "$row/taken" 2>/dev/null || continue
        run_row "$row" | tee "$row/result"
    done
}

# --- all of them ---

split_table || exit 1
if [ "${1:-}" = --check ]; then
    stale=0 count=0
    for row in "$scratch"/rows/*; do
        count=$((count + 1))
        what=$(complaint "$row")
        [ -z "$what" ] || { stale=$((stale + 1)); echo "$(cat "$row/name"): $what"; }
    done
    echo "$count rows, $stale stale"
    [ $stale = 0 ]
    exit
fi
if [ -n "${1:-}" ]; then
    for row in "$scratch"/rows/*; do grep -q -- "$1" "$row/name" || rm -r "$row"; done
fi
unset MAKEFLAGS MAKELEVEL
make -s -j"$(nproc)" tests >/dev/null || exit 1
for job in $(seq "${JOBS:-$(nproc)}"); do work "$scratch/copy$job" & done
wait
cd "$tree" || exit 2
killed=$(cat "$scratch"/rows/*/result | grep -c '^killed')
all=$(cat "$scratch"/rows/*/result | wc -l)
echo
cat "$scratch"/rows/*/result | grep -v '^killed'
echo "$killed killed, $((all - killed)) survived"
[ "$killed" = "$all" ] && [ "$killed" -gt 0 ]
