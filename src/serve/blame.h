// SPDX-License-Identifier: MIT
// Why a move was a mistake, as far as that can be said in a sentence: "h9 allowed a four-three at
// g7", "missed a five at c3", "allowed a win in 9".
#ifndef SERVE_BLAME_H
#define SERVE_BLAME_H

#include "game/position.h"
#include "search/info.h"

typedef enum BlameKind {
    BLAME_NONE,    // nothing that fits in a sentence
    BLAME_MISSED,  // there was a win, beginning at `cell`
    BLAME_ALLOWED, // now the opponent has one
} BlameKind;

typedef struct Blame {
    BlameKind kind;
    bool has_mark;
    MarkKind mark; // what `cell` makes
    Move cell;     // MOVE_NONE when there is no one point to show
    int plies;     // until the end when that is proven, else 0
} Blame;

// `before` is where the move was made and `best` the line that was better; `after` is what came of
// it and `reply` the opponent's best line there.
Blame blame_find(const Position *before, const Line *best, const Position *after,
                 const Line *reply);

#endif
