// SPDX-License-Identifier: MIT
// The cells of one board size as knowledge sees them: numbered row by row without padding, with the
// ring of neighbours around each, and what is proven of every ring.
//
//      0   1   2   3           ring of 5, in the order of the clock: 1 2 6 9 8 4
//        4   5   6   7         (each is a neighbour of the one before it)
//          8   9  10  11
//
// Edges take the numbers behind the cells and count as stones of their side. Immutable once made:
// any number of threads may share one.
#ifndef HEX_GRID_H
#define HEX_GRID_H

#include "hex/board.h"
#include "hex/hexset.h"

#include <assert.h>

enum {
    HEX_RING = 6,
    HEX_RINGS = 729, // 3^6: what a ring can hold
};

typedef struct HexGrid {
    int width, height;
    int count;                            // cells
    int words;                            // of a HexSet in use
    int16_t ring[BOARD_POINTS][HEX_RING]; // a cell, or hex_grid_edge()
    uint64_t cell_key[2][BOARD_POINTS];   // Zobrist, by Side
    HexSet near[BOARD_POINTS];            // the neighbours that are cells
    HexSet all;                           // every cell
    // What is proven of every ring (inferior.h), a number in base 3, its digits Cells: is the cell
    // within dead, and by Side on which empty places a stone would make it so, a bit each.
    uint8_t dead[HEX_RINGS];
    uint8_t kills[2][HEX_RINGS];
} HexGrid;

// A position as sets. The same struct serves before and after fill-in.
typedef struct HexStones {
    HexSet of[2]; // by Side
} HexStones;

HexGrid *hex_grid_new(int width, int height);
void hex_grid_free(HexGrid *grid);

static inline int hex_grid_edge(const HexGrid *grid, Side side, bool far) {
    return grid->count + 2 * (int)side + far;
}

static inline Side hex_grid_edge_side(const HexGrid *grid, int edge) {
    return edge - grid->count < 2 ? SIDE_BLACK : SIDE_WHITE;
}

static inline int hex_grid_cell(const HexGrid *grid, Move move) {
    assert(move_x(move) < grid->width && move_y(move) < grid->height);
    return move_y(move) * grid->width + move_x(move);
}

static inline Move hex_grid_move(const HexGrid *grid, int cell) {
    assert(cell >= 0 && cell < grid->count);
    return move_at(cell % grid->width, cell / grid->width);
}

// Where a half turn of the board takes this cell. The edges of a side change places.
static inline int hex_grid_turned(const HexGrid *grid, int cell) {
    assert(cell >= 0 && cell < grid->count);
    return grid->count - 1 - cell;
}

static inline Cell hex_stones_at(const HexStones *stones, int cell) {
    return hexset_has(stones->of[0].word, cell)   ? CELL_BLACK
           : hexset_has(stones->of[1].word, cell) ? CELL_WHITE
                                                  : CELL_EMPTY;
}

HexStones hex_stones_of_position(const HexGrid *grid, const struct Position *position);
HexStones hex_stones_of_board(const HexGrid *grid, const HexBoard *board);
HexSet hex_stones_empty(const HexGrid *grid, const HexStones *stones);
// The group of a stone of this side: takes it out of `left`, which holds the side's stones, and
// adds the cells beside it to `around`. Returns which edges it touches, HEX_NEAR and HEX_FAR.
unsigned hex_grid_flood(const HexGrid *grid, Side side, int stone, HexSet *left, HexSet *around);
// Which side has joined its edges: RESULT_NONE, RESULT_BLACK or RESULT_WHITE.
Result hex_stones_winner(const HexGrid *grid, const HexStones *stones);

#endif
