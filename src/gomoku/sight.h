// SPDX-License-Identifier: MIT
// How the engine sees a cell under one rule: the tables from line to shape and from the four shapes
// to kind, code and worth, put side by side for the speed of one look-up each. Constant once made.
#ifndef GOMOKU_SIGHT_H
#define GOMOKU_SIGHT_H

#include "gomoku/weights.h"

typedef struct Merit {
    int16_t worth;
    uint16_t code_and_kind; // the kind in the low four bits
} Merit;

typedef struct Sight {
    GomokuRule rule;
    ShapeTable shapes;
    Weights weights;
    Merit merits[2][WORDS]; // by side
} Sight;

Sight *sight_new(GomokuRule rule, const Weights *weights);
void sight_free(Sight *sight);

static inline Kind merit_kind(Merit merit) {
    return (Kind)(merit.code_and_kind & 15);
}

static inline int merit_code(Merit merit) {
    return merit.code_and_kind >> 4;
}

#endif
