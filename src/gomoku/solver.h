// SPDX-License-Identifier: MIT
// The four-search by itself, for callers that ask about wins by fours alone: tests, puzzles.
#ifndef GOMOKU_SOLVER_H
#define GOMOKU_SOLVER_H

#include "search/ask.h"

// See SearcherType.fours. The line is a shortest one if there was time to look for it; the ask's flag
// is lowered again if it was raised by the time.
bool solver_fours(const Ask *ask, Outcome *outcome);

#endif
