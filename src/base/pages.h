// SPDX-License-Identifier: MIT
// Large tables, straight from the system: pages come zeroed as they are touched, so a table costs
// nothing until it is used.
//
// A table that is read at random lands on another page with every look, and the processor has to
// find out where that page is. Pages of two megabytes, where the system gives them, make that
// search short: the Gomoku engine reaches a depth in two thirds of the time.
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

typedef enum PageKind {
    PAGES_LARGE,    // for what is touched nearly everywhere, often
    PAGES_CONSTANT, // the same for what is never written again: a fork has it, too
    PAGES_SMALL, // for what is touched here and there: a large page would be cleared for an entry
} PageKind;

// Never NULL, as mem_new(). Give back the same number of bytes.
void *pages_new(size_t bytes, PageKind kind);
void pages_free(void *pages, size_t bytes);
// All zero again, by giving the memory back instead of writing to it.
void pages_clear(void *pages, size_t bytes);

#endif
