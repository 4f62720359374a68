// SPDX-License-Identifier: MIT
// nthu's candidates: what one node of its search looks at.
#ifndef LAB_SEED_NTHU_H
#define LAB_SEED_NTHU_H

#include "lab/nthu_eval.h"
#include "lab/seed.h"

enum { NTHU_WIDTH = 10 }; // ours: the document does not say how many it keeps

typedef struct NthuMove {
    Move cell;
    int16_t score; // for the side to move
} NthuMove;

typedef struct NthuMoves {
    NthuMove moves[NTHU_WIDTH];
    int16_t count;
    int16_t evaluations; // points scored to find them
} NthuMoves;

// The opponent's two best points first if the best is a threat, then one's own best.
void nthu_moves(const NthuBoard *board, Side side, NthuMoves *moves);

#endif
