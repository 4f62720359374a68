// SPDX-License-Identifier: MIT
#include "train/score.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

double score_logistic(double logit) {
    return 1 / (1 + exp(-logit));
}

double score_logistic_loss(double logit, double target) {
    double high = logit > 0 ? logit : 0;
    return high - logit * target + log1p(exp(-fabs(logit)));
}

void score_add_chance(Score *score, double logit, double came) {
    assert(came >= 0 && came <= 1);
    double chance = score_logistic(logit);
    int bin = (int)(chance * SCORE_BINS);
    if (bin >= SCORE_BINS)
        bin = SCORE_BINS - 1;
    score->positions++;
    score->loss += score_logistic_loss(logit, came);
    score->came += came;
    score->bins[bin].count++;
    score->bins[bin].expected += chance;
    score->bins[bin].came += came;
}

void score_add_move(Score *score, int place, double logarithm, int choices) {
    assert(place >= 0 && choices >= 1);
    score->moves++;
    score->move_loss -= logarithm;
    score->uniform_loss += log(choices);
    score->first += place == 0;
    score->top += place < SCORE_TOP;
}

void score_print_bins(const Score *score, Text *out) {
    text_add(out, "  expected      came   positions\n");
    for (const ScoreBin *bin = score->bins; bin < score->bins + SCORE_BINS; bin++)
        if (bin->count)
            text_addf(out, "  %7.1f%%  %7.1f%%  %10" PRId64 "\n",
                      100 * bin->expected / (double)bin->count,
                      100 * bin->came / (double)bin->count, bin->count);
}

double score_flat_loss(const Score *score) {
    if (!score->positions)
        return 0;
    double share = score->came / (double)score->positions;
    double loss = 0;
    if (share > 0)
        loss -= share * log(share);
    if (share < 1)
        loss -= (1 - share) * log(1 - share);
    return loss;
}

double score_calibration_error(const Score *score) {
    double off = 0;
    for (const ScoreBin *bin = score->bins; bin < score->bins + SCORE_BINS; bin++)
        off += fabs(bin->expected - bin->came);
    return score->positions ? off / (double)score->positions : 0;
}
