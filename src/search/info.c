// SPDX-License-Identifier: MIT
// Scores as chances. The arithmetic is +, * and / alone, which give the same bits on every machine:
// a library's exp() need not, and a chance may end up choosing a side after an opening.
#include "search/info.h"

#include <assert.h>

enum { EXPONENT_MOST = 40, HALVINGS = 10, TERMS = 8 };

// e to the x by the series at x / 2^10, squared ten times: good to twelve digits.
static double exponential(double x) {
    double step = x / (1 << HALVINGS), term = 1, sum = 1;
    for (int i = 1; i <= TERMS; i++) {
        term *= step / i;
        sum += term;
    }
    for (int i = 0; i < HALVINGS; i++)
        sum *= sum;
    return sum;
}

double score_win_rate(int score, int scale) {
    assert(scale > 0);
    if (score_is_proven(score))
        return score > 0 ? 1.0 : 0.0;
    double x = (double)score / scale;
    x = x > EXPONENT_MOST ? EXPONENT_MOST : x < -EXPONENT_MOST ? -EXPONENT_MOST : x;
    return 1.0 / (1.0 + exponential(-x));
}
