// SPDX-License-Identifier: MIT
// What judges positions of one rule: weights, and a network where there is one.
#ifndef GOMOKU_JUDGE_H
#define GOMOKU_JUDGE_H

#include "base/error.h"
#include "gomoku/evaluation.h"
#include "gomoku/line_net.h"

typedef struct Judge {
    Evaluation *evaluation;
    const LineNet *net; // NULL where the weights judge alone
    LineNet *own_net;   // what it frees
} Judge;

// By what is built in, or by a file: of a network, which goes with the weights built in, or of weights, which then
// judge alone. NULL with a sentence when the file is neither, or of another rule.
Judge *judge_new(GomokuRule rule, const char *path, Error *err);
void judge_free(Judge *judge); // NULL is fine

#endif
