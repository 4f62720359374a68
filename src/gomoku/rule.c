// SPDX-License-Identifier: MIT
// The table of fives: a new rule that only changes what wins is a new row here.
#include "gomoku/rule.h"

const FiveRule rule_fives[RULE_COUNT][2] = {
    [RULE_FREESTYLE] =
        {[SIDE_BLACK] = {.overline_wins = true}, [SIDE_WHITE] = {.overline_wins = true}},
    [RULE_STANDARD] = {[SIDE_BLACK] = {0}, [SIDE_WHITE] = {0}},
    [RULE_RENJU] = {[SIDE_BLACK] = {0}, [SIDE_WHITE] = {.overline_wins = true}},
    [RULE_CARO] = {[SIDE_BLACK] = {.overline_wins = true, .needs_free_end = true},
                   [SIDE_WHITE] = {.overline_wins = true, .needs_free_end = true}},
    [RULE_CARO_EXACT] =
        {[SIDE_BLACK] = {.needs_free_end = true}, [SIDE_WHITE] = {.needs_free_end = true}},
};
