// SPDX-License-Identifier: MIT
// The rules of Gomoku: what counts as a five under each of them, for each side.
//
//   freestyle    XXXXX and longer
//   standard     exactly XXXXX
//   renju        Black exactly XXXXX, White also longer; Black has forbidden points (forbidden.h)
//   caro         not OXXXXXO (the edge is no stone); longer rows win whatever stands at their ends
//   caro-exact   exactly XXXXX, and not OXXXXXO
#ifndef GOMOKU_RULE_H
#define GOMOKU_RULE_H

#include "game/move.h"

// In the order of gomoku_game.rules.
typedef enum GomokuRule {
    RULE_FREESTYLE,
    RULE_STANDARD,
    RULE_RENJU,
    RULE_CARO,
    RULE_CARO_EXACT,
    RULE_COUNT,
} GomokuRule;

enum { FIVE = 5 };

typedef struct FiveRule {
    bool overline_wins;  // six or more in a row win too
    bool needs_free_end; // exactly five between two stones of the opponent do not win
} FiveRule;

extern const FiveRule rule_fives[RULE_COUNT][2]; // by side

// Does an unbroken row of this length win? `closed`: a stone of the opponent stands at both ends.
static inline bool rule_is_five(FiveRule rule, int length, bool closed) {
    if (length == FIVE)
        return !(rule.needs_free_end && closed);
    return length > FIVE && rule.overline_wins;
}

#endif
