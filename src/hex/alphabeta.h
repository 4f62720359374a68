// SPDX-License-Identifier: MIT
// Iterative deepening of an alpha-beta search over two-distances (worker.h): what this house first
// played Hex with. Where there are few empty cells it searches to the end of the game and tells in
// how many plies that comes; elsewhere the tree search plays much better (mcts.h).
#ifndef HEX_ALPHABETA_H
#define HEX_ALPHABETA_H

#include "hex/board.h"
#include "hex/weights.h"
#include "search/searcher.h"

typedef struct HexAlphabeta HexAlphabeta;

HexAlphabeta *hex_alphabeta_new(const Services *services);
void hex_alphabeta_free(HexAlphabeta *alphabeta);
// `board` is the order's position, in which nobody has won.
void hex_alphabeta_think(HexAlphabeta *alphabeta, const Order *order, const HexBoard *board,
                         Outcome *outcome);
void hex_alphabeta_use(HexAlphabeta *alphabeta, const HexWeights *weights);

#endif
