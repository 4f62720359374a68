// SPDX-License-Identifier: MIT
// A board as a network sees it: a few numbers for each cell.
//
// The side to move sees its own edges above and below: for White the board is mirrored at its long
// diagonal. Edges count as stones. Rows lie one behind the other with one cell between them, which
// is the edge at the right of one row and at the left of the next:
//
//        X X X X X            own edge            index = (y + 1) * stride + x
//        . . . . O            opponent's edge     stride = columns + 1
//        . . . . O
//        X X X X X
//
// Besides stones there are the cells on the shortest ways of both sides (two-distance, distance.h)
// and on ways a step or more longer: a layer of the network looks one cell far, these look over the
// whole board.
#ifndef HEX_VIEW_H
#define HEX_VIEW_H

#include "hex/distance.h"

#include <assert.h>

enum {
    VIEW_WAYS = 4, // shortest ways, and up to three steps longer
    VIEW_OWN = 0,
    VIEW_THEIR = 1,
    VIEW_OWN_WAY = 2,
    VIEW_THEIR_WAY = VIEW_OWN_WAY + VIEW_WAYS,
    VIEW_LEAD = VIEW_THEIR_WAY + VIEW_WAYS, // how much shorter the own way is
    VIEW_BOARD,                             // 1: a cell of the board
    VIEW_PLANES,
    VIEW_ONE = 128, // what stands for 1
    VIEW_LEAD_UNIT = VIEW_ONE / 4,
    VIEW_BLOCK = 4, // layers take this many cells at a time, and may run over the end
    VIEW_ROOM = (BOARD_MAX + 2) * (BOARD_MAX + 1) + 2 * VIEW_BLOCK,
};

typedef struct HexView {
    int width, height, stride; // as seen
    bool mirrored;
    int16_t planes[VIEW_ROOM][VIEW_PLANES]; // fixed point, 1/VIEW_ONE
} HexView;

static inline int view_first(const HexView *view) {
    return view->stride;
}

static inline int view_end(const HexView *view) {
    return (view->height + 1) * view->stride;
}

// Where a cell of the board is seen.
static inline int view_index(const HexView *view, Move cell) {
    assert(move_is_stone(cell));
    int x = move_x(cell), y = move_y(cell);
    return view->mirrored ? (x + 1) * view->stride + y : (y + 1) * view->stride + x;
}

// An empty board, edges and nothing else.
void hex_view_begin(HexView *view, int width, int height);
// Only while neither side has won. `distance` is what was measured for both sides.
void hex_view_make(const HexBoard *board, Side to_move, const HexDistance distance[2],
                   HexView *view);
#endif
