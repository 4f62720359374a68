// SPDX-License-Identifier: MIT
// Virtual connections of one side by H-search (Anshelevich 2002).
//
// The ends of a connection are groups of own stones, own edges, and empty cells (as if a stone
// stood there). Its *carrier* is the set of empty cells it needs. A *full* connection holds when
// the opponent moves first; a *semi* connection when its owner does, with a stone on its *key*.
//
//      X . .          a full connection (a bridge):       X . .         a semi connection with
//     . 1 2 .         two semis, over 1 and over 2,        . 1 . .      carrier {1}, key 1
//      . . X          share no cell                         . X .
//
//   base  neighbours are fully connected, carrier empty
//   AND   full(x,m) and full(m,y) with disjoint carriers: full(x,y) if m is a group,
//         semi(x,y) with key m if it is an empty cell
//   OR    semis of one pair that have no cell in common: full(x,y) with all their cells
//
// Everything is derived in the order of carrier size, so that a carrier is known before any of its
// supersets. Edge templates, ladders escapes and wins all come out of the same three rules.
//
// After a move the connections need not be found again: those the opponent's stones cut are left
// behind, own stones shrink carriers and join groups, and only what changed is combined anew
// (hex_links_derive). One thread at a time each.
#ifndef HEX_LINKS_H
#define HEX_LINKS_H

#include "hex/grid.h"
#include "search/stop.h"

typedef struct HexLinks HexLinks;

// How hard to look. Less is faster and still sound: everything found holds.
typedef struct HexLinkLimits {
    int fulls; // full connections kept of a pair
    int semis; // semi connections kept of a pair
    int ors;   // semis combined at once, 2 .. 4
    int loose; // largest carrier of a connection between two empty cells
    int links; // connections in all
} HexLinkLimits;

extern const HexLinkLimits hex_links_thorough; // solving
extern const HexLinkLimits hex_links_quick;    // within a playing search

typedef enum HexGoal { HEX_GOAL_ALL, HEX_GOAL_FULL, HEX_GOAL_SEMI } HexGoal;

// `grid` must outlive it.
HexLinks *hex_links_new(const HexGrid *grid, Side side, const HexLinkLimits *limits);
void hex_links_free(HexLinks *links);
size_t hex_links_bytes(const HexLinks *links); // it takes
// From now on the search ends early when the flag is raised: on a large board it takes longer than
// a fast turn. What was found by then holds. NULL: it never does.
void hex_links_set_stop(HexLinks *links, const StopFlag *stop);

// Finds connections from scratch. `goal`: stop at the first full (or even semi) connection of the
// two edges; HEX_GOAL_ALL goes on to the end. Neither side has joined its edges in `stones`.
void hex_links_build(HexLinks *links, const HexStones *stones, HexGoal goal);
// The same for a position that has all the stones `parent` was made for and some more, from what
// `parent` found. Neither side has joined its edges.
void hex_links_derive(HexLinks *links, const HexLinks *parent, const HexStones *stones,
                      HexGoal goal);

// Ends are cells, or these two.
static inline int hex_links_near(const HexGrid *grid) {
    return grid->count;
}

static inline int hex_links_far(const HexGrid *grid) {
    return grid->count + 1;
}

typedef struct HexLink {
    int x, y; // a group is named by one of its cells or by the edge it touches
    int key;  // of a semi, -1 otherwise
    bool full;
    HexSet carrier;
} HexLink;

// The smallest full or semi connection of the two edges; false when none was found.
bool hex_links_win(const HexLinks *links, bool full, HexLink *link);
// The cells that all semi connections of the two edges found have in common: to stop this side, the
// other must play there. `used` gets the cells of a few semis that suffice to say so. False when
// there is no semi connection, then both are left alone.
bool hex_links_must_play(const HexLinks *links, HexSet *must_play, HexSet *used);
// Is there a full connection of these two ends?
bool hex_links_joined(const HexLinks *links, int x, int y);
// Every connection kept, one after the other: start with *index = 0; false behind the last. For
// drawing and tests.
bool hex_links_next(const HexLinks *links, size_t *index, HexLink *link);

#endif
