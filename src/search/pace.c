// SPDX-License-Identifier: MIT
// All weights are thousandths of the soft limit.
#include "search/pace.h"

#include "search/limits.h"

#include <assert.h>

enum {
    CALM = 650,          // a best move that has stood for long
    UNREST_CHANGE = 600, // a change adds this to ...
    UNREST_MOST = 1200,  // ... at most this, and a third fades with every iteration
    FALL_WEIGHT = 4,     // a tenth of the winning chance lost is worth 400
    FALL_MOST = 650,
    SHARE_EVEN = 600, // of the work below the best move: more, and the others are out of the race
    FACTOR_LEAST = 330,
    FACTOR_MOST = 2500,
    GROWTH_LEAST = 1500, // an iteration takes at least this much longer than the one before
    GROWTH_MOST = 5000,
};

static int within(int64_t value, int least, int most) {
    return value < least ? least : value > most ? most : (int)value;
}

void pace_begin(Pace *pace, int64_t soft_ms, int64_t hard_ms) {
    assert(soft_ms <= hard_ms || hard_ms < 0);
    *pace = (Pace){
        .soft_ms = soft_ms > 0 && soft_ms < hard_ms ? soft_ms : hard_ms,
        .hard_ms = hard_ms,
        .best = MOVE_NONE,
        .share = PACE_SHARE_UNKNOWN,
    };
}

void pace_note(Pace *pace, const Line *best, int share, int64_t elapsed_ms) {
    assert(share == PACE_SHARE_UNKNOWN || (share >= 0 && share <= 1000));
    assert(elapsed_ms >= 0 && best->pv_length > 0);
    int win = (int)(best->win * 1000);
    bool first = pace->iterations++ == 0;
    bool changed = !first && best->pv[0] != pace->best;
    int fallen = first || win > pace->win ? 0 : pace->win - win;
    pace->unrest -= pace->unrest / 3;
    pace->unrest = within(pace->unrest + (changed ? UNREST_CHANGE : 0), 0, UNREST_MOST);
    pace->fall = within(pace->fall / 2 + fallen, 0, 1000);
    pace->best = best->pv[0];
    pace->win = win;
    pace->share = share;
    pace->before = pace->took_ms;
    pace->took_ms = elapsed_ms - pace->ended_ms;
    pace->ended_ms = elapsed_ms;
}

static int factor(const Pace *pace) {
    int sum = CALM + pace->unrest + within((int64_t)pace->fall * FALL_WEIGHT, 0, FALL_MOST);
    // 600 of 1000 below the best move: as it is. All of it: three fifths.
    if (pace->share != PACE_SHARE_UNKNOWN && pace->share > SHARE_EVEN)
        sum = sum * (1000 + SHARE_EVEN - pace->share) / 1000;
    return within(sum, FACTOR_LEAST, FACTOR_MOST);
}

int64_t pace_target_ms(const Pace *pace) {
    if (pace->soft_ms == pace->hard_ms)
        return pace->hard_ms;
    int64_t target = pace->soft_ms * factor(pace) / 1000;
    return target < pace->hard_ms ? target : pace->hard_ms;
}

// How long the next iteration would take, if it grows as the last one did.
static int64_t expected_ms(const Pace *pace) {
    int64_t growth = pace->before > 0 ? pace->took_ms * 1000 / pace->before : GROWTH_LEAST;
    return pace->took_ms * within(growth, GROWTH_LEAST, GROWTH_MOST) / 1000;
}

// Half of what the next one would take must fit: so it ends near the target as often a little
// before it as a little behind it.
bool pace_goes_on(const Pace *pace) {
    if (pace->hard_ms == LIMIT_NONE)
        return true;
    if (pace->soft_ms == pace->hard_ms)
        return pace->ended_ms < pace->hard_ms;
    return pace->ended_ms + expected_ms(pace) / 2 < pace_target_ms(pace);
}
