#!/bin/bash
# SPDX-License-Identifier: MIT
# The page's tests: a person in a real browser, what is kept, looks, strangers, small parts, languages; one a core at
# a time, the longest first, each with a server and a browser of its own. $TENGEN is the program.
cd "$(dirname "$0")" || exit 2
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Shown in one piece when it is over.
try() { # try SCRIPT
    node "$1.mjs" >"$logs/$1" 2>&1 || touch "$logs/failed"
    cat "$logs/$1"
}

for script in page keeping looks strangers parts lang; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    try $script &
done
wait
[ ! -e "$logs/failed" ]
