// SPDX-License-Identifier: MIT
#include "search/memory.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

enum { SPANS_MAX = 8 }; // no searcher divides its memory into more: Gomoku's into 3, Hex's into 5

typedef struct Span {
    void *start; // NULL: free
    size_t bytes;
} Span;

struct Memory {
    size_t bytes, taken;
    Span spans[SPANS_MAX];
};

Memory *memory_new(size_t bytes) {
    if (bytes) // more than the system ever gives is refused here, not in the middle of a game
        pages_free(pages_new(bytes, PAGES_LARGE), bytes);
    Memory *memory = mem_new(sizeof *memory);
    memory->bytes = bytes;
    return memory;
}

void memory_free(Memory *memory) {
    for (int i = 0; memory && i < SPANS_MAX; i++)
        pages_free(memory->spans[i].start, memory->spans[i].bytes);
    free(memory);
}

size_t memory_bytes(const Memory *memory) {
    return memory->bytes;
}

size_t memory_left(const Memory *memory) {
    return memory->bytes > memory->taken ? memory->bytes - memory->taken : 0;
}

static Span *find_span(Memory *memory, const void *start) {
    for (int i = 0; i < SPANS_MAX; i++)
        if (memory->spans[i].start == start)
            return &memory->spans[i];
    if (!start)
        die("the memory of a search is divided into more than %d parts", SPANS_MAX);
    die("memory is given back that was not taken");
}

void *memory_take(Memory *memory, size_t bytes, PageKind kind) {
    Span *span = find_span(memory, NULL);
    *span = (Span){pages_new(bytes, kind), bytes};
    memory->taken += bytes;
    return span->start;
}

void memory_clear(Memory *memory, void *taken) {
    if (taken)
        pages_clear(taken, find_span(memory, taken)->bytes);
}

void memory_give(Memory *memory, void *taken) {
    if (!taken)
        return;
    Span *span = find_span(memory, taken);
    memory->taken -= span->bytes;
    pages_free(span->start, span->bytes);
    *span = (Span){NULL, 0};
}
