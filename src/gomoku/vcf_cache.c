// SPDX-License-Identifier: MIT
#include "gomoku/vcf_cache.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKET = 8, FOURS_BITS = 16, SMALLEST = 4 << 20 };

typedef struct VcfBucket {
    _Atomic uint64_t facts[BUCKET]; // 0 is none
} VcfBucket;

// The low bits of a key choose the bucket, the high 48 are kept: with this many buckets no bit of
// the key goes unused.
static_assert(SMALLEST / sizeof(VcfBucket) >= 1 << FOURS_BITS, "every bit of the key counts");

struct VcfCache {
    Memory *memory;
    size_t mask;
    VcfBucket *buckets;
};

VcfCache *vcf_cache_new(Memory *memory, size_t bytes) {
    size_t count = SMALLEST / sizeof(VcfBucket);
    while (count * 2 * sizeof(VcfBucket) <= bytes)
        count *= 2;
    VcfCache *vcf_cache = mem_new(sizeof *vcf_cache);
    vcf_cache->memory = memory;
    vcf_cache->mask = count - 1;
    vcf_cache->buckets = memory_take(memory, count * sizeof *vcf_cache->buckets, PAGES_LARGE);
    return vcf_cache;
}

void vcf_cache_free(VcfCache *vcf_cache) {
    if (vcf_cache)
        memory_give(vcf_cache->memory, vcf_cache->buckets);
    free(vcf_cache);
}

void vcf_cache_clear(VcfCache *vcf_cache) {
    memory_clear(vcf_cache->memory, vcf_cache->buckets);
}

static VcfBucket *bucket_of(const VcfCache *vcf_cache, uint64_t key) {
    return &vcf_cache->buckets[key & vcf_cache->mask];
}

int vcf_cache_fours(const VcfCache *vcf_cache, uint64_t key) {
    const VcfBucket *bucket = bucket_of(vcf_cache, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t fact = atomic_load_explicit(&bucket->facts[i], memory_order_relaxed);
        if (fact >> FOURS_BITS == key >> FOURS_BITS)
            return (int)(fact & VCF_ALL);
    }
    return 0;
}

void vcf_cache_note(VcfCache *vcf_cache, uint64_t key, int fours) {
    assert(fours >= 0 && fours <= VCF_ALL);
    VcfBucket *bucket = bucket_of(vcf_cache, key);
    // With the bucket full an entry is replaced, chosen by bits of the key.
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
