// SPDX-License-Identifier: MIT
// How long a search may think; the first limit reached stops it.
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum { LIMIT_NONE = -1, LEVEL_MAX = 10, DEPTH_MAX = 200, MULTIPV_MAX = 64 };
#define TIME_MAX_MS ((int64_t)30 * 24 * 60 * 60 * 1000) // a month

// Start from LIMITS_OPEN and set what is wanted. 0 is a real limit: "at once".
typedef struct Limits {
    int64_t time_ms;      // for this move
    int64_t clock_ms;     // left on this side's clock for the rest of the game
    int64_t increment_ms; // added to that clock by every move
    int64_t nodes;        // stones placed by the search; repeats exactly on one thread
    int64_t depth;        // plies of the main search
    int64_t multipv;      // candidate moves to report, 1 or more
    int64_t level;        // 1 .. LEVEL_MAX; LEVEL_MAX is full strength
    bool prove;           // a proof is wanted, not a move: look for one to the end of the time
} Limits;

#define LIMITS_OPEN                                                                                \
    (Limits) {                                                                                     \
        .time_ms = LIMIT_NONE, .clock_ms = LIMIT_NONE, .nodes = LIMIT_NONE, .depth = LIMIT_NONE,   \
        .multipv = 1, .level = LEVEL_MAX                                                           \
    }

// The time for one move, in milliseconds; LIMIT_NONE twice when no limit of time was given.
//
// `hard_ms` is never exceeded: a timer ends the search there. `soft_ms` is what a usual move should
// take. They are equal where time that is not used is lost: under a limit for the move alone, or
// when the clock could pay for it with every move to come.
typedef struct Budget {
    int64_t soft_ms, hard_ms;
} Budget;

// `plies_left` is how many points are empty: the game lasts no longer, and from that its length is
// guessed.
Budget limits_budget(const Limits *limits, int plies_left);

// What to keep back from a turn that another program times: the way of the answer, and a share. Never
// more than half of it. What a busy machine takes on top is measured where the answer is given
// (gomocup_think.c).
int64_t limits_answer_ms(int64_t turn_ms);

#endif
