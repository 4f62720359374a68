// SPDX-License-Identifier: MIT
// The clocks of a game: time left by seat, increments, and whose flag has fallen. The one
// implementation: the terminal, GTP, the referee and the page's server all count with it.
//
// Plain data without a thread or a timer of its own: every call is told the moment (clock_now_us())
// or how long a turn took.
#ifndef ENGINE_GAME_CLOCK_H
#define ENGINE_GAME_CLOCK_H

#include "engine/game.h"

typedef struct GameClock {
    bool on;            // false: no time is counted and no flag falls
    int64_t left_us[2]; // by seat, as of the last charge; below 0 by what a margin has forgiven
    int64_t increment_us;
    int running;      // the Seat whose turn it is, or -1 while both stand still
    int64_t since_us; // when that turn began
} GameClock;

// Both seats begin with `each_ms`, LIMIT_NONE for no clock, and stand still.
GameClock game_clock_of(int64_t each_ms, int64_t increment_ms);

// A turn begins. What ran since an earlier start is forgotten: that turn was taken back.
void game_clock_start(GameClock *clock, Seat seat, int64_t now_us);
// The turn that runs is over, and both stand still: charges it without a margin. True, too, when
// nothing ran.
bool game_clock_press(GameClock *clock, int64_t now_us);

// A turn of this seat took so long. False when that is more than was left and the margin: its flag
// has fallen, nothing is left and nothing added. What a margin forgives stays owed, so that it is
// granted once in a game, not anew with every move.
bool game_clock_charge(GameClock *clock, Seat seat, int64_t used_us, int64_t margin_us);

// Whole milliseconds, the running turn taken off; never below 0. LIMIT_NONE without a clock.
int64_t game_clock_left_ms(const GameClock *clock, Seat seat, int64_t now_us);
// Has the turn that runs taken more than was left?
bool game_clock_fell(const GameClock *clock, int64_t now_us);

#endif
