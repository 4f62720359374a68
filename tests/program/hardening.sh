#!/bin/bash
# SPDX-License-Identifier: MIT
# What the compiler and the linker can do against a mistake in the source being used by an attacker: the
# release build of the program and of the library has it all. Builds for sanitizers have other guards.
set -u
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=build/gcc-release}"
case $BUILD in
*-release) ;;
*)
    echo "ok hardening is for release builds, not for $BUILD"
    exit 0
    ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
check() { # check NAME CONDITION...
    local name=$1
    shift
    if "$@" >"$scratch/said" 2>&1; then echo "ok $name"; else
        echo "not ok $name"
        cat "$scratch/said"
    fi
}
has() { grep -E -- "$2" "$scratch/$1"; }
lacks() { ! grep -E -- "$2" "$scratch/$1"; }

library=$(sed -n 's/^#define TENGEN_VERSION "\([0-9]*\).*/libtengen.so.\1/p' include/tengen.h)
for file in tengen "$library"; do
    readelf -hW "$BUILD/$file" >"$scratch/head"
    readelf -lW "$BUILD/$file" >"$scratch/segments"
    readelf -dW "$BUILD/$file" >"$scratch/dynamic"
    readelf -sW --dyn-syms "$BUILD/$file" >"$scratch/symbols"
    check "$file may lie at any address" has head 'Type: *DYN'
    check "$file is linked before it starts" has dynamic 'BIND_NOW|FLAGS.* NOW'
    check "$file has its tables read-only after that" has segments 'GNU_RELRO'
    check "$file has a stack that is no code" has segments 'GNU_STACK .* RW '
    check "$file has nothing that is written and run" lacks segments 'LOAD .* RWE '
    check "$file guards its stack" has symbols '__stack_chk_fail'
    check "$file checks copies against what they are copied to" has symbols '__(memcpy|snprintf|vsnprintf|fprintf|memset|memmove)_chk'
    check "$file looks for libraries where the system does" lacks dynamic 'RPATH|RUNPATH'
    check "$file moves no code at run time" lacks dynamic 'TEXTREL'
done
check "tengen is a program" bash -c "readelf -dW '$BUILD/tengen' | grep -E 'FLAGS_1.*PIE'"
