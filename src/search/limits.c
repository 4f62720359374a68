// SPDX-License-Identifier: MIT
// Clock management: an even share of the clock for each move still to come, most of the increment
// on top, and always a reserve for the way the answers have to travel.
//
//     |<----------------------------- clock ------------------------------>|
//     |<- share ->|              (x moves to come)              |<-reserve->|
//     0          soft                hard
#include "search/limits.h"

#include <assert.h>

enum {
    MOVES_FILL = 5,  // a side is expected to move once for every 5 empty points
    MOVES_LEAST = 8, // the end of a game always takes longer than it looks
    MOVES_MOST = 16, // games are decided in the middle: what comes later is often forced, and free
    RESERVE_MS = 50, // never spent
    RESERVE_MOVE_MS = 10, // ... nor this for every move to come: each answer has to travel
    RESERVE_SPENT = 8,    // ... but of a nearly empty clock an eighth is spent all the same
    HARD_SOFT = 4,        // a difficult move may take this many shares
    HARD_CLOCK = 3,       // ... and more than a share only up to a third of what can be spent
    ANSWER_MS = 2,        // through two pipes
    ANSWER_SHARE = 25,    // of the turn, on top
    ANSWER_MOST_MS = 200,
};

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t moves_to_come(int plies_left) {
    return larger(smaller(plies_left / MOVES_FILL, MOVES_MOST), MOVES_LEAST);
}

// What may be thought away, now or later. Increments cover the way of as many answers.
static int64_t usable_ms(int64_t clock_ms, int64_t increment_ms, int64_t moves) {
    int64_t way = larger(RESERVE_MOVE_MS - increment_ms, 0);
    return larger(clock_ms - RESERVE_MS - way * moves, clock_ms / RESERVE_SPENT);
}

static Budget share_of_clock(int64_t clock_ms, int64_t increment_ms, int plies_left) {
    if (clock_ms <= 0)
        return (Budget){0, 0};
    int64_t moves = moves_to_come(plies_left), increment = larger(increment_ms, 0);
    assert(moves > 0);
    int64_t usable = usable_ms(clock_ms, increment, moves);
    int64_t soft = smaller(usable / moves + increment - increment / 4, usable);
    return (Budget){soft, larger(soft, smaller(soft * HARD_SOFT, usable / HARD_CLOCK))};
}

Budget limits_budget(const Limits *limits, int plies_left) {
    if (limits->clock_ms == LIMIT_NONE)
        return (Budget){limits->time_ms, limits->time_ms};
    Budget budget = share_of_clock(limits->clock_ms, limits->increment_ms, plies_left);
    if (limits->time_ms == LIMIT_NONE)
        return budget;
    return (Budget){smaller(budget.soft_ms, limits->time_ms),
                    smaller(budget.hard_ms, limits->time_ms)};
}

int64_t limits_answer_ms(int64_t turn_ms) {
    int64_t wanted = smaller(ANSWER_MS + turn_ms / ANSWER_SHARE, ANSWER_MOST_MS);
    return smaller(wanted, turn_ms / 2);
}
