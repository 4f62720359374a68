// SPDX-License-Identifier: MIT
// The tree of a Monte Carlo search: nodes in one block of memory, shared by all threads without
// locks.
//
// A node is a move and what is known of it, from the view of the side that makes it. Its children
// lie side by side, so that choosing between them reads memory in order; they are published by one
// release store of their index and never move while a search runs. Counts are relaxed atomics: a
// visit more or less, seen late by another thread, does no harm. A visit is counted on the way down
// and the win on the way up, so that threads on their way look like losses to each other ("virtual
// loss") and spread out.
//
// What is to be kept is copied into a second block and the rest is forgotten: between two moves
// what can still be reached (hex_tree_descend), and when the block is full all but what lies below
// nodes that were seldom visited (hex_tree_thin).
#ifndef HEX_TREE_H
#define HEX_TREE_H

#include "hex/grid.h"
#include "search/memory.h"

#include <stdatomic.h>

typedef enum NodeVerdict { NODE_OPEN, NODE_WON, NODE_LOST } NodeVerdict;

enum {
    TREE_ROOT = 1,      // node 0 is no node
    TREE_PRIOR = 65535, // in `prior`: certain
    TREE_WIN = 256,     // in `wins`: one won simulation
    // In `flags`.
    TREE_GROWING = 1, // a thread is making the children, or has made them
    TREE_KNOWN = 2,   // ... is finding out what is known about the position after this move
    TREE_PRUNED = 4,  // there is a move at least as good beside this one
};

typedef struct TreeNode {
    _Atomic uint32_t visits, wins; // of simulations through this node
    _Atomic uint32_t children;     // index of the first, 0: none yet
    _Atomic uint32_t fill;         // index of its fill-in, 0: none
    uint16_t count;                // children
    int16_t cell;
    uint16_t prior;          // share of TREE_PRIOR
    _Atomic uint8_t verdict; // a NodeVerdict, for the side that makes this move
    _Atomic uint8_t flags;
} TreeNode;

_Static_assert(sizeof(TreeNode) == 24, "nodes are many");

typedef struct HexTree HexTree;

HexTree *hex_tree_new(Memory *memory, size_t bytes); // in all
void hex_tree_free(HexTree *tree);                   // NULL is fine
void hex_tree_clear(HexTree *tree);                  // nothing but a root without children

static inline uint32_t tree_get(const _Atomic uint32_t *field) {
    return atomic_load_explicit(field, memory_order_relaxed);
}

TreeNode *hex_tree_node(const HexTree *tree, uint32_t index);
// The children of a node, NULL while there are none.
TreeNode *hex_tree_children(const HexTree *tree, const TreeNode *node);
// Room for `count` nodes side by side, all zero; 0 when there is none. Any thread.
uint32_t hex_tree_take(HexTree *tree, int count);
// Keeps a list of stones, cell * 2 + side each; 0 when there is no room. Any thread.
uint32_t hex_tree_keep_fill(HexTree *tree, const int16_t *stones, int count);
const int16_t *hex_tree_fill(const HexTree *tree, uint32_t index, int *count);

// Makes the child of the root with this cell the new root and forgets what cannot be reached from
// there; false, with an empty tree, when there is no such child. Not while a search runs.
bool hex_tree_descend(HexTree *tree, int cell);
// Forgets what lies below nodes that were visited least, until half of the room or more is free.
// They keep their own counts, and may grow again. Not while a search runs.
void hex_tree_thin(HexTree *tree);

#endif
