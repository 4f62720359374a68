// SPDX-License-Identifier: MIT
// Who meets whom, from which opening, in which game: a pure function of the game's number. That is
// what makes a run that was cut off easy to continue: the missing numbers are the missing games.
//
// Games come in pairs, 2p and 2p+1: the same opening and players, the seats exchanged. Pairings
// take turns, so that all have played about as much at any moment:
//
//     game      0    1    2    3    4    5  | 6    7   ...
//     seats    A-B  B-A  A-C  C-A  B-C  C-B | A-B  B-A
//     opening   0    0    0    0    0    0  | 1    1
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Schedule {
    size_t players; // 2 or more
    bool gauntlet;  // the first against the others, else a round robin
    int64_t rounds; // openings, each played by every pairing
} Schedule;

typedef struct Fixture {
    size_t players[2]; // by seat
    int64_t opening;   // 0, 1, 2 ...
    int64_t pair;
    bool reversed; // the second game of its pair
} Fixture;

int64_t schedule_games(const Schedule *schedule); // in all
Fixture schedule_fixture(const Schedule *schedule, int64_t game);

#endif
