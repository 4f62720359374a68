// SPDX-License-Identifier: MIT
#include "lab/memo.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct MemoSlot {
    _Atomic uint64_t check, bounds, rest;
} MemoSlot;

struct Memo {
    uint64_t mask;
    MemoSlot *slots;
};

Memo *memo_new(size_t bytes) {
    size_t count = 1024;
    while (count * 2 * sizeof(MemoSlot) <= bytes)
        count *= 2;
    Memo *memo = mem_new(sizeof *memo);
    memo->mask = count - 1;
    memo->slots = mem_new_array(count, sizeof *memo->slots);
    return memo;
}

void memo_free(Memo *memo) {
    if (memo)
        free(memo->slots);
    free(memo);
}

// `used` tells an entry from memory that was never written: key 0 would match that.
enum { USED = 1 };

bool memo_probe(const Memo *memo, uint64_t key, MemoEntry *entry) {
    MemoSlot *slot = &memo->slots[key & memo->mask];
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    uint64_t bounds = atomic_load_explicit(&slot->bounds, memory_order_relaxed);
    uint64_t rest = atomic_load_explicit(&slot->rest, memory_order_relaxed);
    if ((check ^ bounds ^ rest) != key || !(rest & USED))
        return false;
    entry->lower = (int32_t)(uint32_t)bounds;
    entry->upper = (int32_t)(uint32_t)(bounds >> 32);
    entry->depth = (int16_t)(uint16_t)(rest >> 16);
    entry->move = (Move)(uint16_t)(rest >> 32);
    return true;
}

void memo_store(Memo *memo, uint64_t key, const MemoEntry *entry) {
    assert(entry->lower <= entry->upper);
    MemoSlot *slot = &memo->slots[key & memo->mask];
    uint64_t bounds = (uint64_t)(uint32_t)entry->upper << 32 | (uint32_t)entry->lower;
    uint64_t rest =
        (uint64_t)(uint16_t)entry->move << 32 | (uint64_t)(uint16_t)entry->depth << 16 | USED;
    atomic_store_explicit(&slot->bounds, bounds, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, rest, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ bounds ^ rest, memory_order_relaxed);
}
