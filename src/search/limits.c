// SPDX-License-Identifier: MIT
// Clock management: an even share of the clock for each move still to come, most of the increment
// on top, and always a reserve for the way the answer has to travel.
#include "search/limits.h"

enum {
    MOVES_LEAST = 8,   // the end of a game always takes longer than it looks
    MOVES_MOST = 40,   // no need to plan further: every move takes its share of what is left then
    RESERVE_MS = 100,  // never spent
    RESERVE_SHARE = 4, // ... but on a nearly empty clock no more than a quarter is kept back
    ANSWER_MS = 30,    // through two pipes
    ANSWER_SHARE = 25, // of the turn, on top
    ANSWER_MOST_MS = 200,
};

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t share_of_clock(int64_t clock_ms, int64_t increment_ms, int plies_left) {
    if (clock_ms <= 0)
        return 0;
    int64_t moves = smaller(plies_left / 2, MOVES_MOST);
    moves = moves > MOVES_LEAST ? moves : MOVES_LEAST;
    int64_t increment = increment_ms > 0 ? increment_ms : 0;
    int64_t share = clock_ms / moves + increment - increment / 4;
    return smaller(share, clock_ms - smaller(RESERVE_MS, clock_ms / RESERVE_SHARE));
}

int64_t limits_budget_ms(const Limits *limits, int plies_left) {
    if (limits->clock_ms == LIMIT_NONE)
        return limits->time_ms;
    int64_t share = share_of_clock(limits->clock_ms, limits->increment_ms, plies_left);
    return limits->time_ms == LIMIT_NONE ? share : smaller(share, limits->time_ms);
}

int64_t limits_answer_ms(int64_t turn_ms) {
    int64_t wanted = smaller(ANSWER_MS + turn_ms / ANSWER_SHARE, ANSWER_MOST_MS);
    return smaller(wanted, turn_ms / 2);
}
