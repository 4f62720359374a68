// SPDX-License-Identifier: MIT
// `tengen analyze --swap-map`: which first stones of Hex the second player should take over.
#ifndef CLI_ANALYZE_SWAP_H
#define CLI_ANALYZE_SWAP_H

#include "cli/command.h"

// Writes the map of an empty board; returns an exit code.
int analyze_swap(const Call *call, const Position *position);

#endif
