// SPDX-License-Identifier: MIT
// The stop flag: one atomic word, set by a timer, a front end or a finished colleague, read by
// every node of every worker. Nodes never read the clock.
#ifndef SEARCH_STOP_H
#define SEARCH_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct StopFlag {
    atomic_bool raised;
} StopFlag;

static inline void stop_raise(StopFlag *flag) {
    atomic_store_explicit(&flag->raised, true, memory_order_relaxed);
}

static inline void stop_clear(StopFlag *flag) {
    atomic_store_explicit(&flag->raised, false, memory_order_relaxed);
}

static inline bool stop_raised(const StopFlag *flag) {
    return atomic_load_explicit(&flag->raised, memory_order_relaxed);
}

#endif
