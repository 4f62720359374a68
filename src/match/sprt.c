// SPDX-License-Identifier: MIT
// Wald's test on the mean score of pairs, with three corrections that real matches need.
//
// 1. The variance is not known. Using the estimate as if it were makes early, lucky streaks look
//    certain. The likelihoods are therefore maximised over the variance as well, which gives
//        LLR = N/2 log((v + (m - s0)^2) / (v + (m - s1)^2))
//    with m and v the mean and variance of the pairs (the normal case of the generalised SPRT).
// 2. Even so, the first handful of pairs may all end alike. A few pairs of doubt are mixed in,
//    half-way between the two answers and with the variance of independent games, and no verdict
//    falls before MIN_PAIRS.
// 3. The walk jumps over its bound by about 0.583 standard deviations of a step (Siegmund 1985), so
//    the bounds are drawn in by that much. Without it the test is too long when elo0 and elo1
//    are far apart.
// tests/unit/test_statistics.c simulates what this comes to.
#include "match/sprt.h"

#include "base/text.h"
#include "match/elo.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DOUBT_PAIRS = 4, MIN_PAIRS = 8 };
static const double DOUBT_VARIANCE = 0.125, OVERSHOOT = 0.583;

bool sprt_parse(const char *text, Sprt *sprt) {
    char low[32] = "";
    const char *comma = strchr(text, ',');
    if (!comma || (size_t)(comma - text) >= sizeof low)
        return false;
    memcpy(low, text, (size_t)(comma - text));
    *sprt = (Sprt){.alpha = 0.05, .beta = 0.05};
    return text_to_double(low, &sprt->elo0) && text_to_double(comma + 1, &sprt->elo1) &&
           sprt->elo0 < sprt->elo1;
}

SprtState sprt_judge(const Sprt *sprt, const int64_t pairs[PAIR_CLASSES]) {
    assert(sprt->elo0 < sprt->elo1 && sprt->alpha > 0 && sprt->beta > 0);
    double s0 = elo_expected(sprt->elo0), s1 = elo_expected(sprt->elo1), middle = (s0 + s1) / 2;
    double count = DOUBT_PAIRS, sum = DOUBT_PAIRS * middle;
    double squares = DOUBT_PAIRS * (middle * middle + DOUBT_VARIANCE);
    for (int i = 0; i < PAIR_CLASSES; i++) {
        double score = i / 4.0;
        count += (double)pairs[i];
        sum += (double)pairs[i] * score;
        squares += (double)pairs[i] * score * score;
    }
    double mean = sum / count, variance = squares / count - mean * mean;
    double off0 = mean - s0, off1 = mean - s1;
    double inset = OVERSHOOT * (s1 - s0) / sqrt(variance);
    SprtState state = {
        .llr = count / 2 * log((variance + off0 * off0) / (variance + off1 * off1)),
        .lower = log(sprt->beta / (1 - sprt->alpha)) + inset,
        .upper = log((1 - sprt->beta) / sprt->alpha) - inset,
        .verdict = SPRT_GOES_ON,
    };
    if (count - DOUBT_PAIRS < MIN_PAIRS)
        return state;
    if (state.llr >= state.upper)
        state.verdict = SPRT_ACCEPT_H1;
    else if (state.llr <= state.lower)
        state.verdict = SPRT_ACCEPT_H0;
    return state;
}

const char *sprt_verdict_text(SprtVerdict verdict) {
    static const char *const texts[] = {
        [SPRT_GOES_ON] = "undecided",
        [SPRT_ACCEPT_H0] = "H0 accepted: no better than elo0",
        [SPRT_ACCEPT_H1] = "H1 accepted: better by elo1",
    };
    return texts[verdict];
}
