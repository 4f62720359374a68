// SPDX-License-Identifier: MIT
// The memory a search may take: what `--hash` allows, owned by the engine. A searcher divides it
// among what it remembers: table, tree, proofs.
//
// What is taken comes as zeroed pages straight from the system, which cost nothing until they are
// touched, and is cleared by giving those that were touched back. For one thread; what was taken
// may be used by any.
#ifndef SEARCH_MEMORY_H
#define SEARCH_MEMORY_H

#include "base/pages.h"

typedef struct Memory Memory;

Memory *memory_new(size_t bytes);
void memory_free(Memory *memory);          // with all that was taken; NULL is fine
size_t memory_bytes(const Memory *memory); // in all
size_t memory_left(const Memory *memory);  // not taken yet

// Never NULL, as mem_new(). What does not work with less may take more than is left. For eight
// parts at most: a ninth ends in die().
void *memory_take(Memory *memory, size_t bytes, PageKind kind);
// `taken` came from memory_take(); NULL is fine.
void memory_clear(Memory *memory, void *taken); // all zero again
void memory_give(Memory *memory, void *taken);  // back

#endif
