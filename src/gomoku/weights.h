// SPDX-License-Identifier: MIT
// The numbers the engine judges by, one set for each rule: learned from games (src/train/), kept in
// nets/, built into the program.
//
// A score of SCORE_UNIT is a logit of one: the side to move wins 73 games of 100.
#ifndef GOMOKU_WEIGHTS_H
#define GOMOKU_WEIGHTS_H

#include "gomoku/kind.h"

enum {
    SCORE_UNIT = 200,
    URGE_UNIT = 100, // of move ordering: a logit of one between two moves
    // What both sides threaten, as yes or no: see field_threats().
    THREAT_BITS = 9,
    THREAT_STATES = 1 << THREAT_BITS,
};

typedef struct Weights {
    // What an empty cell is worth to a side, by the code of what its stone there would make. A
    // position's score is the sum over all cells, the opponent's subtracted ...
    int16_t worth[2][CODES];
    // ... and this, by side to move and field_threats().
    int16_t threats[2][THREAT_STATES];
    // How much a move suggests itself to a side: by what it makes, and by what it denies the other.
    int16_t make[2][CODES];
    int16_t deny[2][CODES];
} Weights;

// Numbers from which learning can start: a line is worth the more the closer it is to a five.
void weights_guess(Weights *weights);
// The ones built in: nets/gomoku-RULE.weights. Read once, then shared. Any thread.
const Weights *weights_of_rule(GomokuRule rule);

#endif
