#!/bin/bash
# SPDX-License-Identifier: MIT
# Every conversation in tests/transcripts, played against the program.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}"
export TENGEN=${TENGEN:-$PWD/$BUILD/tengen}
"$BUILD/tests/transcript" tests/transcripts/*.txt
