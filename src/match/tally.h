// SPDX-License-Identifier: MIT
// Counting a match between two players: games one by one, and in pairs.
//
// Every opening is played twice with the colours reversed, and the two games are not independent: a
// lopsided opening gives one win to each. So the statistics count *pairs* by what the first player
// scored in both games together, five classes:
//
//     0: 0   1: 1/2   2: 1   3: 1 1/2   4: 2
#ifndef MATCH_TALLY_H
#define MATCH_TALLY_H

#include <stdint.h>

enum { PAIR_CLASSES = 5 };

typedef struct Tally {
    int64_t wins, draws, losses; // all finished games, of the first player
    int64_t pairs[PAIR_CLASSES]; // finished pairs
} Tally;

// A finished game by what the first player scored in it: 0 lost, 1 drawn, 2 won.
void tally_add_game(Tally *tally, int score);
void tally_add_pair(Tally *tally, int first_score, int second_score); // of games already added
int64_t tally_games(const Tally *tally);
int64_t tally_pairs(const Tally *tally);
double tally_score(const Tally *tally); // points per game, 0.5 when there are none

#endif
