// SPDX-License-Identifier: MIT
// What a score of the search means: the winning chance, by a scale for each rule.
//
// The evaluation is learned so that SCORE_UNIT is a logit; a search looks ahead and is right more
// often, so its scores mean more. The scales are fitted to self-play of this engine
// (tengen train --calibrate): of positions called 70%, 70 in 100 are won.
#ifndef GOMOKU_CHANCE_H
#define GOMOKU_CHANCE_H

#include "gomoku/rule.h"

// P(win) + P(draw)/2 of a score of the search.
double chance_of_score(int score, GomokuRule rule);

#endif
