#!/bin/bash
# SPDX-License-Identifier: MIT
# The page's tests: languages, strangers, and a person in a real browser. $TENGEN is the program.
cd "$(dirname "$0")" || exit 2
failed=0
for script in lang strangers page; do
    node $script.mjs || failed=1
done
exit $failed
