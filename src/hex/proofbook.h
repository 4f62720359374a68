// SPDX-License-Identifier: MIT
// What the solver has found out: proof numbers of positions, the moves that are still open, and the
// cells a proof needs. Shared by all threads, and kept in a file between runs.
//
// An entry is fixed in size for one board; a bucket of four entries has a lock of its own (a solver
// comes by a few thousand times a second, so locks cost nothing). Of a full bucket the entry with
// the least work behind it gives way, so that hours of work are not lost to minutes.
//
// A position and its half turn are one: keys are made so that both have the same, and entries are
// turned on the way in and out where needed.
#ifndef HEX_PROOFBOOK_H
#define HEX_PROOFBOOK_H

#include "base/error.h"
#include "hex/grid.h"
#include "search/memory.h"

#include <stdio.h>

typedef struct ProofBook ProofBook;

enum { PROOF_MOST = 1000000000 }; // a proof number that can never be met

// Keys of a position and of its half turn, kept in step with the stones.
typedef struct HexKeys {
    uint64_t straight, turned;
} HexKeys;

typedef struct ProofEntry {
    uint32_t phi, delta; // to prove that the side to move wins, loses; 0 is proven
    uint32_t work;       // positions looked at below
    int16_t move;        // the winner's when it is its turn, or -1
    HexSet open;         // moves still to be tried (undecided), or the proof (decided)
    HexSet against;      // see HexKnowledge
    int order_count;
    int16_t order[BOARD_POINTS]; // `open` and perhaps more, the best first
} ProofEntry;

ProofBook *proofbook_new(const HexGrid *grid, Memory *memory, size_t bytes);
void proofbook_free(ProofBook *book);
void proofbook_clear(ProofBook *book);

HexKeys proofbook_keys(const HexGrid *grid, const HexStones *stones, Side to_move);
// The keys after a stone of `side` on this cell; the turn passes.
HexKeys proofbook_play(const HexGrid *grid, HexKeys keys, int cell, Side side);

// The numbers alone, for choosing between children: false when the position is not known.
bool proofbook_peek(ProofBook *book, HexKeys keys, uint32_t *phi, uint32_t *delta);
bool proofbook_get(ProofBook *book, HexKeys keys, ProofEntry *entry);
// A decided position is never overwritten by an undecided one.
void proofbook_put(ProofBook *book, HexKeys keys, const ProofEntry *entry);

// The whole book, written beside and renamed: a crash leaves the old file or the new one. Loading
// wants a whole file of the same board, or takes nothing; entries beyond its room give way as
// usual. While it loads nothing else may use the book.
bool proofbook_save(ProofBook *book, const char *path, Error *err);
bool proofbook_load(ProofBook *book, const char *path, Error *err);
// The same for an open file, which must be one that can be rewound; `name` is what to call it.
bool proofbook_write(ProofBook *book, FILE *file);
bool proofbook_read(ProofBook *book, FILE *file, const char *name, Error *err);
// The sum at the end of the file: start with 0 and go through the entries.
uint64_t proofbook_checksum(uint64_t sum, const void *bytes, size_t size);

#endif
