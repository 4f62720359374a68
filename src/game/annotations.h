// SPDX-License-Identifier: MIT
// What a front end may draw on a board beside the stones: marks with a reason each.
#ifndef GAME_ANNOTATIONS_H
#define GAME_ANNOTATIONS_H

#include "game/move.h"

#include <stddef.h>

typedef enum MarkKind {
    MARK_WINNING,   // part of the five or the path that won
    MARK_FORBIDDEN, // renju: Black may not play here
    MARK_FIVE,      // whoever plays here makes five: `side` says who
    MARK_FOUR,      // ... a four
    MARK_PATH,      // Hex: on a shortest connection of `side`
} MarkKind;

typedef struct Mark {
    Move cell;
    MarkKind kind;
    Side side;
    char reason[16]; // "33", "6+44" for forbidden points, "" otherwise
} Mark;

typedef struct Annotations {
    Mark *marks;
    size_t count, capacity;
} Annotations;

void annotations_add(Annotations *annotations, Mark mark);
void annotations_free(Annotations *annotations);

#endif
