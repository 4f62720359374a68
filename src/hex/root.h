// SPDX-License-Identifier: MIT
// The root of a Hex search: every move that does not lose at once, sorted anew by each iteration,
// and the best lines.
#ifndef HEX_ROOT_H
#define HEX_ROOT_H

#include "hex/worker.h"

typedef struct HexRoot {
    HexWorker worker;
    HexCandidate moves[BOARD_POINTS]; // the best lines of the last iteration first
    size_t count;
} HexRoot;

// Sorts the moves: a win or what stops one, then by what the evaluation says; places no stone.
// Nobody has won yet.
void hex_root_begin(HexRoot *root, HexShared *shared, const HexBoard *board, Side to_move);

// The move to play if there is no time at all: a win, what stops one, or the most promising.
Move hex_root_first_move(const HexRoot *root);

// One iteration: fills in up to `room` lines, best first. False when it was stopped before the
// first move was done.
bool hex_root_search(HexRoot *root, int depth, Line *lines, size_t room, size_t *line_count);

#endif
