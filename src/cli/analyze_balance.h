// SPDX-License-Identifier: MIT
// `tengen analyze --balance`: the moves that make a position most even.
#ifndef CLI_ANALYZE_BALANCE_H
#define CLI_ANALYZE_BALANCE_H

#include "cli/command.h"

// Writes the best continuations of so many stones; returns an exit code.
int analyze_balance(const Call *call, const Position *position, int stones);

#endif
