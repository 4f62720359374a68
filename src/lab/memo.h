// SPDX-License-Identifier: MIT
// The laboratory's transposition table: two bounds on a value and a best move, by position.
//
// The engine's table keeps 16-bit scores; evaluations here are larger. Bounds are used only
// at exactly the depth they were found at, so that a search with a table returns what it would have
// returned without one; the move is a hint at any depth. Three words an entry, the first of them
// the key mixed with the other two (Hyatt and Mann 2002): an entry torn by two threads reads as a
// miss.
#ifndef LAB_MEMO_H
#define LAB_MEMO_H

#include "game/move.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Memo Memo;

typedef struct MemoEntry {
    int32_t lower, upper; // lower <= value <= upper; equal when it is exact
    int16_t depth;        // plies that were left to search
    Move move;            // MOVE_NONE when no move is known to be good
} MemoEntry;

Memo *memo_new(size_t bytes);
void memo_free(Memo *memo); // NULL is fine
bool memo_probe(const Memo *memo, uint64_t key, MemoEntry *entry);
void memo_store(Memo *memo, uint64_t key, const MemoEntry *entry);

#endif
