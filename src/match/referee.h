// SPDX-License-Identifier: MIT
// One game between two players, by our own rules and our own clock. Whatever a player does wrong
// loses the game and nothing else: the referee always comes back with a result.
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "engine/player.h"
#include "match/played.h"

#include <stdatomic.h>

// Ending a game early, on request only.
typedef struct Adjudication {
    bool
        proven; // when a player of ours has proven the result (search/info.h: a claimed win is one)
    int64_t score; // when both players agree that one side is ahead by this much; 0: never
    int64_t count; // ... in this many moves of each in a row
    int64_t moves; // drawn when this many moves have been played; 0: never
} Adjudication;

typedef struct RefereeOrder {
    Limits limits;     // of a turn; with a clock, what each player begins with
    int64_t margin_ms; // how far a turn may run over before it loses
    Adjudication adjudication;
    Player *players[2];  // by seat
    StopFlag *stop;      // raised from outside to end the turn at hand
    atomic_bool *cancel; // set before `stop` is raised when the whole game is not wanted any more
    // When the turn at hand should be over at the latest (a moment of clock_now_us(), 0 between
    // turns): the watcher exchanges it for 0 and raises `stop` then, so that no player can hold
    // up the match.
    _Atomic int64_t *overdue_us;
} RefereeOrder;

// Plays `game` to its end and fills in everything but the number, the opening's number and the
// players' numbers. False when it was cancelled: then nothing is to be kept. Blocks; `game` is left
// at its last position.
bool referee_play(const RefereeOrder *order, Game *game, Played *played);

// Did this seat lose by a fault of its own (not on the board, not by resigning)? Its program should
// not be trusted with the next game.
bool referee_faulted(const Played *played, Seat seat);

#endif
