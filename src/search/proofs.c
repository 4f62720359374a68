// SPDX-License-Identifier: MIT
#include "search/proofs.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { BUCKET = 4, SMALLEST = 64 << 10 };

typedef struct ThreatProof {
    uint64_t key; // an entry without work is empty
    Proof proof;
} ThreatProof;

struct Proofs {
    Memory *memory;
    size_t mask;
    ThreatProof (*buckets)[BUCKET];
};

Proofs *proofs_new(Memory *memory, size_t bytes) {
    size_t size = BUCKET * sizeof(ThreatProof), count = 1;
    while (count * 2 * size <= (bytes < SMALLEST ? SMALLEST : bytes))
        count *= 2;
    assert((count & (count - 1)) == 0);
    Proofs *proofs = mem_new(sizeof *proofs);
    proofs->memory = memory;
    proofs->mask = count - 1;
    proofs->buckets = memory_take(memory, count * size, PAGES_LARGE);
    return proofs;
}

void proofs_free(Proofs *proofs) {
    if (proofs)
        memory_give(proofs->memory, proofs->buckets);
    free(proofs);
}

void proofs_clear(Proofs *proofs) {
    memory_clear(proofs->memory, proofs->buckets);
}

bool proofs_get(const Proofs *proofs, uint64_t key, Proof *proof) {
    const ThreatProof *bucket = proofs->buckets[key & proofs->mask];
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && bucket[i].proof.work) {
            *proof = bucket[i].proof;
            assert(proof->proof || proof->disproof);
            return true;
        }
    return false;
}

void proofs_put(Proofs *proofs, uint64_t key, const Proof *proof) {
    assert(proof->proof <= PROOF_NEVER && proof->disproof <= PROOF_NEVER);
    assert(proof->proof || proof->disproof);
    assert(proof->proof || proof->plies >= 0);
    ThreatProof *bucket = proofs->buckets[key & proofs->mask], *place = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key || !bucket[i].proof.work) {
            place = &bucket[i];
            break;
        }
        if (bucket[i].proof.work < place->proof.work)
            place = &bucket[i];
    }
    *place = (ThreatProof){key, *proof};
    place->proof.work += !proof->work;
}
