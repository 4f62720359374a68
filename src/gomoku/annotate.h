// SPDX-License-Identifier: MIT
// What can be drawn on a Gomoku board beside the stones: where each side makes a five, a four, an
// open three and so on, what Black may not play in renju, and the fours and open threes that stand.
#ifndef GOMOKU_ANNOTATE_H
#define GOMOKU_ANNOTATE_H

#include "game/annotations.h"
#include "gomoku/board.h"

// Adds to `out`. The game must not be over. Whose turn it is does not matter.
void gomoku_annotate(const Board *board, Annotations *out);

#endif
