// SPDX-License-Identifier: MIT
// The root of the search: its moves, kept in the order of the last iteration, and one iteration.
#ifndef GOMOKU_ROOT_H
#define GOMOKU_ROOT_H

#include "gomoku/threes.h"
#include "gomoku/worker.h"

typedef struct Root {
    Move moves[BOARD_POINTS]; // all allowed; best first
    int count;                // 0: there is no move at all
    bool complete;            // every move that does not lose at once is among them
    bool forced;              // the opponent has a five to prevent, or we have one to make
    bool fours_exhausted;     // there is no win by fours from here
    bool threes_exhausted;    // nor by threats
    uint64_t threes_nodes;    // spent on looking for one
    bool searched;            // an iteration has ended ...
    int score;                // ... with this
} Root;

void root_begin(Root *root, Worker *worker);

// Tries to win by fours alone, with more nodes at larger depths. Fills in one line if it does.
bool root_fours(Root *root, Worker *worker, int depth, Line *line);

// Goes on looking for a win by threats, which gets `share` times the nodes of everything else.
bool root_threes(Root *root, Worker *worker, Threes *threes, int share, Line *line);

// Searches the best `room` moves to this depth, best first. False when stopped before the first
// move was done; what was done before a stop is in lines[0 .. *count-1].
bool root_search(Root *root, Worker *worker, int depth, Line *lines, size_t room, size_t *count);

#endif
