#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes sure that what a target needs is there: tools/setup.sh build|test|page|fuzz|lint|arm64|ci [--check]
# With --check it installs nothing and only says what is missing.
# Installs through apt when it may (root, or sudo without a password), and otherwise prints the one
# command to type. Says nothing when nothing is missing.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }
compiler() { for c in "${CC:-cc}" gcc clang; do have "$c" && { echo "$c"; return; }; done; }
# Can a program with this header and library be built?
links() {
    cc=$(compiler)
    [ -n "$cc" ] || return 1
    printf '%s\n' "$1" 'int main(void) { return 0; }' | "$cc" -x c - -o /dev/null "$2" >/dev/null 2>&1
}
cmocka_header='#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>'
fuzzes() {
    have clang || return 1
    printf '%s\n' '#include <stddef.h>' '#include <stdint.h>' \
        'int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { (void)d; return n > 9; }' |
        clang -x c - -fsanitize=fuzzer,address -o /dev/null >/dev/null 2>&1
}

missing=""
need() { missing="$missing $1"; }
need_build() {
    [ -n "$(compiler)" ] || need gcc
    links '#include <stdio.h>' -lm || need libc6-dev
    have make || need make
    have ar || need binutils
    links '#include <sqlite3.h>' -lsqlite3 || need libsqlite3-dev
    links '#include <libwebsockets.h>' -lwebsockets || need libwebsockets-dev
    links '#include <jansson.h>' -ljansson || need libjansson-dev
}
need_test() { need_build; links "$cmocka_header" -lcmocka || need libcmocka-dev; have pkg-config || need pkg-config; }
need_page() { need_build; have chromium || need chromium; have node || need nodejs; have npm || [ -d tests/page/node_modules ] || need npm; }
need_fuzz() { need_build; fuzzes || { need clang; need libclang-rt-dev; }; }
need_arm64() {
    have aarch64-linux-gnu-gcc || { need gcc-aarch64-linux-gnu; need libc6-dev-arm64-cross; }
    have qemu-aarch64 || need qemu-user
    have make || need make
}
need_lint() { have clang-format || need clang-format; have cppcheck || need cppcheck; }

case "${1:-build}" in
build) need_build ;;
test) need_test ;;
fuzz) need_fuzz ;;
page) need_page ;;
lint) need_lint ;;
arm64) need_arm64 ;;
ci) need_test; need_page; need_fuzz; need_lint; need_arm64 ;;
*) echo "setup.sh: '$1' is not build, test, page, fuzz, lint, arm64 or ci" >&2; exit 2 ;;
esac
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ' | sed 's/ $//')
# The browser's driver comes from npm, for the page's tests only.
finish() {
    case "${1:-build}" in page | ci) ;; *) return 0 ;; esac
    [ -d tests/page/node_modules/playwright-core ] || (cd tests/page && npm ci --no-audit --no-fund --silent)
}
[ -n "$missing" ] || { finish "$@"; exit; }

if [ "${2:-}" = --check ]; then
    echo "tengen: this machine lacks $missing; type: sudo apt-get install -y $missing" >&2
    exit 1
fi
echo "tengen: this machine lacks: $missing" >&2
if have apt-get && [ "$(id -u)" = 0 ]; then
    sudo=""
elif have apt-get && have sudo && sudo -n true 2>/dev/null; then
    sudo="sudo"
else
    echo "tengen: please type:  sudo apt-get install -y $missing" >&2
    exit 1
fi
echo "tengen: installing $missing" >&2
# apt tells what it does, line by line: it may take minutes.
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing >&2 || {
    $sudo apt-get -q update >&2 || true
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing >&2 || {
        echo "tengen: that failed; please type:  sudo apt-get install -y $missing" >&2
        exit 1
    }
}
finish "$@"
