#!/bin/bash
# SPDX-License-Identifier: MIT
# The page's tests: languages, small parts, strangers, looks, what is kept, and a person in a real browser. $TENGEN is the program.
cd "$(dirname "$0")" || exit 2
failed=0
for script in lang parts strangers looks page keeping; do
    node $script.mjs || failed=1
done
exit $failed
