// SPDX-License-Identifier: MIT
#include "hex/tree.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// One half of the memory. The other receives what is kept.
typedef struct Block {
    TreeNode *nodes;
    _Atomic uint32_t taken;
    int16_t *fills; // lists, each behind its length
    _Atomic uint32_t fill_taken;
} Block;

struct HexTree {
    Memory *memory;
    Block blocks[2];
    int current;
    uint32_t room, fill_room;
};

// Fill-in takes an eighth of it; the rest are nodes, in two blocks.
enum { FILL_SHARE = 8, ROOM_LEAST = 2048 };

static void block_clear(Block *block) {
    memset(&block->nodes[TREE_ROOT], 0, sizeof(TreeNode));
    block->nodes[TREE_ROOT].cell = -1;
    atomic_store_explicit(&block->taken, TREE_ROOT + 1, memory_order_relaxed);
    atomic_store_explicit(&block->fill_taken, 1, memory_order_relaxed);
}

static uint32_t room_for(size_t bytes, size_t each) {
    size_t room = bytes / each;
    return room < ROOM_LEAST ? ROOM_LEAST : room > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)room;
}

HexTree *hex_tree_new(Memory *memory, size_t bytes) {
    HexTree *tree = mem_new(sizeof *tree);
    tree->memory = memory;
    tree->room = room_for((bytes - bytes / FILL_SHARE) / 2, sizeof(TreeNode));
    tree->fill_room = room_for(bytes / FILL_SHARE / 2, sizeof(int16_t));
    for (int i = 0; i < 2; i++) {
        tree->blocks[i].nodes = memory_take(memory, tree->room * sizeof(TreeNode), PAGES_LARGE);
        tree->blocks[i].fills = memory_take(memory, tree->fill_room * sizeof(int16_t), PAGES_LARGE);
        block_clear(&tree->blocks[i]);
    }
    return tree;
}

void hex_tree_free(HexTree *tree) {
    if (!tree)
        return;
    for (int i = 0; i < 2; i++) {
        memory_give(tree->memory, tree->blocks[i].nodes);
        memory_give(tree->memory, tree->blocks[i].fills);
    }
    free(tree);
}

void hex_tree_clear(HexTree *tree) {
    block_clear(&tree->blocks[tree->current]);
}

TreeNode *hex_tree_node(const HexTree *tree, uint32_t index) {
    assert(index >= TREE_ROOT && index < tree_get(&tree->blocks[tree->current].taken));
    return &tree->blocks[tree->current].nodes[index];
}

TreeNode *hex_tree_children(const HexTree *tree, const TreeNode *node) {
    uint32_t first = atomic_load_explicit(&node->children, memory_order_acquire);
    return first ? hex_tree_node(tree, first) : NULL;
}

static uint32_t take(_Atomic uint32_t *taken, uint32_t room, uint32_t count) {
    assert(count > 0);
    uint32_t before = atomic_load_explicit(taken, memory_order_relaxed);
    assert(before <= room);
    do
        if (count > room - before)
            return 0;
    while (!atomic_compare_exchange_weak_explicit(taken, &before, before + count,
                                                  memory_order_relaxed, memory_order_relaxed));
    return before;
}

uint32_t hex_tree_take(HexTree *tree, int count) {
    Block *block = &tree->blocks[tree->current];
    uint32_t first = take(&block->taken, tree->room, (uint32_t)count);
    if (first)
        memset(&block->nodes[first], 0, (size_t)count * sizeof(TreeNode));
    return first;
}

uint32_t hex_tree_keep_fill(HexTree *tree, const int16_t *stones, int count) {
    assert(count >= 0 && count <= BOARD_POINTS);
    Block *block = &tree->blocks[tree->current];
    uint32_t index = take(&block->fill_taken, tree->fill_room, (uint32_t)count + 1);
    if (!index)
        return 0;
    block->fills[index] = (int16_t)count;
    memcpy(&block->fills[index + 1], stones, (size_t)count * sizeof *stones);
    return index;
}

const int16_t *hex_tree_fill(const HexTree *tree, uint32_t index, int *count) {
    assert(index > 0 && index < tree_get(&tree->blocks[tree->current].fill_taken));
    const int16_t *fill = &tree->blocks[tree->current].fills[index];
    *count = fill[0];
    assert(*count > 0 && *count <= BOARD_POINTS);
    return fill + 1;
}

// --- keeping a part ---

// As if it had never been looked at but for its counts.
static void forget_below(TreeNode *node) {
    atomic_store_explicit(&node->children, 0, memory_order_relaxed);
    atomic_store_explicit(&node->fill, 0, memory_order_relaxed);
    atomic_fetch_and_explicit(&node->flags, (uint8_t) ~(TREE_GROWING | TREE_KNOWN),
                              memory_order_relaxed);
    node->count = 0;
}

// Makes a node of the old block the root of the other one and copies what lies below it, but not
// below nodes visited less than `least` times. There is room, the blocks being of one size.
static void move_to_other(HexTree *tree, uint32_t from, uint64_t least) {
    assert(from >= TREE_ROOT && from < tree_get(&tree->blocks[tree->current].taken));
    const Block *old = &tree->blocks[tree->current];
    tree->current ^= 1;
    Block *new = &tree->blocks[tree->current];
    block_clear(new);
    memcpy(&new->nodes[TREE_ROOT], &old->nodes[from], sizeof(TreeNode));
    for (uint32_t i = TREE_ROOT; i < tree_get(&new->taken); i++) {
        TreeNode *node = &new->nodes[i];
        if (tree_get(&node->visits) < least)
            forget_below(node);
        uint32_t fill = tree_get(&node->fill), first = tree_get(&node->children);
        if (fill)
            atomic_store_explicit(&node->fill,
                                  hex_tree_keep_fill(tree, &old->fills[fill + 1], old->fills[fill]),
                                  memory_order_relaxed);
        if (!first)
            continue;
        uint32_t place = take(&new->taken, tree->room, node->count);
        assert(place);
        assert(first + node->count <= tree_get(&old->taken));
        memcpy(&new->nodes[place], &old->nodes[first], node->count * sizeof(TreeNode));
        atomic_store_explicit(&node->children, place, memory_order_relaxed);
    }
    assert(tree_get(&new->taken) <= tree_get(&old->taken));
}

bool hex_tree_descend(HexTree *tree, int cell) {
    const Block *old = &tree->blocks[tree->current];
    const TreeNode *root = &old->nodes[TREE_ROOT];
    uint32_t first = tree_get(&root->children);
    for (uint32_t i = first; first && i < first + root->count; i++)
        if (old->nodes[i].cell == cell) {
            move_to_other(tree, i, 0);
            return true;
        }
    hex_tree_clear(tree);
    return false;
}

static int bit_length(uint32_t number) {
    int length = 0;
    for (; number; number >>= 1)
        length++;
    return length;
}

void hex_tree_thin(HexTree *tree) {
    const Block *block = &tree->blocks[tree->current];
    uint64_t children[33] = {0}, kept = 0; // of nodes by the length of their visits
    for (uint32_t i = TREE_ROOT; i < tree_get(&block->taken); i++)
        children[bit_length(tree_get(&block->nodes[i].visits))] += block->nodes[i].count;
    int length = 32;
    while (length > 0 && kept + children[length] <= tree->room / 2)
        kept += children[length--];
    assert(length >= 0);
    move_to_other(tree, TREE_ROOT, (uint64_t)1 << length);
}
