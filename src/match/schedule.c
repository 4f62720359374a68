// SPDX-License-Identifier: MIT
#include "match/schedule.h"

#include <assert.h>

static size_t count_pairings(const Schedule *schedule) {
    assert(schedule->players >= 2);
    size_t n = schedule->players;
    return schedule->gauntlet ? n - 1 : n * (n - 1) / 2;
}

int64_t schedule_games(const Schedule *schedule) {
    return 2 * schedule->rounds * (int64_t)count_pairings(schedule);
}

Fixture schedule_fixture(const Schedule *schedule, int64_t game) {
    assert(game >= 0 && game < schedule_games(schedule));
    int64_t pairings = (int64_t)count_pairings(schedule);
    Fixture fixture = {.pair = game / 2, .reversed = game % 2 == 1};
    fixture.opening = fixture.pair / pairings;
    size_t left = (size_t)(fixture.pair % pairings), first = 0;
    if (!schedule->gauntlet)
        for (size_t row = schedule->players - 1; left >= row; row--, first++)
            left -= row;
    size_t second = first + 1 + left;
    fixture.players[0] = fixture.reversed ? second : first;
    fixture.players[1] = fixture.reversed ? first : second;
    return fixture;
}
