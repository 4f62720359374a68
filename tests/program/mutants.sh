#!/bin/bash
# SPDX-License-Identifier: MIT
# Every row of tests/mutants/table.txt still fits the source. (`make mutants` runs them.)
set -u
cd "$(dirname "$0")/../.." || exit 2
if tests/mutants/run.sh --check; then
    echo "ok mutants: every row fits the source"
else
    echo "not ok mutants: every row fits the source"
fi
