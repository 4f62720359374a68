// SPDX-License-Identifier: MIT
// Shortest paths on the plain board: the path that won, and the one a side might still build. For
// drawing and reports; the search measures distance in another way, see distance.h.
#ifndef HEX_PATH_H
#define HEX_PATH_H

#include "hex/board.h"

#include <stddef.h>

// A path of `side` from its near edge to its far one that needs the fewest new stones, and of those
// one with the fewest cells. Writes its cells in order from top to bottom or left to right (room
// for BOARD_POINTS) and returns how many there are; 0 when the other side has closed its own path.
size_t hex_path_find(const HexBoard *board, Side side, Move *path);

#endif
