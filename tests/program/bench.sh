#!/bin/bash
# SPDX-License-Identifier: MIT
# The signature repeats from run to run, and depends on what is searched. (That it is the same for
# both compilers and for debug builds is compared by .ci/run, which has them all.)
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
