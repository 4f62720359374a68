// SPDX-License-Identifier: MIT
// What a Hex position is worth to the side to move, and which cells to try first: both from the
// two-distances of both sides.
#ifndef LAB_FIRST_EVALUATION_H
#define LAB_FIRST_EVALUATION_H

#include "hex/distance.h"

#include <stddef.h>

enum {
    FIRST_STEP = 100,  // one stone nearer than the opponent; one more of `ways` counts 1
    FIRST_TEMPO = 120, // to be on move
    FIRST_SCALE = 150, // the score that means 73%
    FIRST_ORDER_STEP =
        64, // in `order`: one step of distance, more than any distance from the centre
    FIRST_WAYS_MOST = 150,    // more choice than this is worth nothing
    FIRST_SCORE_MOST = 20000, // an evaluation never reaches the scores of forced wins
};

typedef struct FirstEvaluation {
    int score;               // for the side to move
    HexDistance distance[2]; // by Side
} FirstEvaluation;

typedef struct FirstCandidate {
    Move move;
    int order; // small is good: near the shortest ways of both sides
} FirstCandidate;

// Only while neither side has won.
void first_evaluate(const HexBoard *board, Side to_move, FirstEvaluation *evaluation);

// Every empty cell with its promise, not yet sorted. `candidates` has room for BOARD_POINTS.
size_t first_candidates(const HexBoard *board, const FirstEvaluation *evaluation,
                        FirstCandidate *candidates);
// The most promising first; equals stay as they were, so that a search repeats exactly.
void first_candidates_sort(FirstCandidate *candidates, size_t count);

#endif
