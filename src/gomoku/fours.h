// SPDX-License-Identifier: MIT
// The four-search ("VCF", victory by continuous fours): one side plays nothing but fours, the other
// can only answer them. What it finds is a proven win, because every reply was considered; that it
// finds none says nothing about other ways to win.
#ifndef GOMOKU_FOURS_H
#define GOMOKU_FOURS_H

#include "gomoku/effort.h"
#include "gomoku/field.h"
#include "search/info.h"
#include "search/table.h"

typedef struct FourLine {
    int length; // plies until the five, beyond PV_MAX perhaps
    Move moves[PV_MAX];
} FourLine;

typedef enum FoursVerdict {
    FOURS_WIN,
    FOURS_NONE,    // every sequence of fours was tried
    FOURS_UNKNOWN, // the limits were too small
} FoursVerdict;

// What a four-search works with. Failures are remembered in the table under keys of their own.
typedef struct Fours {
    Field *field;
    Effort *effort;
    Table *table;
    uint64_t last_node;                  // gives up when effort has counted so many
    bool short_of_depth, short_of_nodes; // what stood in the way
} Fours;

// Can the side to move win by at most `depth` fours, the last move of five not counted?
FoursVerdict fours_search(Fours *fours, int depth, FourLine *line);
// The same with 1, 2, 3 ... fours: a shortest win.
FoursVerdict fours_shortest(Fours *fours, FourLine *line);

#endif
