// SPDX-License-Identifier: MIT
#include "base/pages.h"

#include "base/error.h"

#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20 };

// Large pages begin at multiples of their size, so that much more is asked for, and what lies
// before and behind is given back at once.
void *pages_new(size_t bytes, PageKind kind) {
    size_t asked = bytes + LARGE_PAGE;
    char *pages = MAP_FAILED;
    if (asked > bytes)
        pages = mmap(NULL, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        die("out of memory (a table of %zu bytes)", bytes);
    size_t before = -(uintptr_t)pages % LARGE_PAGE;
    size_t small_page = 4096, kept = (bytes + small_page - 1) / small_page * small_page;
    if (before)
        munmap(pages, before);
    if (asked > before + kept)
        munmap(pages + before + kept, asked - before - kept);
    // A hint: may fail without harm.
    madvise(pages + before, kept, kind == PAGES_SMALL ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    // A fork of ours has other things to do than to search: it needs no copy, and takes no time to make one.
    if (kind != PAGES_CONSTANT)
        madvise(pages + before, kept, MADV_DONTFORK);
    return pages + before;
}

void pages_free(void *pages, size_t bytes) {
    if (pages)
        munmap(pages, bytes);
}

void pages_clear(void *pages, size_t bytes) {
    assert(pages && (uintptr_t)pages % 4096 == 0);
    if (madvise(pages, bytes, MADV_DONTNEED) != 0)
        die("cannot clear a table of %zu bytes", bytes);
}
