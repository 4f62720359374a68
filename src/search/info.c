// SPDX-License-Identifier: MIT
// Scores as chances. For people to read: no search decides by a double.
#include "search/info.h"

#include <math.h>

double score_win_rate(int score, int scale) {
    if (score_is_proven(score))
        return score > 0 ? 1.0 : 0.0;
    return 1.0 / (1.0 + exp(-(double)score / scale));
}
