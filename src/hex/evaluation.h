// SPDX-License-Identifier: MIT
// What a Hex position is worth to the side to move, and which cells to try first: both from the
// two-distances of both sides.
#ifndef HEX_EVALUATION_H
#define HEX_EVALUATION_H

#include "hex/distance.h"
#include "hex/weights.h"

#include <stddef.h>

enum {
    HEX_ORDER_STEP = 64, // in `order`: one step of distance, more than any distance from the centre
    HEX_WAYS_MOST = 150, // more choice than this is worth nothing
    HEX_SCORE_MOST = 20000, // an evaluation never reaches the scores of forced wins
};

typedef struct HexEvaluation {
    int score;               // for the side to move
    HexDistance distance[2]; // by Side
} HexEvaluation;

typedef struct HexCandidate {
    Move move;
    int order; // small is good: near the shortest ways of both sides
} HexCandidate;

// Only while nobody has won.
void hex_evaluate(const HexWeights *weights, const HexBoard *board, Side to_move,
                  HexEvaluation *evaluation);
// What of its ways counts.
int hex_counted_ways(const HexDistance *distance);

// Every empty cell with its promise, not yet sorted. `candidates` has room for BOARD_POINTS.
size_t hex_candidates(const HexBoard *board, const HexEvaluation *evaluation,
                      HexCandidate *candidates);
// The most promising first; equals stay as they were, so that a search repeats exactly.
void hex_candidates_sort(HexCandidate *candidates, size_t count);

#endif
