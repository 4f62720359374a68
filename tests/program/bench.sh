#!/bin/bash
# SPDX-License-Identifier: MIT
# The signature repeats from run to run, and depends on what is searched. (What it is stands in
# tests/signatures.txt, see signatures.sh.)
set -u
report() { [ "$1" = 0 ] && echo "ok $2" || echo "not ok $2"; }
nodes=5000
[ "${TEST_SCALE:-}" = small ] && nodes=500
signature() { sed -n 's/^signature: //p' <<<"$1"; }

first=$("$TENGEN" bench --nodes $nodes)
report $? "bench: ends well"
second=$("$TENGEN" bench --nodes $nodes --quiet)
other=$("$TENGEN" bench --nodes $((nodes / 2)) --quiet)
one=$(signature "$first")
[[ "$one" =~ ^[0-9a-f]{16}$ ]] && [ "$one" = "$(signature "$second")" ]
report $? "bench: the signature repeats"
[ "$one" != "$(signature "$other")" ]
report $? "bench: another search has another signature"
[ "$(tail -2 <<<"$first" | sed 's/[0-9a-f]*$//')" = "$(printf 'signature: \nnps: ')" ]
report $? "bench: ends with signature and nps"
signatures() { grep '^signature of' <<<"$1"; }
[ "$(signatures "$first" | wc -l)" = 6 ] && [ "$(signatures "$first")" = "$(signatures "$second")" ]
report $? "bench: every rule has a signature, which repeats"
alone=$("$TENGEN" bench --nodes $nodes --quiet --rule renju)
[ "$(signatures "$alone")" = "$(signatures "$first" | grep renju)" ]
report $? "bench: a rule's signature depends on no other rule"
"$TENGEN" bench --rule checkers 2>/dev/null
[ $? = 2 ]
report $? "bench: a rule that is none is refused"
# A build with TUNE=1 counts, any other says so.
for step in "freestyle:cut by the first move" "hex:solver: known to the proof book" \
    "hex:nodes decided by connections"; do
    counted=$("$TENGEN" bench --nodes $nodes --quiet --rule "${step%%:*}" --counters 2>&1)
    grep -qE "${step#*:} +[0-9]+ of +[1-9][0-9]* +[0-9.]+%$|a build with TUNE=1 counts" <<<"$counted"
    report $? "bench: counters of ${step%%:*}, or why there are none"
done

# Ctrl-C: the positions that are finished, and no signature.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$TENGEN" bench --nodes 20000000 >"$folder/out" 2>"$folder/err" &
job=$!
# Until it listens: what a shell starts beside itself ignores the signal at first.
listens() { awk '/^Name:/ { ours = $2 == "tengen" } /^SigCgt:.*[2367abef]$/ { catches = 1 } END { exit !(ours && catches) }' "/proc/$1/status"; }
for _ in $(seq 1200); do listens $job && break; sleep 0.05; done
kill -INT $job
wait $job
[ $? = 1 ] && ! grep -q signature "$folder/out" && grep -q 'stopped; a signature takes all positions' "$folder/err"
report $? "bench: Ctrl-C ends it"
# What is shown of it on a terminal leaves the rows alone.
"$BUILD/tests/pty" 90 26 env TERM=xterm "$TENGEN" bench --rule freestyle --nodes 3000000 >"$folder/out" 2>&1 <<'END'
expect nodes, 0.
send \x03
expect stopped; a signature
absent nodes, 0.
end 1
END
code=$?
if [ $code = 77 ]; then echo '# skipped, no pseudo-terminal: bench'; else report $code 'bench: says something on a terminal'; fi
