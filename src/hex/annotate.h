// SPDX-License-Identifier: MIT
// What a front end may draw on a Hex board: a shortest path of each side, the connections that
// cannot be cut, the cells that do not matter; looked at closely, what is captured and which moves
// are worth a thought.
#ifndef HEX_ANNOTATE_H
#define HEX_ANNOTATE_H

#include "game/annotations.h"
#include "hex/board.h"

void hex_annotate(const HexBoard *board, Side to_move, Annotations *out); // a game that is not over

#endif
