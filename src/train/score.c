// SPDX-License-Identifier: MIT
#include "train/score.h"

#include <math.h>

double score_logistic(double logit) {
    return 1 / (1 + exp(-logit));
}

double score_logistic_loss(double logit, double target) {
    double high = logit > 0 ? logit : 0;
    return high - logit * target + log1p(exp(-fabs(logit)));
}

void score_add_chance(Score *score, double logit, double came) {
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
    score->moves++;
    score->move_loss -= logarithm;
    score->uniform_loss += log(choices);
    score->first += place == 0;
    score->top += place < SCORE_TOP;
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
