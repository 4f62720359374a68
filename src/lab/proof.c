// SPDX-License-Identifier: MIT
// Proof-number search: grows the tree where the fewest positions are needed to prove, or disprove,
// that one side wins. A node's proof number is the least number of leaves that must still be
// proven; its disproof number likewise. No evaluation is asked, only whether a game is over, so it
// answers a yes or no: two searches, one for each side, settle a position.
//
//     attacker to move:  proof = min of the children,  disproof = sum
//     defender to move:  proof = sum,                  disproof = min
#include "base/memory.h"
#include "lab/searches.h"

#include <stdlib.h>

enum { PROOF_NODES_MAX = 4000000, INFINITE_NUMBER = 1000000000 };

typedef struct PnNode {
    int32_t parent, first_child;
    int32_t proof, disproof;
    uint16_t child_count;
    Move move;
} PnNode;

typedef struct PnSearch {
    Walk *walk;
    Side attacker;
    int depth;
    PnNode *nodes;
    size_t count, capacity;
} PnSearch;

static bool attacker_moves(const PnSearch *proof) {
    return proof->walk->position->to_move == proof->attacker;
}

// The numbers of a leaf, the position standing on it. At the depth limit the defender has held.
static void set_leaf(const PnSearch *proof, PnNode *node) {
    Result result = position_result(proof->walk->position);
    bool won = result == side_wins(proof->attacker);
    bool held = !won && (result != RESULT_NONE || proof->walk->ply == proof->depth);
    node->proof = won ? 0 : held ? INFINITE_NUMBER : 1;
    node->disproof = held ? 0 : won ? INFINITE_NUMBER : 1;
}

static int32_t add_up(int32_t sum, int32_t more) {
    return sum + more > INFINITE_NUMBER ? INFINITE_NUMBER : sum + more;
}

static void set_from_children(const PnSearch *proof, PnNode *node) {
    int32_t least_proof = INFINITE_NUMBER, least_disproof = INFINITE_NUMBER, proofs = 0,
            disproofs = 0;
    const PnNode *child = &proof->nodes[node->first_child], *end = child + node->child_count;
    for (; child < end; child++) {
        least_proof = child->proof < least_proof ? child->proof : least_proof;
        least_disproof = child->disproof < least_disproof ? child->disproof : least_disproof;
        proofs = add_up(proofs, child->proof);
        disproofs = add_up(disproofs, child->disproof);
    }
    bool ours = attacker_moves(proof);
    node->proof = ours ? least_proof : proofs;
    node->disproof = ours ? disproofs : least_disproof;
}

// The leaf whose proof helps both numbers of the root.
static int32_t most_proving(PnSearch *proof) {
    int32_t at = 0;
    while (proof->nodes[at].child_count) {
        const PnNode *node = &proof->nodes[at];
        bool ours = attacker_moves(proof);
        int32_t next = node->first_child;
        while (ours ? proof->nodes[next].proof != node->proof
                    : proof->nodes[next].disproof != node->disproof)
            next++;
        walk_play(proof->walk, proof->nodes[next].move);
        at = next;
    }
    return at;
}

static void expand(PnSearch *proof, int32_t at) {
    Move moves[MOVES_MAX];
    size_t count = walk_moves(proof->walk, moves);
    proof->nodes[at].first_child = (int32_t)proof->count;
    proof->nodes[at].child_count = (uint16_t)count;
    for (size_t i = 0; i < count; i++) {
        PnNode *child = MEM_MORE(proof->nodes, proof->count, proof->capacity);
        *child = (PnNode){.parent = at, .move = moves[i]};
        proof->walk->tally.nodes++;
        walk_play(proof->walk, moves[i]);
        set_leaf(proof, child);
        walk_undo(proof->walk);
    }
}

// Back to the root, with new numbers on the way.
static void update(PnSearch *proof, int32_t at) {
    for (;; at = proof->nodes[at].parent) {
        set_from_children(proof, &proof->nodes[at]);
        if (at == 0)
            return;
        walk_undo(proof->walk);
    }
}

static bool settled(const PnNode *root) {
    return root->proof == 0 || root->disproof == 0;
}

// True when it is known whether the attacker wins; *wins says it.
static bool prove(Walk *walk, int depth, Side attacker, bool *wins, Move *move) {
    PnSearch proof = {.walk = walk, .attacker = attacker, .depth = depth};
    *MEM_MORE(proof.nodes, proof.count, proof.capacity) =
        (PnNode){.parent = -1, .proof = 1, .disproof = 1};
    while (!settled(&proof.nodes[0]) && proof.count < PROOF_NODES_MAX && !walk_stopped(walk)) {
        int32_t leaf = most_proving(&proof);
        expand(&proof, leaf);
        update(&proof, leaf);
    }
    const PnNode *root = &proof.nodes[0];
    *wins = root->proof == 0;
    bool known = settled(root);
    for (size_t i = 0; *wins && i < root->child_count; i++) {
        const PnNode *child = &proof.nodes[(size_t)root->first_child + root->child_count - 1 - i];
        if (child->proof == 0)
            *move = child->move;
    }
    free(proof.nodes);
    return known;
}

void proof_run(Crew *crew, int depth, Finding *found) {
    Walk *walk = &crew->walks[0];
    Side side = walk->position->to_move;
    Move moves[MOVES_MAX];
    walk_moves(walk, moves);
    found->move = moves[0]; // a position that is lost or open has no move of its own to offer
    bool wins = false, loses = false;
    found->finished = prove(walk, depth, side, &wins, &found->move);
    Move ignored;
    if (found->finished && !wins)
        found->finished = prove(walk, depth, side_other(side), &loses, &ignored);
    found->value = wins ? VALUE_WIN : loses ? -VALUE_WIN : 0;
}
