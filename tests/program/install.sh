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
# A machine with a compiler and nothing else: the library is built, the program says what it lacks.
mkdir "$folder/copy"
cp -r Makefile src include nets web tools "$folder/copy"
cat >"$folder/bare-cc" <<'END'
#!/bin/sh
for word; do case $word in -lsqlite3 | -lwebsockets | -ljansson) exit 1 ;; esac; done
exec cc "$@"
END
chmod +x "$folder/bare-cc"
says_what_it_lacks() {
    ! make -C "$folder/copy" "CC=$folder/bare-cc" "$@" >"$folder/said" 2>&1 &&
        grep -qx 'tengen: this machine lacks libjansson-dev libsqlite3-dev libwebsockets-dev; type: .*' "$folder/said" &&
        ! grep -q 'fatal error\|  CC ' "$folder/said"
}
check "make says what it lacks, and compiles nothing" says_what_it_lacks
check "so does make install" says_what_it_lacks install "PREFIX=$folder/other"
needs_only_c() {
    make -n -C "$folder/copy" "CC=$folder/bare-cc" lib >"$folder/said" 2>&1 && grep -q 'src/engine/library.c' "$folder/said" &&
        ! grep -q 'src/store\|src/serve\|src/cli\|-lsqlite3\|-ljansson\|-lwebsockets\|setup.sh' "$folder/said"
}
check "make lib needs a C compiler only" needs_only_c
check "make install-lib" make -s install-lib "PREFIX=$folder/lib-only"
check "which installs no program" test -s "$folder/lib-only/lib/libtengen.a" -a -s "$folder/lib-only/include/tengen.h" -a \
    -s "$folder/lib-only/lib/pkgconfig/tengen.pc" -a ! -e "$folder/lib-only/bin"
# Another flavour is built where there is a program already, whichever is newer.
another_flavour() {
    touch "$folder/copy/tengen"
    make -n -C "$folder/copy" TUNE=1 >"$folder/said" 2>&1 && grep -q 'tune/src/cli/main.o' "$folder/said"
}
check "make TUNE=1 builds beside what there is" another_flavour
# Nothing but tengen.h's names may be visible to the program that links us.
visible() { ! nm --defined-only --extern-only "$folder/usr/lib/libtengen.a" | grep ' [A-Z] ' | grep -v ' tengen_'; }
check "only tengen_ names are visible" visible
check "the installed program runs" "$folder/usr/bin/tengen" --version
