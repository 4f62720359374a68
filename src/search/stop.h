// SPDX-License-Identifier: MIT
// The stop flag: one atomic word, raised by a timer or a front end, read by every node of every
// worker. Nodes never read the clock. The word remembers *why* it was raised, so that an engine
// that thinks several times in one turn can lower what its timer raised without losing what
// was asked from outside.
#ifndef SEARCH_STOP_H
#define SEARCH_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

enum { STOP_ASKED = 1, STOP_TIME = 2 };

// Zero-initialised is lowered.
typedef struct StopFlag {
    atomic_uint reasons;
} StopFlag;

static inline bool stop_raised(const StopFlag *flag) {
    return atomic_load_explicit(&flag->reasons, memory_order_relaxed) != 0;
}

static inline bool stop_raised_for(const StopFlag *flag, unsigned reason) {
    return (atomic_load_explicit(&flag->reasons, memory_order_relaxed) & reason) != 0;
}

static inline void stop_raise(StopFlag *flag) {
    atomic_fetch_or_explicit(&flag->reasons, STOP_ASKED, memory_order_relaxed);
}

static inline void stop_raise_time(StopFlag *flag) {
    atomic_fetch_or_explicit(&flag->reasons, STOP_TIME, memory_order_relaxed);
}

static inline void stop_lower_time(StopFlag *flag) {
    atomic_fetch_and_explicit(&flag->reasons, ~(unsigned)STOP_TIME, memory_order_relaxed);
}

static inline void stop_clear(StopFlag *flag) {
    atomic_store_explicit(&flag->reasons, 0, memory_order_relaxed);
}

#endif
