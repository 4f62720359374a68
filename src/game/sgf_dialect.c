// SPDX-License-Identifier: MIT
// Where Hex programs disagree about colours in SGF, and what each of them means.
//
// FF[4] says of GM[11]: Black joins top and bottom and begins; after `swap-pieces` (the first stone
// changes colour and is mirrored) Black moves; after `swap-sides` (the stone stays, the players
// change chairs) White moves. HexWorld, PlayHex and newer HexGuis write that. Others do not:
//
// 1. Benzene and the HexGui of its time write `B[i2];W[swap-pieces];W[h4];B[e6]`, with White twice.
//    Their boards leave i2 alone and black, and HexGui does not hand the turn on after a swap: what
//    they call swap-pieces is a change of chairs, swap-sides to us. (Of the 51 games with a swap in
//    Benzene's collection, none plays on the first stone's point later, 13 play on its mirror
//    image.) The letter behind the swap tells the two meanings apart.
//
// 2. A letter may name the player instead of the colour: `W[swap-sides];B[h4]`. The stone on the
//    board stays black, so the next stone is white whatever its letter, and all letters below
//    are the other way round.
//
// 3. Little Golem's exports (`W[am];B[ii];W[swap]`: two letters a point, no GM) call the first
//    player's moves W throughout, though that player is PB, joins top and bottom and is the B of
//    RE[B]. So the letters of the moves are exchanged and nothing else: no mirroring.
//
// A GM[11] file with a1 points in which White begins is taken at its word: there the colours are
// tied to the edges, and White simply moved first.
#include "game/sgf.h"

#include "base/memory.h"

#include <stdlib.h>

// The next node on this line that has a move.
static const RecordNode *next_move(const RecordNode *node) {
    do
        node = node->first_child;
    while (node && node->move == MOVE_NONE);
    return node;
}

static bool is_little_golem(const Record *record) {
    const RecordNode *first =
        record->root->move != MOVE_NONE ? record->root : next_move(record->root);
    return record->type->sgf_words && !record->root->stone_count && record->root->to_move < 0 &&
           first && first->side == SIDE_WHITE;
}

// The swaps above a node whose letters name players: the colours below are exchanged once for each.
typedef struct Exchanges {
    const RecordNode **items;
    size_t count, capacity;
} Exchanges;

static void settle_swap(RecordNode *node, Exchanges *exchanges) {
    const RecordNode *next = next_move(node);
    if (!next || !move_is_stone(next->move)) // a resignation out of turn tells nothing
        return;
    // `next` still has the letter of the file, `node` has its colour already.
    Side next_side = exchanges->count % 2 ? side_other(next->side) : next->side;
    if (node->move == MOVE_SWAP_PIECES && next_side == node->side) {
        node->move = MOVE_SWAP_SIDES;
    } else if (node->move == MOVE_SWAP_SIDES && next_side != node->side) {
        *MEM_MORE(exchanges->items, exchanges->count, exchanges->capacity) = node;
    }
}

// The walk is record_next()'s, in steps: on the way up the exchanges of the nodes that are left
// end.
static RecordNode *step(const RecordNode *node, Exchanges *exchanges) {
    if (node->first_child)
        return node->first_child;
    for (; node; node = node->parent) {
        if (exchanges->count && exchanges->items[exchanges->count - 1] == node)
            exchanges->count--;
        if (node->next_sibling)
            return node->next_sibling;
    }
    return NULL;
}

void sgf_settle(Record *record, bool two_letters) {
    if (two_letters && is_little_golem(record))
        for (RecordNode *node = record->root; node; node = record_next(node))
            node->side = side_other(node->side);
    Exchanges exchanges = {0};
    for (RecordNode *node = record->root; node; node = step(node, &exchanges)) {
        if (exchanges.count % 2)
            node->side = side_other(node->side);
        if (node->move == MOVE_SWAP_PIECES || node->move == MOVE_SWAP_SIDES)
            settle_swap(node, &exchanges);
    }
    free(exchanges.items);
}
