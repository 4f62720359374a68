// SPDX-License-Identifier: MIT
// Wins, checked by the rules alone: nothing here knows a field, a shape table or what a search has
// remembered. A stone is put down, the rules say whether it was allowed and whether it won.
#ifndef TESTS_GOMOKU_PROVER_H
#define TESTS_GOMOKU_PROVER_H

#include "base/rng.h"
#include "gomoku/board.h"

#include <stdint.h>

typedef enum Proven {
    PROVEN_NO,
    PROVEN_YES,
    PROVEN_TIRED, // patience came to an end
} Proven;

bool prover_allows(const Board *board, Move cell); // to the side to move
bool prover_can_move(const Board *board);
// Could the next stone of that side make a five that needs this one? Forbidden points are not looked at.
bool prover_makes_four(const Board *board, Move cell, Side side);

// Can the side to move win by at most `depth` fours? Every move is tried and every reply, patience
// counting the stones. The twin of fours_search().
Proven prover_fours(Board *board, int depth, int64_t *patience);

// Does this line, the side to move beginning, win by fours: every move legal, every one of the
// attacker's a four that leaves the defender no five, and the last a five?
bool prover_line(const Board *board, const Move *moves, int length);

// The attacker is to move. Can the other side keep it from a five for good? Every cell that could still
// be part of one is tried, and every reply there; patience counts the attacker's stones. For boards that
// are nearly full.
Proven prover_holds(Board *board, int64_t *patience);

// Somebody claims that the side to move wins; this is how they say by what move. MOVE_NONE: they
// do not claim it after all.
typedef struct Claimant {
    Move (*move)(void *user, const Board *board);
    void *user;
    int64_t patience; // stones, of all calls together
    int unclaimed;    // positions that had to be won, and were not claimed to be
    Rng rng;          // for the order of the replies, so that a tired check was a fair sample
} Claimant;

// Plays the claimed move, then every legal reply, and asks again, until there is a five or fours
// win. PROVEN_NO: something in the claim was wrong.
Proven prover_check(Claimant *claimant, Board *board);

#endif
