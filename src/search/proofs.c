// SPDX-License-Identifier: MIT
#include "search/proofs.h"

#include "base/memory.h"
#include "base/pages.h"

#include <stdlib.h>

enum { BUCKET = 4, SMALLEST = 64 << 10 };

typedef struct Entry {
    uint64_t key; // an entry without work is empty
    Proof proof;
} Entry;

struct Proofs {
    size_t mask;
    Entry (*buckets)[BUCKET];
};

static size_t proofs_bytes(const Proofs *proofs) {
    return (proofs->mask + 1) * sizeof *proofs->buckets;
}

Proofs *proofs_new(size_t bytes) {
    size_t size = BUCKET * sizeof(Entry), count = 1;
    while (count * 2 * size <= (bytes < SMALLEST ? SMALLEST : bytes))
        count *= 2;
    Proofs *proofs = mem_new(sizeof *proofs);
    proofs->mask = count - 1;
    proofs->buckets = pages_new(count * size);
    return proofs;
}

void proofs_free(Proofs *proofs) {
    if (proofs)
        pages_free(proofs->buckets, proofs_bytes(proofs));
    free(proofs);
}

void proofs_clear(Proofs *proofs) {
    pages_clear(proofs->buckets, proofs_bytes(proofs));
}

bool proofs_get(const Proofs *proofs, uint64_t key, Proof *proof) {
    const Entry *bucket = proofs->buckets[key & proofs->mask];
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && bucket[i].proof.work) {
            *proof = bucket[i].proof;
            return true;
        }
    return false;
}

void proofs_put(Proofs *proofs, uint64_t key, const Proof *proof) {
    Entry *bucket = proofs->buckets[key & proofs->mask], *place = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key || !bucket[i].proof.work) {
            place = &bucket[i];
            break;
        }
        if (bucket[i].proof.work < place->proof.work)
            place = &bucket[i];
    }
    *place = (Entry){key, *proof};
    place->proof.work += !proof->work;
}
