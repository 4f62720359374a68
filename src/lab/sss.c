// SPDX-License-Identifier: MIT
// SSS*: best-first search over solution trees, the six cases of Stockman's operator as published.
//
// A list OPEN holds states, a node with a merit: no solution tree through this node is worth more.
// The best state is taken (of equal ones the leftmost), and by its case replaced:
//
//     live   leaf             -> solved, merit = min(merit, value of the leaf)
//     live   opponent to move -> its first child, live
//     live   we are to move   -> all its children, live
//     solved, parent: opponent's turn  -> the next brother, live; after the last the parent, solved
//     solved, parent: our turn         -> the parent, solved; everything else below it is dropped
//     solved root: done
//
// The price is memory for OPEN, which is why it was called impractical until Plaat showed that it
// is MTD(+infinity). The leftmost-of-equals rule gives the tie-break of top.h for nothing, if the
// root's moves stand in the evaluator's order.
#include "base/memory.h"
#include "lab/searches.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 3000000, NO_NODE = -1 };

typedef struct SssNode {
    int32_t parent;
    bool dropped; // the parent was solved without it, or it was solved itself
    uint8_t ply;
    uint16_t place[LAB_DEPTH_MAX]; // which child at every ply: left to right
    Move move;
    Move *moves; // of an interior node, in order
    uint16_t move_count;
} SssNode;

typedef struct State {
    int64_t merit;
    int32_t node;
    bool solved;
} State;

typedef struct Sss {
    Walk *walk;
    int depth;
    SssNode *nodes;
    size_t node_count, node_capacity;
    State *heap; // the best state on top
    size_t heap_count, heap_capacity;
} Sss;

// --- OPEN ---

static bool goes_before(const Sss *sss, const State *a, const State *b) {
    if (a->merit != b->merit)
        return a->merit > b->merit;
    const SssNode *x = &sss->nodes[a->node], *y = &sss->nodes[b->node];
    for (int i = 0; i < x->ply && i < y->ply; i++)
        if (x->place[i] != y->place[i])
            return x->place[i] < y->place[i];
    return x->ply < y->ply;
}

static void push(Sss *sss, int32_t node, bool solved, int64_t merit) {
    sss->heap = mem_grow(sss->heap, sss->heap_count, &sss->heap_capacity, sizeof *sss->heap);
    State state = {.merit = merit, .node = node, .solved = solved};
    size_t at = sss->heap_count++;
    while (at && goes_before(sss, &state, &sss->heap[(at - 1) / 2])) {
        sss->heap[at] = sss->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    sss->heap[at] = state;
}

static State pop(Sss *sss) {
    State top = sss->heap[0], last = sss->heap[--sss->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= sss->heap_count)
            break;
        if (child + 1 < sss->heap_count &&
            goes_before(sss, &sss->heap[child + 1], &sss->heap[child]))
            child++;
        if (!goes_before(sss, &sss->heap[child], &last))
            break;
        sss->heap[at] = sss->heap[child];
        at = child;
    }
    if (sss->heap_count)
        sss->heap[at] = last;
    return top;
}

// A state below a solved node was dropped with it; it is found out only now.
static bool is_dropped(const Sss *sss, int32_t node) {
    for (int32_t up = sss->nodes[node].parent; up != NO_NODE; up = sss->nodes[up].parent)
        if (sss->nodes[up].dropped)
            return true;
    return false;
}

// --- the tree ---

static int32_t add_node(Sss *sss, int32_t parent, uint16_t place) {
    sss->nodes = mem_grow(sss->nodes, sss->node_count, &sss->node_capacity, sizeof *sss->nodes);
    SssNode *node = &sss->nodes[sss->node_count];
    *node = (SssNode){.parent = parent, .move = MOVE_NONE};
    if (parent != NO_NODE) {
        const SssNode *above = &sss->nodes[parent];
        memcpy(node->place, above->place, sizeof node->place);
        node->ply = above->ply + 1;
        node->place[above->ply] = place;
        node->move = above->moves[place];
    }
    return (int32_t)sss->node_count++;
}

// Brings the walk's position to this node.
static void go_to(Sss *sss, int32_t node) {
    Walk *walk = sss->walk;
    Move line[LAB_DEPTH_MAX] = {0};
    int ply = sss->nodes[node].ply;
    for (int32_t up = node; sss->nodes[up].parent != NO_NODE; up = sss->nodes[up].parent)
        line[sss->nodes[up].ply - 1] = sss->nodes[up].move;
    int same = 0;
    while (same < ply && same < walk->ply && walk->path[same] == line[same])
        same++;
    while (walk->ply > same)
        walk_undo(walk);
    while (walk->ply < ply)
        walk_play(walk, line[walk->ply]);
}

static void list_moves(Sss *sss, int32_t node) {
    Move moves[MOVES_MAX];
    Walk *walk = sss->walk;
    size_t count = walk->ply ? walk_moves(walk, moves) : walk_candidates(walk, moves);
    sss->nodes[node].moves = mem_copy(moves, count * sizeof *moves);
    sss->nodes[node].move_count = (uint16_t)count;
}

static bool our_turn(const SssNode *node) {
    return node->ply % 2 == 0;
}

static void expand_live(Sss *sss, const State *state) {
    Walk *walk = sss->walk;
    int32_t node = state->node;
    go_to(sss, node);
    int left = sss->depth - sss->nodes[node].ply;
    walk->tally.nodes += sss->nodes[node].ply > 0; // the root is counted already
    if (walk_is_leaf(walk, left)) {
        int64_t value = walk_worth(walk, left);
        if (!our_turn(&sss->nodes[node]))
            value = -value;
        push(sss, node, true, value < state->merit ? value : state->merit);
        return;
    }
    list_moves(sss, node);
    size_t live = our_turn(&sss->nodes[node]) ? sss->nodes[node].move_count : 1;
    for (size_t i = 0; i < live; i++)
        push(sss, add_node(sss, node, (uint16_t)i), false, state->merit);
}

static void pass_solved(Sss *sss, const State *state) {
    SssNode *node = &sss->nodes[state->node];
    int32_t parent = node->parent;
    uint16_t next = (uint16_t)(node->place[node->ply - 1] + 1);
    if (our_turn(&sss->nodes[parent])) {
        sss->nodes[parent].dropped = true;
        push(sss, parent, true, state->merit);
    } else if (next < sss->nodes[parent].move_count) {
        push(sss, add_node(sss, parent, next), false, state->merit);
    } else {
        push(sss, parent, true, state->merit);
    }
}

void sss_run(Crew *crew, int depth, Finding *found) {
    Sss sss = {.walk = &crew->walks[0], .depth = depth};
    push(&sss, add_node(&sss, NO_NODE, 0), false, LAB_INFINITE);
    found->finished = false;
    found->move = MOVE_NONE;
    while (!walk_stopped(sss.walk) && sss.node_count < NODES_MAX) {
        State best = pop(&sss);
        if (is_dropped(&sss, best.node))
            continue;
        if (!best.solved) {
            expand_live(&sss, &best);
            continue;
        }
        const SssNode *node = &sss.nodes[best.node];
        if (node->parent == NO_NODE) {
            found->value = best.merit;
            found->finished = true;
            break;
        }
        if (node->ply == 1)
            found->move = node->move;
        pass_solved(&sss, &best);
    }
    while (sss.walk->ply)
        walk_undo(sss.walk);
    for (size_t i = 0; i < sss.node_count; i++)
        free(sss.nodes[i].moves);
    free(sss.nodes);
    free(sss.heap);
}
