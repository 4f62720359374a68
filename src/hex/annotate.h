// SPDX-License-Identifier: MIT
// What a front end may draw on a Hex board: a shortest path of each side, the connections that
// cannot be cut, the cells that do not matter.
#ifndef HEX_ANNOTATE_H
#define HEX_ANNOTATE_H

#include "game/annotations.h"
#include "hex/board.h"

void hex_annotate(const HexBoard *board, Annotations *out); // a game that is not over

#endif
