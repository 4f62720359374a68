// SPDX-License-Identifier: MIT
// hexmax's board: which stones touch their own colour, kept as stones come and go.
#ifndef LAB_SEED_HEXMAX_H
#define LAB_SEED_HEXMAX_H

#include "hex/board.h"
#include "lab/seed.h"

// The document's (heuristic for A, heuristic for B); A is Black.
typedef struct HexmaxPair {
    int count[2];
} HexmaxPair;

typedef struct HexmaxBoard {
    int size, stones;
    bool faithful;               // only a full board ends the game
    int count[2];                // stones with a neighbour of their colour
    uint8_t cells[HEX_CELLS];    // a Cell
    uint8_t near[2][HEX_CELLS];  // stones of each colour beside a cell
    HexNode order[BOARD_POINTS]; // all cells as the document's map has them, column by column
    HexBoard paths;              // who has won; kept unless faithful
} HexmaxBoard;

void hexmax_init(HexmaxBoard *board, int size, bool faithful);
void hexmax_play(HexmaxBoard *board, HexNode node, Side side);

// The move for `side`; needs no position in the order. The value is the
// count that side would have.
void hexmax_search(const SeedOrder *order, const HexmaxBoard *board, Side side, SeedAnswer *answer);

#endif
