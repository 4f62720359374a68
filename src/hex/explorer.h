// SPDX-License-Identifier: MIT
// One thread of a Monte Carlo tree search: simulations, one after the other.
//
// A simulation goes down the tree by what looks best, asks the network (net.h) about the position
// it ends in, adds its moves to the tree with what the network expects of them, and counts what it
// thinks the position is worth on the way back. A node that is visited often is worth knowing
// properly (knowledge.h): fill-in then stays on the board below it, moves outside the must-play
// region are pruned, and what is won or lost is told to the nodes above it, exactly.
#ifndef HEX_EXPLORER_H
#define HEX_EXPLORER_H

#include "hex/knowledge.h"
#include "hex/leaf.h"
#include "hex/rates.h"
#include "hex/tree.h"
#include "search/searcher.h"

// Everything there is to tune.
typedef struct HexTunables {
    uint32_t know_visits;     // nodes with this many visits get knowledge
    float c_puct;             // weight of what the network expects
    float policy_temperature; // above 1 it is taken for less sure than it is
    float fpu_reduction;      // an untried move is worth this much less than its parent
} HexTunables;

extern const HexTunables hex_tunables;

// One search, shared by all its threads.
typedef struct HexTreeSearch {
    const HexGrid *grid;
    const HexTunables *tunables;
    HexTree *tree;
    HexFill start; // the root, with what is known about it
    Side to_move;  // there
    const HexQuantisedNet *net;
    NetLevel level;
    const Ask *order;
    _Atomic uint64_t stones; // placed in simulations, up to the order's limit
    _Atomic uint64_t simulations;
    uint64_t target; // simulations to end this iteration with
    StopFlag done;   // the limit of stones is reached, or the root decided
    StopFlag full;   // there is no room in the tree
} HexTreeSearch;

typedef struct HexExplorer HexExplorer;

// How hard to look for connections on such a board.
const HexLinkLimits *hex_explorer_limits(const HexGrid *grid);

// `grid` must outlive it.
HexExplorer *hex_explorer_new(const HexGrid *grid);
void hex_explorer_free(HexExplorer *explorer);
// A new search begins.
void hex_explorer_begin(HexExplorer *explorer, HexTreeSearch *search);
// What is found out about the root's moves before they are tried.
typedef enum HexOpening {
    OPEN_PRUNED, // which are worth it: no others are tried
    OPEN_ALL,    // ... all are tried nevertheless
    OPEN_BLIND,  // nothing
} HexOpening;
// Gives the root its moves, unless it has them already. Before any thread runs. False when there is
// no room for them.
bool hex_explorer_open(HexExplorer *explorer, HexOpening opening);
// Simulates until the target is reached, the search has to stop or the tree is full.
void hex_explorer_run(HexExplorer *explorer);
// Lays the fill-in kept with a node on the board; returns how many stones that were.
int hex_explorer_lay_fill(const HexTree *tree, const TreeNode *node, const HexGrid *grid,
                          HexFill *board);
int hex_explorer_deepest(const HexExplorer *explorer);           // ply reached
const HexRates *hex_explorer_rates(const HexExplorer *explorer); // since it was made

#endif
