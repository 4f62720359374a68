// SPDX-License-Identifier: MIT
// One thread of a Monte Carlo tree search: simulations, one after the other.
//
// A simulation goes down the tree by what looks best, adds the moves of the position it ends in,
// plays that out by chance and patterns (playout.h), and counts the result on the way back. Every
// cell a side got in the end counts a little for having been played at once ("all moves as first",
// RAVE; Gelly and Silver 2007). A node that is visited often is worth knowing properly
// (knowledge.h): fill-in then stays on the board below it, moves outside the must-play region are
// pruned, and what is won or lost is told to the nodes above it, exactly.
#ifndef HEX_EXPLORER_H
#define HEX_EXPLORER_H

#include "hex/evaluation.h"
#include "hex/knowledge.h"
#include "hex/policy.h"
#include "hex/tree.h"
#include "search/searcher.h"

// Everything there is to tune.
typedef struct HexTunables {
    uint32_t grow_visits; // a node gets children when it has been visited so often
    uint32_t know_visits; // ... and knowledge
    float rave_bias;      // how soon what happened takes the place of what may happen anywhere
    float curiosity;      // weight of what patterns suggest
    float first_fall;     // a move nobody has tried is worth so much less than its parent
    int playouts;         // of the position a simulation ends in
    float trust;          // in the evaluation of that position, against its playouts: 0 .. 1
} HexTunables;

extern const HexTunables hex_tunables;

// One search, shared by all its threads.
typedef struct HexQuest {
    const HexGrid *grid;
    const HexTunables *tunables;
    HexTree *tree;
    HexPlayout start; // the root, with what is known about it
    HexBoard board;   // ... the same
    const HexWeights *weights;
    HexContext context; // who is to move there, and the last stones
    const HexSight *sight;
    const HexPolicy *policy;
    const Order *order;
    uint64_t salt;           // chance follows from it
    _Atomic uint64_t stones; // placed in simulations, up to the order's limit
    _Atomic uint64_t simulations;
    _Atomic uint64_t known; // positions of which knowledge was computed
    uint64_t target;        // simulations to end this iteration with
    StopFlag done;          // the limit of stones is reached, or the root decided
} HexQuest;

typedef struct HexExplorer HexExplorer;

// How hard to look for connections on such a board.
const HexLinkLimits *hex_explorer_limits(const HexGrid *grid);

// `grid` must outlive it.
HexExplorer *hex_explorer_new(const HexGrid *grid);
void hex_explorer_free(HexExplorer *explorer);
// A new search begins; `index` is that of the thread.
void hex_explorer_begin(HexExplorer *explorer, HexQuest *quest, int index);
// Gives the root its moves and what is known about them, unless it has that already; with `prunes`
// only those worth a search are tried. Before any thread runs. False when there is no room for them.
bool hex_explorer_open(HexExplorer *explorer, bool prunes);
// Simulates until the target is reached or the search has to stop.
void hex_explorer_run(HexExplorer *explorer);
int hex_explorer_deepest(const HexExplorer *explorer); // ply reached

#endif
