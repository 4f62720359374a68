// SPDX-License-Identifier: MIT
// How good a fit is, on games it has not seen: of its winning chances, and of the moves it expects.
#ifndef TRAIN_SCORE_H
#define TRAIN_SCORE_H

#include "base/text.h"

enum { SCORE_BINS = 10, SCORE_TOP = 5 };

typedef struct ScoreBin {
    int64_t count;
    double expected, came; // sums
} ScoreBin;

// Zero-initialised is empty.
typedef struct Score {
    // Winning chances.
    int64_t positions;
    double loss; // summed cross-entropy, in nats
    double came; // summed results, 0 to 1
    ScoreBin bins[SCORE_BINS];
    // Moves.
    int64_t moves;
    double move_loss;    // summed cross-entropy
    double uniform_loss; // the same of a uniform guess
    int64_t first, top;  // how often the move was the first choice; among the first SCORE_TOP
} Score;

// The cross-entropy of expecting 1/(1+e^-logit) where `target` came, computed without overflow.
double score_logistic_loss(double logit, double target);
double score_logistic(double logit);

void score_add_chance(Score *score, double logit, double came);
// Place 0: the first choice. `logarithm` of the chance it was given.
void score_add_move(Score *score, int place, double logarithm, int choices);

// A table: what was expected, and how often it came.
void score_print_bins(const Score *score, Text *out);

// The loss per position of a predictor that always says the average.
double score_flat_loss(const Score *score);

// How far what was expected is from what came, a bin weighing as much as it holds: 0 for one who is always right
// about the chances.
double score_calibration_error(const Score *score);

#endif
