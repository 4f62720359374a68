// SPDX-License-Identifier: MIT
// Openings as a state machine: what the next choice is, who makes it and what is allowed.
//
// The state is a pure function of the opening and the moves so far, so undo needs no code of its
// own.
//
//   free     nothing is restricted
//   pro      Black's first stone in the centre, the second outside the central 5x5
//   longpro  the same with 7x7
//   swap     the first player puts three stones (black, white, black); the second picks a colour
//   swap2    likewise, but the second may instead put two more (white, black) and pass the choice
//   swap-pieces, swap-sides   the second player may swap in answer to the first stone
//
// Which of them a game offers it says itself (GameType.openings).
#ifndef ENGINE_OPENING_H
#define ENGINE_OPENING_H

#include "game/position.h"

// What the actor may choose now.
typedef struct Phase {
    bool second_acts;                                  // the second seat chooses, else the first
    bool may_swap_sides, may_swap_pieces, may_put_two; // beside a stone
    int clear_centre; // a stone must lie outside the central square of this side; 0: anywhere
    bool centre_only; // a stone must lie on the centre
    bool placing;     // the actor puts stones of both colours for an opening
} Phase;

Phase opening_phase(OpeningKind kind, const Position *position);

// May this move be chosen in this phase? Says nothing of the game's own rules.
bool opening_allows(OpeningKind kind, const Position *position, Move move, Error *why);

// By the names above.
bool opening_parse(const char *name, OpeningKind *kind, Error *err);
const char *opening_name(OpeningKind kind);
// Is it the swap in answer to the first stone, as --swap chooses it?
bool opening_is_swap(OpeningKind kind);
// Does the game offer it, on a board of this size? A sentence otherwise.
bool opening_fits(OpeningKind kind, const GameType *type, int width, int height, Error *err);

#endif
