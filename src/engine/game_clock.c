// SPDX-License-Identifier: MIT
#include "engine/game_clock.h"

#include "search/limits.h"

GameClock game_clock_of(int64_t each_ms, int64_t increment_ms) {
    bool on = each_ms != LIMIT_NONE;
    int64_t each_us = on ? each_ms * 1000 : 0;
    return (GameClock){.on = on,
                       .left_us = {each_us, each_us},
                       .increment_us = on ? increment_ms * 1000 : 0,
                       .running = -1};
}

void game_clock_start(GameClock *clock, Seat seat, int64_t now_us) {
    clock->running = (int)seat;
    clock->since_us = now_us;
}

bool game_clock_press(GameClock *clock, int64_t now_us) {
    int seat = clock->running;
    clock->running = -1;
    return seat < 0 || game_clock_charge(clock, (Seat)seat, now_us - clock->since_us, 0);
}

bool game_clock_charge(GameClock *clock, Seat seat, int64_t used_us, int64_t margin_us) {
    if (!clock->on)
        return true;
    int64_t *left = &clock->left_us[seat];
    if (used_us > *left + margin_us) {
        *left = 0;
        return false;
    }
    *left += clock->increment_us - used_us;
    return true;
}

static int64_t left_us(const GameClock *clock, Seat seat, int64_t now_us) {
    bool runs = clock->running == (int)seat;
    return clock->left_us[seat] - (runs ? now_us - clock->since_us : 0);
}

int64_t game_clock_left_ms(const GameClock *clock, Seat seat, int64_t now_us) {
    if (!clock->on)
        return LIMIT_NONE;
    int64_t left = left_us(clock, seat, now_us);
    return left > 0 ? left / 1000 : 0;
}

bool game_clock_fell(const GameClock *clock, int64_t now_us) {
    return clock->on && clock->running >= 0 && left_us(clock, (Seat)clock->running, now_us) < 0;
}
