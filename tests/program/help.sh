#!/bin/bash
# SPDX-License-Identifier: MIT
# The help pages and the man page come from the same tables: all of them know every command.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name"; fi
}

"$TENGEN" help >"$scratch/overview"
check "help exits with 0" test $? -eq 0
commands=$(sed -n 's/^  tengen \([a-z]*\) .*/\1/p' "$scratch/overview" | sort -u)
check "the overview lists the commands" test "$(wc -w <<<"$commands")" -ge 8
for same in "--help" "-h" ""; do
    # shellcheck disable=SC2086
    check "'tengen $same' is the overview" cmp -s <("$TENGEN" $same) "$scratch/overview"
done
"$TENGEN" help --man >"$scratch/tengen.1"
for command in $commands; do
    "$TENGEN" help "$command" >"$scratch/page" 2>&1
    check "help $command has a page with options" \
        test $? -eq 0 -a "$(grep -c '^  --help' "$scratch/page")" -eq 1
    check "$command --help is the same page" cmp -s <("$TENGEN" "$command" --help 2>&1) "$scratch/page"
    check "no line of that page is wider than 92 columns" \
        test "$(awk '{ if (length($0) > 92) n++ } END { print n + 0 }' "$scratch/page")" -eq 0
    check "the man page has $command" grep -q "^\.SS tengen $command" "$scratch/tengen.1"
    # Every option a command's page shows is one the command takes.
    for option in $(sed -n 's/^  --\([a-z-]*\).*/\1/p' "$scratch/page"); do
        "$TENGEN" "$command" "--$option=?" --help >"$scratch/out" 2>&1
        grep -q "no option '" "$scratch/out" && echo "not ok $command takes --$option"
    done
done
for topic in $(sed -n 's/^  tengen help \([a-z]*\) .*/\1/p' "$scratch/overview"); do
    check "there is a page on $topic" test "$("$TENGEN" help "$topic" | wc -l)" -ge 4
done
for rule in freestyle standard renju caro caro-exact hex; do
    check "help rules knows $rule" grep -q "^  $rule " <("$TENGEN" help rules)
done
for player in tengen random human cmd htp; do
    check "help players knows $player" grep -q "^  $player" <("$TENGEN" help players)
done
if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww "$scratch/tengen.1" >"$scratch/shown" 2>"$scratch/complaints"
    check "groff sets the man page without complaint" \
        test -s "$scratch/shown" -a ! -s "$scratch/complaints"
fi
check "every request of the man page stands on a line of its own" \
    test "$(grep -cE '.\.(fi|nf|PP|TP|B|SS|SH)( |$)' "$scratch/tengen.1")" -eq 0
check "the man page escapes its dashes" test "$(grep -c '[^\\]--' "$scratch/tengen.1")" -eq 0

# Called as a Gomocup program it is one.
if "$TENGEN" help gomocup >/dev/null 2>&1; then
    ln -s "$TENGEN" "$scratch/pbrain-tengen"
    printf 'START 15\r\nEND\r\n' | "$scratch/pbrain-tengen" >"$scratch/out"
    check "called as pbrain-tengen it speaks Gomocup" grep -q '^OK' "$scratch/out"
fi
