// SPDX-License-Identifier: MIT
// What a stone would make of one line: the alphabet in which the engine reads the board.
//
// The question is always about an empty cell, one of its four lines and one side: if that side
// plays here, what is the strongest thing this line then holds *through the new stone*? Each shape
// is defined by the next better one, so a table of all lines follows from the rule of fives alone:
//
//   five         the game
//   open four    whatever the opponent answers, a five follows            . X X X X .
//   four         a five follows unless the opponent prevents it           O X X X X .
//   open three   one more stone makes an open four                        . X X . X .
//   three        one more stone makes a four                              O X X X . .
//   open two     one more stone makes an open three                       . . X X . .
//   two          one more stone makes a three
//   open one, one, none                                                   none: no five, ever
//
// Cells further than five away never matter to a stone (four in freestyle, where what stands at the
// ends of a five is of no concern).
#ifndef GOMOKU_SHAPE_H
#define GOMOKU_SHAPE_H

#include "gomoku/rule.h"

#include <assert.h>

typedef enum Shape {
    SHAPE_NONE,
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_OPEN_TWO,        // one or two cells make an open three of it
    SHAPE_OPEN_TWO_ROOMY,  // three
    SHAPE_OPEN_TWO_FREE,   // four or more
    SHAPE_THREE,           // one or two cells make a four of it
    SHAPE_THREE_WIDE,      // three or more
    SHAPE_OPEN_THREE,      // one cell makes an open four of it
    SHAPE_OPEN_THREE_FREE, // two or more
    SHAPE_FOUR,
    SHAPE_OPEN_FOUR,
    SHAPE_DOUBLE_FOUR, // Black in renju: two fours in one line, forbidden     X . X X X . X
    SHAPE_OVERLINE,    // Black in renju: forbidden
    SHAPE_FIVE,
    SHAPE_COUNT,
} Shape;

static_assert(SHAPE_COUNT == 16, "a shape is four bits");

// The cells of a line as two bits each, so that a word holds a whole line; 0 beyond the edge, which
// is what shifting brings in.
enum {
    CODE_OUTSIDE,
    CODE_BLACK,
    CODE_WHITE,
    CODE_EMPTY,
    CODE_BITS = 2,
    SHAPE_REACH = 5, // at most; see ShapeTable
};

// The shapes of both sides on an empty cell, by the cells around it: those before it in the low
// bits, those after it above, the cell itself left out.
typedef struct ShapeTable {
    int reach;            // cells to each side in the key: 4 or 5
    const uint8_t *pairs; // Black's shape in the low four bits, White's in the high four
} ShapeTable;

// The table of a rule, made on first use, then shared; never freed. Any thread.
const ShapeTable *shape_table(GomokuRule rule);

// The key of the cell at bit position `at` (in cells) of a line.
static inline uint32_t shape_key(uint64_t line, int at, int reach) {
    assert(at >= reach);
    uint64_t around = line >> (CODE_BITS * (at - reach));
    uint32_t low = (1u << (CODE_BITS * reach)) - 1;
    return ((uint32_t)around & low) |
           ((uint32_t)(around >> CODE_BITS) & (low << (CODE_BITS * reach)));
}

static inline Shape shape_of_pair(uint8_t pair, Side side) {
    return (Shape)(side == SIDE_BLACK ? pair & 15 : pair >> 4);
}

#endif
