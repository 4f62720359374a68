// SPDX-License-Identifier: MIT
#include "gomoku/chance.h"

#include "search/info.h"

double chance_of_score(int score, GomokuRule rule) {
    // By `tengen train --calibrate` from 120 games each with the networks, 20,000 nodes a move: 3,300 to 7,000
    // positions, the scale known to five in a hundred. Longer searches are right more often, so it shrinks with
    // them: before the networks freestyle's was 202 at 1,000 nodes a move, 138 and 160 in two runs at 20,000.
    static const int scales[RULE_COUNT] = {
        [RULE_FREESTYLE] = 166, [RULE_STANDARD] = 168,   [RULE_RENJU] = 178,
        [RULE_CARO] = 268,      [RULE_CARO_EXACT] = 191,
    };
    return score_win_rate(score, scales[rule]);
}
