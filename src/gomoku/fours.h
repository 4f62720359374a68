// SPDX-License-Identifier: MIT
// The four-search ("VCF", victory by continuous fours): one side plays nothing but fours, the other
// can only answer them. What it finds is a proven win, because every reply was considered; that it
// finds none does not exclude other ways to win.
#ifndef GOMOKU_FOURS_H
#define GOMOKU_FOURS_H

#include "gomoku/effort.h"
#include "gomoku/field.h"
#include "gomoku/vcf_cache.h"

enum {
    FOURS_ANY = VCF_ALL,       // whatever their number: the board ends it
    FOURS_LINE = FIELD_POINTS, // no line is longer
};

typedef struct FourLine {
    int length; // plies until the five
    Move moves[FOURS_LINE];
} FourLine;

typedef enum FoursVerdict {
    FOURS_WIN,
    FOURS_NONE,    // every sequence of fours was tried
    FOURS_UNKNOWN, // the limits were too small
} FoursVerdict;

// What a four-search works with. One for each thread; only `vcf_cache` may be shared.
typedef struct Fours {
    Field *field;
    Effort *effort;
    VcfCache *vcf_cache;
    bool restricted;    // only fours that open another line as well: quick, and finds most wins
    uint64_t last_node; // gives up when effort has counted this many
    bool short_of_depth, short_of_nodes; // what stood in the way
} Fours;

// One that may spend `nodes` nodes.
static inline Fours fours_of(Field *field, Effort *effort, VcfCache *vcf_cache, uint64_t nodes) {
    return (Fours){field, effort, vcf_cache, .last_node = effort_nodes(effort) + nodes};
}

// Is there anything to search at all in a restricted search? Most positions are done with here.
static inline bool fours_exist_restricted(const Field *field, Side side) {
    const int16_t *counts = field->sums.counts[side];
    return counts[KIND_FIVE] || counts[KIND_OPEN_FOUR] || counts[KIND_FOUR_THREE] ||
           counts[KIND_FOUR_TWO] || counts[KIND_MAYBE_OPEN_FOUR] || counts[KIND_MAYBE_FOUR];
}

// The same for any other.
static inline bool fours_exist(const Field *field, Side side) {
    return fours_exist_restricted(field, side) || field_count(field, side, KIND_FOUR);
}

// Can the side to move win by at most `depth` fours, the last move of five not counted? The line is
// written only for a win; what it held before may be lost all the same.
FoursVerdict fours_search(Fours *fours, int depth, FourLine *line);
// The same with 1, 2, 3 ... fours: a shortest win.
FoursVerdict fours_shortest(Fours *fours, FourLine *line);
// Any win, which is found much sooner; then, with a quarter of the nodes that were left for it, a
// shortest one. FOURS_WIN if there is a win at all.
FoursVerdict fours_win(Fours *fours, FourLine *line);

#endif
