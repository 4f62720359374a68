// SPDX-License-Identifier: MIT
// The Hex board: stones, the groups they form, and the winner the moment a path closes.
//
// A plain struct with no pointers, so that a copy is an assignment and every worker has its own.
// Cells live in an array with one row of padding above and below; the columns a Move leaves unused
// are the padding left and right. The padding holds the edges as stones, so that neighbours are
// never tested for being on the board:
//
//        X X X X X            X  Black's edges, y = -1 and y = height
//      O . . . . . O          O  White's edges, x = -1 and x = width
//       O . . . . . O
//          X X X X X
//
// Groups are a union-find forest without path compression (union by size keeps it shallow), so that
// the last union can be taken back; each group is also a ring of its stones, and joining two rings
// or parting them again is the same exchange of two links.
#ifndef HEX_BOARD_H
#define HEX_BOARD_H

#include "game/move.h"

#include <assert.h>
#include <stdint.h>

// A cell of the padded array, or one of the four edges.
typedef uint16_t HexNode;

enum {
    HEX_CELLS = (BOARD_MAX + 2) * BOARD_STRIDE, // the board and a row of padding above and below
    HEX_TOP = HEX_CELLS,                        // Black's two edges, then White's
    HEX_BOTTOM,
    HEX_LEFT,
    HEX_RIGHT,
    HEX_NODES,
    HEX_NEAR = 1,    // in `edges`: the top or left edge
    HEX_FAR = 2,     // ... the bottom or right one
    HEX_OUTSIDE = 3, // in `cells`: neither a cell of the board nor an edge
};

typedef struct HexBoard {
    int width, height;
    int stones;
    int merges;                   // unions made and not taken back
    Result winner;                // RESULT_NONE, RESULT_BLACK or RESULT_WHITE
    uint64_t key;                 // Zobrist: stones and size, without the side to move
    uint8_t cells[HEX_CELLS];     // a Cell, or HEX_OUTSIDE
    HexNode parent[HEX_NODES];    // a root is its own parent; a padding stone's is its edge
    HexNode next[HEX_NODES];      // the ring of a group: its stones and edges
    uint8_t edges[HEX_NODES];     // HEX_NEAR and HEX_FAR if the group holds them, true for roots
    uint16_t size[HEX_NODES];     // stones of the group, true for roots
    HexNode placed[BOARD_POINTS]; // in order; undo takes the last one
    uint16_t merges_before[BOARD_POINTS]; // `merges` when that stone was placed
    struct {
        HexNode root;  // lost its place in this union
        uint8_t edges; // of the root that kept it, before
    } merged[BOARD_POINTS + 4];
} HexBoard;

// The six neighbours as steps in the padded array, in the order of the clock: each is a neighbour
// of the one before it.
#define HEX_STEPS                                                                                  \
    { -BOARD_STRIDE, -BOARD_STRIDE + 1, 1, BOARD_STRIDE, BOARD_STRIDE - 1, -1 }

static inline HexNode hex_node(Move cell) {
    return (HexNode)(cell + BOARD_STRIDE);
}

static inline Move hex_move(HexNode node) {
    return (Move)(node - BOARD_STRIDE);
}

static inline bool hex_is_edge(HexNode node) {
    return node >= HEX_TOP;
}

// Where a side starts from (top, left) and where it goes (bottom, right).
static inline HexNode hex_near_edge(Side side) {
    return side == SIDE_BLACK ? HEX_TOP : HEX_LEFT;
}

static inline HexNode hex_far_edge(Side side) {
    return side == SIDE_BLACK ? HEX_BOTTOM : HEX_RIGHT;
}

static inline int hex_edge_length(const HexBoard *board, Side side) {
    return side == SIDE_BLACK ? board->width : board->height;
}

// The i'th cell along the near or far edge of a side.
static inline HexNode hex_edge_node(const HexBoard *board, Side side, bool far, int i) {
    return hex_node(side == SIDE_BLACK ? move_at(i, far ? board->height - 1 : 0)
                                       : move_at(far ? board->width - 1 : 0, i));
}

static inline Cell hex_board_at(const HexBoard *board, Move cell) {
    return (Cell)board->cells[hex_node(cell)];
}

// The root of the group this stone, padding stone or edge belongs to.
static inline HexNode hex_board_group(const HexBoard *board, HexNode node) {
    assert(node < HEX_NODES);
    while (board->parent[node] != node)
        node = board->parent[node];
    return node;
}

void hex_board_init(HexBoard *board, int width, int height);
struct Position;
void hex_board_of_position(HexBoard *board, const struct Position *position);
// Places a stone on an empty cell. Allowed after the end too: set-up positions may hold anything.
void hex_board_play(HexBoard *board, Move cell, Side side);
// Takes back the stone placed last, to any depth.
void hex_board_undo(HexBoard *board);
// Set-up: changes one cell, in whatever order stones came. Rebuilds when a stone goes.
void hex_board_put(HexBoard *board, Move cell, Cell value);
// Would a stone of that side on this empty cell close a path?
bool hex_board_wins_at(const HexBoard *board, Move cell, Side side);

#endif
