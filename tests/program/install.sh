#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs into an empty folder, builds a stranger's program against what is there, and plays with it.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
check() { if "${@:2}" >"$folder/log" 2>&1; then echo "ok $1"; else echo "not ok $1"; tail -20 "$folder/log"; fi; }

unset MAKEFLAGS MFLAGS MAKELEVEL BUILD FLAVOUR
check "make install" make -s install "PREFIX=$folder/usr"
for file in bin/tengen lib/libtengen.a lib/libtengen.so include/tengen.h lib/pkgconfig/tengen.pc \
    share/man/man1/tengen.1; do
    check "installed $file" test -s "$folder/usr/$file"
done

export PKG_CONFIG_PATH="$folder/usr/lib/pkgconfig"
cc=$(command -v gcc || command -v clang)
flags=$(pkg-config --cflags --libs tengen)
# shellcheck disable=SC2086
check "build against the shared library" "$cc" -std=c11 -Wall -Wextra -Werror tests/installed/game.c -o "$folder/shared" $flags
# As it was built, as the README says it: nobody has told the loader where the library is.
check "a game with the shared library" env -u LD_LIBRARY_PATH "$folder/shared"
rm "$folder"/usr/lib/libtengen.so*
flags=$(pkg-config --cflags --libs --static tengen)
# shellcheck disable=SC2086
check "build against the static library" "$cc" -std=c11 -Wall -Wextra -Werror tests/installed/game.c -o "$folder/static" $flags
check "a game with the static library" "$folder/static"
# Nothing but tengen.h's names may be visible to the program that links us.
visible() { ! nm --defined-only --extern-only "$folder/usr/lib/libtengen.a" | grep ' [A-Z] ' | grep -v ' tengen_'; }
check "only tengen_ names are visible" visible
check "the installed program runs" "$folder/usr/bin/tengen" --version
