// SPDX-License-Identifier: MIT
// Elo differences and how sure they are.
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include "match/tally.h"

double elo_expected(double elo); // points per game at this difference: 200 -> 0.76
double elo_of(double score);     // the inverse; -inf and +inf at 0 and 1

typedef struct EloEstimate {
    double elo, low, high; // the 95% interval; an end is infinite when nothing bounds it
    double superiority;    // probability that the first player is the stronger, 0 .. 1
} EloEstimate;

// From the pairs. With fewer than two pairs everything is possible: -inf .. +inf, 0.5.
EloEstimate elo_estimate(const int64_t pairs[PAIR_CLASSES]);

#endif
