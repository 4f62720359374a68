// SPDX-License-Identifier: MIT
// The mean score of the pairs with Student's interval around it, carried over to the Elo scale
// (which is monotone, so coverage carries over too). The variance is that of the *pairs*: that is
// what makes the interval valid when openings decide games.
#include "match/elo.h"

#include <math.h>

// One pair's worth of doubt is added to the variance, that of independent games without draws
// (1/8), so that ten equal results are no proof of certainty.
static const double DOUBT_VARIANCE = 0.125;

double elo_expected(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_of(double score) {
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return -400 * log10(1 / score - 1);
}

// The two-sided 95% point of Student's t, by the Cornish-Fisher expansion around the normal's.
static double student_95(double freedom) {
    const double z = 1.959963984540054;
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

// The chance that a value with Student's distribution lies below t, through the normal one (Wallace
// 1959).
static double student_below(double t, double freedom) {
    double z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom));
    return 0.5 * erfc(t < 0 ? z / sqrt(2) : -z / sqrt(2));
}

EloEstimate elo_estimate(const int64_t pairs[PAIR_CLASSES]) {
    double count = 0, sum = 0;
    for (int i = 0; i < PAIR_CLASSES; i++) {
        count += (double)pairs[i];
        sum += (double)pairs[i] * i / 4;
    }
    if (count < 2)
        return (EloEstimate){count > 0 ? elo_of(sum / count) : 0, -INFINITY, INFINITY, 0.5};
    double mean = sum / count, squares = DOUBT_VARIANCE;
    for (int i = 0; i < PAIR_CLASSES; i++) {
        double off = i / 4.0 - mean;
        squares += (double)pairs[i] * off * off;
    }
    double error = sqrt(squares / count / count); // of the mean: count - 1 + 1 degrees of freedom
    double reach = student_95(count - 1) * error;
    return (EloEstimate){
        .elo = elo_of(mean),
        .low = elo_of(mean - reach),
        .high = elo_of(mean + reach),
        .superiority = student_below((mean - 0.5) / error, count - 1),
    };
}
