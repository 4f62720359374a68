// SPDX-License-Identifier: MIT
// A set of cells: a bit for each Move, two rows of the board in a word.
#ifndef GOMOKU_CELLSET_H
#define GOMOKU_CELLSET_H

#include "game/move.h"

#include <assert.h>

enum { CELLSET_WORDS = BOARD_CELLS / 64 };

typedef struct CellSet {
    uint64_t words[CELLSET_WORDS];
} CellSet;

static inline bool cellset_has(const CellSet *set, Move cell) {
    assert(cell >= 0 && cell < BOARD_CELLS);
    return set->words[cell >> 6] >> (cell & 63) & 1;
}

static inline void cellset_add(CellSet *set, Move cell) {
    assert(cell >= 0 && cell < BOARD_CELLS);
    set->words[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void cellset_toggle(CellSet *set, Move cell) {
    assert(cell >= 0 && cell < BOARD_CELLS);
    set->words[cell >> 6] ^= (uint64_t)1 << (cell & 63);
}

// The first cell at or after `from`, MOVE_NONE when there is none.
static inline Move cellset_next(const CellSet *set, int from) {
    assert(from >= 0);
    int word = from >> 6;
    if (word >= CELLSET_WORDS)
        return MOVE_NONE;
    uint64_t bits = set->words[word] >> (from & 63) << (from & 63);
    while (!bits)
        if (++word == CELLSET_WORDS)
            return MOVE_NONE;
        else
            bits = set->words[word];
    return (Move)(word * 64 + __builtin_ctzll(bits));
}

// The cells of a set in their order: CELLSET_EACH (cell, &set)
#define CELLSET_EACH(cell, set)                                                                    \
    for (Move cell = cellset_next(set, 0); cell != MOVE_NONE; cell = cellset_next(set, cell + 1))

// Takes out what is not in the other set too.
static inline void cellset_keep(CellSet *set, const CellSet *other) {
    for (int i = 0; i < CELLSET_WORDS; i++)
        set->words[i] &= other->words[i];
}

static inline void cellset_remove(CellSet *set, const CellSet *others) {
    for (int i = 0; i < CELLSET_WORDS; i++)
        set->words[i] &= ~others->words[i];
}

// Adds the eight cells around each; also some that lie beyond the edges of the board.
static inline void cellset_surround(CellSet *set) {
    static_assert(BOARD_STRIDE == 32, "two rows in a word");
    uint64_t before = 0;
    for (int i = 0; i < CELLSET_WORDS; i++)
        set->words[i] |= set->words[i] << 1 | set->words[i] >> 1;
    for (int i = 0; i < CELLSET_WORDS; i++) {
        uint64_t own = set->words[i], after = i + 1 < CELLSET_WORDS ? set->words[i + 1] : 0;
        set->words[i] |= own << 32 | own >> 32 | before >> 32 | after << 32;
        before = own;
    }
}

static inline int cellset_count(const CellSet *set) {
    int count = 0;
    for (int i = 0; i < CELLSET_WORDS; i++)
        count += __builtin_popcountll(set->words[i]);
    assert(count <= BOARD_CELLS);
    return count;
}

#endif
