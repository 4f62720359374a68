// SPDX-License-Identifier: MIT
// Iterative deepening: search to depth 1, 2, 3 ... and keep the last finished answer, so that there
// is a good move whenever the flag goes up. Shared by the alpha-beta searches of both games.
#ifndef SEARCH_DEEPEN_H
#define SEARCH_DEEPEN_H

#include "search/searcher.h"

typedef struct Deepening {
    const Ask *order;
    int first_depth, depth_step; // 1 and 1 for most
    int last_depth;              // where nothing deeper exists (a full board); DEPTH_MAX otherwise
    bool single_move; // the root has one move: under a limit of time only its score is to be found
    // Searches the root to this depth and leaves its best lines, best first, in lines[0 ..
    // *line_count-1] (room for order->limits.multipv). Returns false when it was stopped before the
    // first root move was done and the lines are worth nothing; a search stopped later leaves what
    // it has and returns true.
    bool (*search_root)(void *search, int depth, Line *lines, size_t *line_count);
    void *search;
    uint64_t (*nodes)(const void *search); // counted so far by all workers
    int (*selective_depth)(const void *search);
    // How much of the last iteration's work went below the best move, in thousandths: a best move
    // that takes nearly all of it is far ahead of the others. NULL: not known.
    int (*best_share)(const void *search);
} Deepening;

// Fills in the outcome from the deepest iteration; reports every iteration through order->on_info.
// Ends at the depth limit, at last_depth, when the flag is raised, when every line asked for is
// proven (the best one, if multipv is 1), or when the pace says that this move has had its time (see
// pace.h), which for a single move is a tenth of what others get, and a few iterations. An iteration that
// was cut short counts: it looked at the best move of the last one first.
// outcome->move must hold a legal fall-back before the call: it stays if nothing was finished, and
// outcome->info then holds it as a line of one move.
void deepen(const Deepening *deepening, Outcome *outcome);

#endif
