// SPDX-License-Identifier: MIT
// What a stone on a cell would be, all four lines together: a four with a three, two threes, ...
//
// The shapes of the four lines of a cell, four bits each, are a word. Which line holds which shape
// does not matter for what the stone is worth, so the 65,536 words fall into 3,876 codes (the ways
// to pick four shapes of sixteen, order aside); and into sixteen kinds, by which a search lists its
// moves.
#ifndef GOMOKU_KIND_H
#define GOMOKU_KIND_H

#include "gomoku/shape.h"

typedef enum Kind {
    KIND_NONE,
    KIND_ONE,        // something, but a single stone away from nothing that must be answered
    KIND_TWO,        // one line becomes an open two or a three: a threat may follow
    KIND_TWOS,       // two such lines or more
    KIND_THREE,      // an open three: threatens an open four
    KIND_THREE_TWO,  // and another line besides
    KIND_THREES,     // two open threes
    KIND_FOUR,       // must be answered at once
    KIND_FOUR_TWO,   // and another line besides
    KIND_FOUR_THREE, // usually wins
    KIND_OPEN_FOUR,  // an open four, or two fours: wins unless the opponent has a five
    KIND_FIVE,       // wins
    // Black in renju. The last three hold two lines that look like threes; whether they are, and
    // the point forbidden, only forbidden.h can tell. If it is allowed, it is what the name says.
    KIND_FORBIDDEN, // an overline or two fours
    KIND_MAYBE_THREE,
    KIND_MAYBE_FOUR,
    KIND_MAYBE_OPEN_FOUR,
    KIND_COUNT,
    KIND_LISTED = KIND_THREE, // a field keeps sets of these and of what comes after
} Kind;

static_assert(KIND_COUNT == 16, "a kind is four bits");

enum {
    WORDS = 1 << 16, // four shapes
    CODES = 3876,
    SHAPE_BITS = 4,
};

static inline Shape word_shape(uint32_t word, int direction) {
    return (Shape)(word >> (SHAPE_BITS * direction) & 15);
}

Kind kind_of_word(uint32_t word, bool forbids);
// The number of the word's shapes, order aside: 0 .. CODES-1, the weakest first.
int code_of_word(uint32_t word);
// One word of that code, its shapes in rising order.
uint32_t code_word(int code);

#endif
