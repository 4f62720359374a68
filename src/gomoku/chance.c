// SPDX-License-Identifier: MIT
#include "gomoku/chance.h"

#include "search/info.h"

double chance_of_score(int score, GomokuRule rule) {
    // From 150 to 200 games each, 5,000 or 20,000 nodes a move: 2,700 to 6,200 positions, the scale
    // known to four in a hundred. Caro's judgement is freestyle's, which knows less about it.
    // Longer searches are right more often, so the scale shrinks with them: freestyle's is 202 at
    // 1,000 nodes a move, 138 and 160 in two runs at 20,000. The first three are of 20,000 nodes
    // and 120 to 400 games; caro's of 1,000 nodes and more games.
    static const int scales[RULE_COUNT] = {
        [RULE_FREESTYLE] = 155, [RULE_STANDARD] = 155,   [RULE_RENJU] = 160,
        [RULE_CARO] = 245,      [RULE_CARO_EXACT] = 264,
    };
    return score_win_rate(score, scales[rule]);
}
