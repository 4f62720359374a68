// SPDX-License-Identifier: MIT
// What a front end may draw on a board beside the stones: marks with a reason each, and groups of
// cells that belong together. The same struct for every game; what it holds follows from the
// position alone, without a search.
#ifndef GAME_ANNOTATIONS_H
#define GAME_ANNOTATIONS_H

#include "game/move.h"

#include <stddef.h>

// In order of importance: where a cell has several and there is room for one, the first is drawn.
typedef enum MarkKind {
    MARK_WINNING,      // part of the five or the path that won
    MARK_FORBIDDEN,    // renju: Black may not play here
    MARK_FIVE,         // a stone of `side` here makes five
    MARK_OPEN_FOUR,    // ... an open four, or two fours: nothing but a five is an answer
    MARK_FOUR_THREE,   // ... a four and an open three
    MARK_FOUR,         // ... a four
    MARK_DOUBLE_THREE, // ... two open threes
    MARK_OPEN_THREE,   // ... an open three
    MARK_CONNECTION,   // Hex: needed by a connection of `side` that cannot be cut
    MARK_DEAD,         // Hex: a stone of either side changes nothing
    MARK_PATH,         // Hex: on a shortest path of `side`
    MARK_CAPTURED,     // Hex: as good as a stone of `side`; when looked at closely
    MARK_OUTSIDE,      // Hex: `side`, to move, loses by a stone here; closely
    MARK_INFERIOR,     // Hex: `side`, who is to move, has a move at least as good; closely
    MARK_KINDS,
} MarkKind;

typedef struct Mark {
    Move cell;
    MarkKind kind;
    Side side;
    char reason[16]; // "33", "6+44" for forbidden points, "" otherwise
} Mark;

// Cells that belong together: the row that won, the stones of a four or an open three that stands
// on the board, a connection with the cells it needs.
typedef struct Group {
    MarkKind kind;
    Side side;
    size_t first, count; // of `cells`
    unsigned edges;      // Hex: that a connection holds on to, as bits: GROUP_NEAR, GROUP_FAR
} Group;

// The edges of a side in Hex: top and bottom are Black's, left and right White's.
enum { GROUP_NEAR = 1, GROUP_FAR = 2 };

// Start from {0}.
typedef struct Annotations {
    bool closely; // set it to get also what would crowd a picture of everything
    Mark *marks;
    size_t count, capacity;
    Group *groups;
    size_t group_count, group_capacity;
    Move *cells;
    size_t cell_count, cell_capacity;
} Annotations;

void annotations_add(Annotations *annotations, Mark mark);
// Once: cells of the same kind and side in the same order are not added again.
void annotations_add_group(Annotations *annotations, MarkKind kind, Side side, const Move *cells,
                           size_t count);
void annotations_clear(Annotations *annotations); // empty, ready to be filled again
void annotations_free(Annotations *annotations);

const char *mark_name(MarkKind kind); // "open-four"; in marks.c

#endif
