// SPDX-License-Identifier: MIT
#include "gomoku/chance.h"

#include "search/info.h"

double chance_of_score(int score, GomokuRule rule) {
    static const int scales[RULE_COUNT] = {
        [RULE_FREESTYLE] = 203, [RULE_STANDARD] = 204,   [RULE_RENJU] = 189,
        [RULE_CARO] = 245,      [RULE_CARO_EXACT] = 264,
    };
    return score_win_rate(score, scales[rule]);
}
