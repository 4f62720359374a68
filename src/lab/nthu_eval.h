// SPDX-License-Identifier: MIT
// How nthu scores a move: what stands in its four directions, once counted contiguously and once
// across one gap, matched against a table of patterns.
#ifndef LAB_NTHU_EVAL_H
#define LAB_NTHU_EVAL_H

#include "lab/lines.h"

enum {
    NTHU_FIVE = 10000,
    NTHU_THREAT = 300, // the lowest score that must be answered
};

// What one direction adds for a stone: the shapes it completes and the stones beside it, contiguous
// and gapped, packed so that the four directions add up.
typedef struct NthuPart {
    uint32_t plain, wide;
} NthuPart;

typedef struct NthuScore {
    NthuPart parts[LINES_DIRECTIONS];
    int score; // the larger of the contiguous and the gapped count
} NthuScore;

typedef struct NthuUndo {
    int count;
    struct {
        Move cell;
        NthuScore old[2];
    } changed[4 * LINES_DIRECTIONS];
} NthuUndo;

// A board that knows what a stone on each empty cell would score. A stone changes the score of few
// cells: along each line of the nearest two empty ones on either side, for no move looks across
// more than one gap.
//
//     . ? ? X O * X ? O O ? .      the cells marked ? are scored again after a stone on *
typedef struct NthuBoard {
    PlainLines lines;
    NthuScore scores[2][LINES_CELLS]; // by side and cell, true for empty cells
} NthuBoard;

void nthu_board_set(NthuBoard *board, const Position *position);
void nthu_board_play(NthuBoard *board, Move cell, Side side, NthuUndo *undo);
void nthu_board_undo(NthuBoard *board, Move cell, Side side, const NthuUndo *undo); // the last one

#endif
