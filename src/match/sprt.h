// SPDX-License-Identifier: MIT
// The sequential probability ratio test: play until it is clear whether the first player is better
// by elo1 (H1) or no better than elo0 (H0), and not a game longer.
#ifndef MATCH_SPRT_H
#define MATCH_SPRT_H

#include "match/tally.h"

#include <stdbool.h>

typedef struct Sprt {
    double elo0, elo1;  // elo0 < elo1
    double alpha, beta; // chances of accepting H1 when H0 is true, and H0 when H1 is
} Sprt;

typedef enum SprtVerdict { SPRT_GOES_ON, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

typedef struct SprtState {
    double llr;          // log-likelihood ratio of H1 against H0, now
    double lower, upper; // the test ends when it reaches one of them
    SprtVerdict verdict;
} SprtState;

// "0,5": elo0 and elo1, the smaller first, with 5% for either error. False when it is no such text.
bool sprt_parse(const char *text, Sprt *sprt);
SprtState sprt_judge(const Sprt *sprt, const int64_t pairs[PAIR_CLASSES]);
const char *sprt_verdict_text(SprtVerdict verdict);

#endif
