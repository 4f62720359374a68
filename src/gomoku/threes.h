// SPDX-License-Identifier: MIT
// The threat search ("VCT", victory by continuous threats): one side plays fours, threes and moves
// that only threaten to win by fours; the other has every reply that meets the threat, its own
// fours among them. What it finds is a proven win; that it finds none does not exclude wins that
// need a quieter move still.
//
// It is a depth-first proof-number search: it goes where the fewest positions are left to decide.
// The proofs are kept from call to call, so that a search that ran out of nodes goes on where it
// was when it is asked about the same position again.
#ifndef GOMOKU_THREES_H
#define GOMOKU_THREES_H

#include "gomoku/fours.h"

typedef struct Threes Threes;

// Memory for the proofs. The VCF cache may be shared, and outlives this.
Threes *threes_new(Memory *memory, size_t bytes, VcfCache *vcf_cache);
void threes_free(Threes *threes);
void threes_clear(Threes *threes); // forget: a new game

// Can the side to move win by threats? Spends at most `nodes` of the effort. The line is one way
// to win, against long resistance; it may be cut short.
FoursVerdict threes_search(Threes *threes, Field *field, Effort *effort, uint64_t nodes,
                           FourLine *line);

#endif
