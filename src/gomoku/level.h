// SPDX-License-Identifier: MIT
// How a level weakens the search. A weaker player looks less far ahead and judges less well; it
// does not throw dice over its moves.
//
// Its misjudgement is a fixed error for each position, drawn from the seed: within a game the same
// shape is always misjudged the same way, so errors are consistent and not random. Fives
// are never misjudged: at every level a five is taken, and a four of the opponent's is answered.
#ifndef GOMOKU_LEVEL_H
#define GOMOKU_LEVEL_H

#include "search/limits.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Level {
    int depth;  // plies, DEPTH_MAX when free
    int noise;  // the largest error of an evaluation; SCORE_UNIT is a logit
    bool fours; // sees sequences of fours
} Level;

Level level_of(int64_t level); // brought into 1 .. LEVEL_MAX

// The error for this position, -noise .. noise.
int level_error(const Level *level, uint64_t seed, uint64_t key);

#endif
