// SPDX-License-Identifier: MIT
// Random numbers that repeat: the same seed gives the same sequence on every machine.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <assert.h>
#include <stdint.h>

// SplitMix64 (Steele, Lea, Flood 2014): one word of state, passes BigCrush.
typedef struct Rng {
    uint64_t state;
} Rng;

// The mixing step alone, a good hash of one word.
static inline uint64_t rng_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline Rng rng_seed(uint64_t seed) {
    return (Rng){rng_mix(seed + 0x9e3779b97f4a7c15u)};
}

static inline uint64_t rng_next(Rng *rng) {
    return rng_mix(rng->state += 0x9e3779b97f4a7c15u);
}

// Uniform in 0 .. bound-1, bound > 0. The bias of the multiply is below 2^-32 for our small bounds.
static inline uint32_t rng_below(Rng *rng, uint32_t bound) {
    assert(bound > 0);
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

// A seed from the system, for players that should not repeat themselves.
uint64_t rng_entropy(void);

#endif
