// SPDX-License-Identifier: MIT
// The move picker: candidate moves of a node, the most promising first.
#ifndef GOMOKU_PICKS_H
#define GOMOKU_PICKS_H

#include "gomoku/accumulator.h"

// A key is a move's score and, in its low bits, how far from the end it stands: the first of equals is the best,
// and the greatest key says where it is.
enum {
    PICKS_LANES = 8, // keys that are compared in a step
    PICKS_KEYS = (FIELD_POINTS + PICKS_LANES - 1) / PICKS_LANES * PICKS_LANES,
    PICKS_PLACE_BITS = 10,
};

static_assert(PICKS_KEYS <= 1 << PICKS_PLACE_BITS, "every place fits a key");

typedef struct Picks {
    int count;
    Move moves[FIELD_POINTS];
    int32_t keys[PICKS_KEYS]; // of a move that was taken: less than any
    int led;                  // 1: the first was brought to the front, 0: none was
    int32_t best;             // score, the first move left out
    int32_t gap;              // how far the move taken last is below that
} Picks;

// What earlier nodes have learnt about moves.
typedef struct Hints {
    Move killers[2];        // refuted a sister of this node
    Move counter;           // refuted the opponent's last move elsewhere
    const int16_t *history; // by cell, how well it did anywhere
    Accumulator *policy;    // a network's, of this position; NULL: the weights alone say it
} Hints;

// Every empty cell near a stone, the centre on an empty board. Whether they are allowed is not
// looked at. Returns whether that is every empty cell there is.
bool picks_near(Picks *picks, const Field *field);
void picks_list(Picks *picks, const CellSet *cells); // just these

// Brings this move to the front, if it is one of them: it is taken first, and needs no score.
void picks_lead(Picks *picks, Move first);
// All but that one, before any other is taken.
void picks_score(Picks *picks, const Field *field, const Hints *hints);
// The best of the moves from `index` on, brought to `index`: sorting is paid for as it is used.
Move picks_next(Picks *picks, int index);
// Leaves the quiet moves from `index` on out.
void picks_drop_quiet(Picks *picks, const Field *field, int index);

#endif
