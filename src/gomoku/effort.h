// SPDX-License-Identifier: MIT
// What one worker has spent and when it must end. Every stone a search places is asked for here
// first, so a node limit is met exactly and a raised flag is seen within one node.
#ifndef GOMOKU_EFFORT_H
#define GOMOKU_EFFORT_H

#include "search/stop.h"

#include <stdint.h>

typedef struct Effort {
    _Atomic uint64_t nodes; // written by its worker alone; others may read it for a report
    uint64_t limit;
    const StopFlag *stop; // from outside
    const StopFlag *done; // a colleague has the answer
    bool over;            // nothing found from now on is worth anything
} Effort;

static inline uint64_t effort_nodes(const Effort *effort) {
    return atomic_load_explicit(&effort->nodes, memory_order_relaxed);
}

// May another stone be placed? False for good once it has been false.
static inline bool effort_spend(Effort *effort) {
    uint64_t nodes = effort_nodes(effort);
    if (effort->over || nodes >= effort->limit || stop_raised(effort->stop) ||
        stop_raised(effort->done)) {
        effort->over = true;
        return false;
    }
    atomic_store_explicit(&effort->nodes, nodes + 1, memory_order_relaxed);
    return true;
}

#endif
