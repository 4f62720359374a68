// SPDX-License-Identifier: MIT
// The Gomoku room from outside: the game with its rules, and its search.
#ifndef GOMOKU_GOMOKU_H
#define GOMOKU_GOMOKU_H

#include "game/position.h"
#include "search/searcher.h"

// Rules: freestyle, standard, renju, caro, caro-exact; the index is a GomokuRule (rule.h).
extern const GameType gomoku_game;
extern const SearcherType gomoku_searcher;
bool gomoku_appraise(const Position *position, const char *weights, struct Appraisal *appraisal,
                     Error *err); // SearcherType.appraise

#endif
