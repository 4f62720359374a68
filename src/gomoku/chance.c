// SPDX-License-Identifier: MIT
#include "gomoku/chance.h"

#include "search/info.h"

double chance_of_score(int score, GomokuRule rule) {
    static const int scales[RULE_COUNT] = {
        [RULE_FREESTYLE] = 150, [RULE_STANDARD] = 150,   [RULE_RENJU] = 150,
        [RULE_CARO] = 150,      [RULE_CARO_EXACT] = 150,
    };
    return score_win_rate(score, scales[rule]);
}
