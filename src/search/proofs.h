// SPDX-License-Identifier: MIT
// Proof and disproof numbers of positions: the memory of a depth-first proof-number search (df-pn;
// Nagai 2002), which forgets its tree and finds its way back by what stands here.
//
// `proof` is how many positions must at least still be decided to prove that the attacker wins,
// `disproof` the same for the opposite; 0 is done, PROOF_NEVER is impossible. Entries live in
// buckets of four; the one with the least work behind it gives way. For one thread.
#ifndef SEARCH_PROOFS_H
#define SEARCH_PROOFS_H

#include "game/move.h"
#include "search/memory.h"

#include <stdint.h>

typedef struct Proofs Proofs;

enum { PROOF_NEVER = 1000000000 };

typedef struct Proof {
    uint32_t proof, disproof;
    uint32_t work; // positions looked at below; decides who stays
    Move move;     // the attacker's, where it wins
    int16_t plies; // until the end of the game, where it is won
} Proof;

Proofs *proofs_new(Memory *memory,
                   size_t bytes); // rounded down to a power of two of entries, at least 64 kB
void proofs_free(Proofs *proofs);
void proofs_clear(Proofs *proofs);

bool proofs_get(const Proofs *proofs, uint64_t key, Proof *proof);
void proofs_put(Proofs *proofs, uint64_t key, const Proof *proof);

#endif
