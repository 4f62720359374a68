// SPDX-License-Identifier: MIT
// Sets of cells of one board, a bit a cell, cells numbered row by row (grid.h). Knowledge about Hex
// is mostly sets: carriers of connections, fill-in, must-play regions.
//
// The functions take the number of words in use, so that a set of 8x8 costs one word and one of
// 11x11 two, whatever room the struct has. Called with a constant they unroll: the hot loops
// (links.c) are written once and compiled for each small number of words.
#ifndef HEX_HEXSET_H
#define HEX_HEXSET_H

#include "game/move.h"

#include <assert.h>
#include <string.h>

enum { HEXSET_WORDS = (BOARD_POINTS + 63) / 64 };

// Words beyond those in use are zero.
typedef struct HexSet {
    uint64_t word[HEXSET_WORDS];
} HexSet;

// A sanitizer checks every copy in full: with all of them, one file takes half a minute to compile. See the Makefile.
#ifndef HEXSET_INLINE
#define HEXSET_INLINE static inline __attribute__((always_inline))
#endif

HEXSET_INLINE bool hexset_has(const uint64_t *set, int cell) {
    assert(cell >= 0 && cell < HEXSET_WORDS * 64);
    return set[cell >> 6] >> (cell & 63) & 1;
}

HEXSET_INLINE void hexset_add(uint64_t *set, int cell) {
    assert(cell >= 0 && cell < HEXSET_WORDS * 64);
    set[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

HEXSET_INLINE void hexset_drop(uint64_t *set, int cell) {
    assert(cell >= 0 && cell < HEXSET_WORDS * 64);
    set[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

HEXSET_INLINE bool hexset_is_empty(const uint64_t *set, int words) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= set[i];
    return !any;
}

HEXSET_INLINE bool hexset_meets(const uint64_t *a, const uint64_t *b, int words) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= a[i] & b[i];
    return any;
}

// Is all of `a` in `b`?
HEXSET_INLINE bool hexset_within(const uint64_t *a, const uint64_t *b, int words) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= a[i] & ~b[i];
    return !any;
}

HEXSET_INLINE bool hexset_equal(const uint64_t *a, const uint64_t *b, int words) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= a[i] ^ b[i];
    return !any;
}

HEXSET_INLINE void hexset_copy(uint64_t *to, const uint64_t *from, int words) {
    assert(words >= 0 && words <= HEXSET_WORDS);
    for (int i = 0; i < words; i++)
        to[i] = from[i];
}

HEXSET_INLINE void hexset_unite(uint64_t *to, const uint64_t *other, int words) {
    for (int i = 0; i < words; i++)
        to[i] |= other[i];
}

HEXSET_INLINE void hexset_keep(uint64_t *to, const uint64_t *other, int words) {
    for (int i = 0; i < words; i++)
        to[i] &= other[i];
}

HEXSET_INLINE void hexset_remove(uint64_t *to, const uint64_t *other, int words) {
    for (int i = 0; i < words; i++)
        to[i] &= ~other[i];
}

// By pairs, fours and bytes (Warren, Hacker's Delight): without an instruction for it, which the
// oldest machines lack, the compiler would call a function.
HEXSET_INLINE int hexset_count_word(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(word * 0x0101010101010101u >> 56);
}

HEXSET_INLINE int hexset_count(const uint64_t *set, int words) {
    assert(words >= 0 && words <= HEXSET_WORDS);
    int count = 0;
    for (int i = 0; i < words; i++)
        count += hexset_count_word(set[i]);
    return count;
}

// The first cell at or after `from`, -1 when there is none.
HEXSET_INLINE int hexset_next(const uint64_t *set, int from, int words) {
    assert(from >= 0);
    int word = from >> 6;
    if (word >= words)
        return -1;
    uint64_t bits = set[word] >> (from & 63) << (from & 63);
    while (!bits) {
        if (++word == words)
            return -1;
        bits = set[word];
    }
    return word * 64 + __builtin_ctzll(bits);
}

// The cells of a set in their order, which may lose and gain some on the way:
//     HEXSET_EACH (cell, set.word, words)
#define HEXSET_EACH(cell, set, words)                                                              \
    for (int cell = hexset_next(set, 0, words); cell >= 0; cell = hexset_next(set, cell + 1, words))

#endif
