// SPDX-License-Identifier: MIT
#include "gomoku/chance.h"

#include "search/info.h"

double chance_of_score(int score, GomokuRule rule) {
    // From 150 to 200 games each, 5,000 or 20,000 nodes a move: 2,700 to 6,200 positions, the scale
    // known to four in a hundred. Caro's judgement is freestyle's, which knows less about it.
    static const int scales[RULE_COUNT] = {
        [RULE_FREESTYLE] = 135, [RULE_STANDARD] = 140,   [RULE_RENJU] = 180,
        [RULE_CARO] = 270,      [RULE_CARO_EXACT] = 235,
    };
    return score_win_rate(score, scales[rule]);
}
