// SPDX-License-Identifier: MIT
// What the scores of a search mean: the scale by which they become winning chances, fitted to the
// games in which they were given, and how often what it expects came.
#ifndef TRAIN_CALIBRATE_H
#define TRAIN_CALIBRATE_H

#include "base/option.h"
#include "train/samples.h"
#include "train/score.h"

typedef struct Calibration {
    SampleBoard board; // of the last file
    int64_t games;
    double scale;   // the score that wins 73 games of 100; 0 when the games do not tell
    double error;   // of the scale, one standard deviation, were all positions games of their own
    Score expected; // by that scale
} Calibration;

// Scores that are proofs, or nearly so, say nothing about the scale and are
// left out. False with a sentence.
bool calibrate_run(const GameType *const *games, const TextList *paths, Calibration *out,
                   Error *err);

void calibrate_print(const Calibration *calibration, Text *out);

#endif
