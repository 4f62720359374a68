#!/bin/bash
# SPDX-License-Identifier: MIT
# 8,000 games are imported while one page plays and saves and another one looks on, see import.mjs.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}"
TENGEN=${TENGEN:-$PWD/$BUILD/tengen} exec node tests/long/import.mjs
