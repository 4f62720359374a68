// SPDX-License-Identifier: MIT
// One key for all positions that are the same up to turning and mirroring, and the way there and
// back. The stones and the side to move count, the order of moves does not; nor does the rule, so
// that a position can be looked for under any rule.
//
//     . X .        . . .        The symmetry of a Canonical turns the position the way its key was
//     . . O  and   X . .   ...  made; moves go the same way by canonical_move() and come back by
//     . . .        . O .        canonical_move_back(), perhaps to another position of the same key.
#ifndef GAME_CANONICAL_H
#define GAME_CANONICAL_H

#include "game/position.h"

typedef struct Canonical {
    uint64_t key;
    int symmetry;  // turns the position into the form the key stands for
    unsigned ties; // all symmetries that do, as bits; more than one when the position is symmetric
} Canonical;

// For the first rule of a game the key is position_canonical_key().
Canonical position_canonical(const Position *position);

// The same for the position and all before it: history[n] is the one after n plies. Room for
// ply_count + 1. Kept stone by stone, from the last back; position_canonical() is the slow twin.
void position_canonical_history(const Position *position, Canonical *history);

// A stone of the position as it lies in the canonical form, and back; other moves stay as they are.
Move canonical_move(const Position *position, Canonical canonical, Move move);
Move canonical_move_back(const Position *position, Canonical canonical, Move move);
// Of all the moves that mean the same in this position because it is symmetric, the one nearest to
// the top left. `move` lies in the canonical form.
Move canonical_move_first(const Position *position, Canonical canonical, Move move);

// A new position, set up in the canonical form.
Position *position_canonical_form(const Position *position, Canonical canonical);

#endif
