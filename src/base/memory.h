// SPDX-License-Identifier: MIT
// Allocation that never returns NULL: out of memory is a broken machine and ends in die(), see
// error.h.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

// Zeroed memory, to be released with free().
void *mem_new(size_t size);
void *mem_new_array(size_t count, size_t size);
// The same for types that ask for more alignment than malloc() gives.
void *mem_new_aligned(size_t count, size_t size, size_t alignment);
void *mem_copy(const void *from, size_t size);
char *mem_copy_text(const char *text); // NULL stays NULL

// Constants that are made when they are first asked for, kept where `kept` says, and never freed.
// Any thread may ask, and no lock is held while they are made, which may end in die(): of two
// threads that make one at once the second drops its own.
const void *mem_constant(void *_Atomic *kept, void *(*make)(int which), void (*drop)(void *made),
                         int which);

// A vector is three fields, `items`, `count` and `capacity`, in whatever struct it belongs to. The
// address of one more item, room made for it:
//   *MEM_MORE(list->items, list->count, list->capacity) = item;
#define MEM_MORE(items, count, capacity)                                                           \
    ((items) = mem_grow(items, count, &(capacity), sizeof *(items)), &(items)[(count)++])
// Makes room for one more item and returns the (moved) array.
void *mem_grow(void *items, size_t count, size_t *capacity, size_t item_size);

#endif
