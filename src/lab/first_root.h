// SPDX-License-Identifier: MIT
// The root of a Hex search: every move that does not lose at once, sorted anew by each iteration,
// and the best lines.
#ifndef LAB_FIRST_ROOT_H
#define LAB_FIRST_ROOT_H

#include "lab/first_worker.h"

typedef struct FirstRoot {
    FirstWorker worker;
    FirstCandidate moves[BOARD_POINTS]; // the best lines of the last iteration first
    size_t count;
} FirstRoot;

// Sorts the moves: a win or what stops one, then by what the evaluation says; places no stone.
// Neither side has won yet.
void first_root_begin(FirstRoot *root, FirstShared *shared, const HexBoard *board, Side to_move);

// The move to play if there is no time at all: a win, what stops one, or the most promising.
Move first_root_first_move(const FirstRoot *root);

// One iteration: fills in up to `room` lines, best first. False when it was stopped before the
// first move was done.
bool first_root_search(FirstRoot *root, int depth, Line *lines, size_t room, size_t *line_count);

#endif
