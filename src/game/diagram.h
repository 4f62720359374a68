// SPDX-License-Identifier: MIT
// Boards drawn in a terminal. Gomoku as a grid, Hex as a slanted rhombus with its edges shown:
//
//      a b c d e                  a b c d e
//    5 . . . . . 5               1 . . . . . 1     Black joins top and bottom
//    4 . . X . . 4                2 . . X . . 2
//    3 . .(O). . 3                 3 . .(O). . 3
#ifndef GAME_DIAGRAM_H
#define GAME_DIAGRAM_H

#include "base/text.h"
#include "game/position.h"

typedef struct DiagramStyle {
    bool unicode;                   // ● ○ · ┼ instead of X O .
    bool colour;                    // ANSI colours
    Move cursor;                    // a cell drawn as selected, MOVE_NONE for none
    const Annotations *annotations; // marks to draw, may be NULL
} DiagramStyle;

// Appends the drawing, one line per row, the last move marked.
void diagram_draw(const Position *position, const DiagramStyle *style, Text *out);

#endif
