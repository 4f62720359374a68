#!/bin/bash
# SPDX-License-Identifier: MIT
# kill -9 at random moments, KILLS times for each of what writes: imports, matches, self-play, training, proofs and the
# page's saves. Nothing corrupt, nothing lost that was confirmed, nothing there twice.
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}" "${KILLS:=200}"
export BUILD KILLS TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
failed=0
for script in db match_resume train train_resume solve; do
    tests/program/$script.sh | grep -E 'kill|not ok' || failed=1
    if [ "${PIPESTATUS[0]}" != 0 ]; then failed=1; fi
done
(cd tests/page && node kills.mjs) || failed=1
exit $failed
