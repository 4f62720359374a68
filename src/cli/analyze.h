// SPDX-License-Identifier: MIT
// What `tengen analyze` does beside analysing; each returns an exit code.
#ifndef CLI_ANALYZE_H
#define CLI_ANALYZE_H

#include "cli/command.h"

// --balance: the continuations of `stones` stones that make a position most even.
int analyze_balance(const Call *call, const Position *position, int stones);
// --swap-map: which first stones on an empty board the second player should take over.
int analyze_swap(const Call *call, const Position *position);

#endif
