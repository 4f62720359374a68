// SPDX-License-Identifier: MIT
// A third game: three in a row on 3x3, with a swap of sides after the first stone. It is here to be
// taken through the house by nothing but this file; whatever has to know more about it is not
// general.
#ifndef TESTS_TICTAC_H
#define TESTS_TICTAC_H

#include "lab/evaluator.h"
#include "search/searcher.h"

extern const GameType tictac_game;
// Looks at everything. Its option `last=on` makes it choose the last of equal moves, not the first.
extern const SearcherType tictac_searcher;
extern const Evaluator tictac_evaluator;

#endif
