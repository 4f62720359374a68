// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include "base/error.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *mem_new(size_t size) {
    return mem_new_array(1, size);
}

void *mem_new_array(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        die("out of memory (%zu x %zu bytes asked for)", count, size);
    return memory;
}

void *mem_new_aligned(size_t count, size_t size, size_t alignment) {
    assert(count && size && size % alignment == 0);
    void *memory = count <= SIZE_MAX / size ? aligned_alloc(alignment, count * size) : NULL;
    if (memory)
        return memset(memory, 0, count * size);
    die("out of memory (%zu x %zu bytes asked for)", count, size);
}

void *mem_copy(const void *from, size_t size) {
    assert(from || !size);
    void *copy = mem_new(size);
    if (size)
        memcpy(copy, from, size);
    return copy;
}

char *mem_copy_text(const char *text) {
    return text ? mem_copy(text, strlen(text) + 1) : NULL;
}

const void *mem_constant(void *_Atomic *kept, void *(*make)(int which), void (*drop)(void *made),
                         int which) {
    void *constant = atomic_load(kept);
    if (constant)
        return constant;
    void *made = make(which);
    if (atomic_compare_exchange_strong(kept, &constant, made))
        return made;
    drop(made);
    return constant;
}

void *mem_grow(void *items, size_t count, size_t *capacity, size_t item_size) {
    assert(count <= *capacity && item_size > 0);
    if (count < *capacity)
        return items;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    if (wanted > SIZE_MAX / item_size)
        die("out of memory (a list of %zu items)", wanted);
    void *moved = realloc(items, wanted * item_size);
    if (!moved)
        die("out of memory (%zu bytes asked for)", wanted * item_size);
    *capacity = wanted;
    return moved;
}
