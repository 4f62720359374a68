// SPDX-License-Identifier: MIT
#include "gomoku/futile.h"

#include "base/memory.h"
#include "base/pages.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKET = 8, FOURS_BITS = 16, SMALLEST = 4 << 20 };

typedef struct Bucket {
    _Atomic uint64_t facts[BUCKET]; // 0 is none
} Bucket;

// The low bits of a key choose the bucket, the high 48 are kept: with this many buckets no bit of
// the key goes unused.
static_assert(SMALLEST / sizeof(Bucket) >= 1 << FOURS_BITS, "every bit of the key counts");

struct Futile {
    size_t mask;
    Bucket *buckets;
};

Futile *futile_new(size_t bytes) {
    size_t count = SMALLEST / sizeof(Bucket);
    while (count * 2 * sizeof(Bucket) <= bytes)
        count *= 2;
    Futile *futile = mem_new(sizeof *futile);
    futile->mask = count - 1;
    futile->buckets = pages_new(count * sizeof *futile->buckets);
    return futile;
}

void futile_free(Futile *futile) {
    if (futile)
        pages_free(futile->buckets, (futile->mask + 1) * sizeof *futile->buckets);
    free(futile);
}

void futile_clear(Futile *futile) {
    for (size_t i = 0; i <= futile->mask; i++)
        for (int k = 0; k < BUCKET; k++)
            atomic_store_explicit(&futile->buckets[i].facts[k], 0, memory_order_relaxed);
}

static Bucket *bucket_of(const Futile *futile, uint64_t key) {
    return &futile->buckets[key & futile->mask];
}

int futile_fours(const Futile *futile, uint64_t key) {
    const Bucket *bucket = bucket_of(futile, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t fact = atomic_load_explicit(&bucket->facts[i], memory_order_relaxed);
        if (fact >> FOURS_BITS == key >> FOURS_BITS)
            return (int)(fact & FUTILE_ALL);
    }
    return 0;
}

void futile_note(Futile *futile, uint64_t key, int fours) {
    Bucket *bucket = bucket_of(futile, key);
    // Somebody's place must be taken in the end: whose is as good as random.
    int place = (int)(key >> 60 & (BUCKET - 1));
    for (int i = 0; i < BUCKET; i++) {
        uint64_t fact = atomic_load_explicit(&bucket->facts[i], memory_order_relaxed);
        if (!fact || fact >> FOURS_BITS == key >> FOURS_BITS) {
            place = i;
            break;
        }
    }
    uint64_t fact = key >> FOURS_BITS << FOURS_BITS | (uint64_t)fours;
    atomic_store_explicit(&bucket->facts[place], fact, memory_order_relaxed);
}
