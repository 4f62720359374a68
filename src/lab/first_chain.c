// SPDX-License-Identifier: MIT
#include "lab/first_chain.h"

#include <string.h>

typedef struct Reached {
    HexNode group;      // root
    int16_t from;       // index of the group it was reached from, -1 for the near edge's
    HexNode one, other; // the two cells of the link
} Reached;

typedef struct ChainWalk {
    const HexBoard *board;
    Cell own;
    HexNode far;
    Reached reached[BOARD_POINTS + 2];
    int count, at;
    // Stamps: equal to `at` + 1 when true of the group now being left.
    uint16_t seen[HEX_CELLS];      // this cell was looked at
    uint16_t used[HEX_CELLS];      // this cell belongs to a link behind us
    uint16_t has_first[HEX_NODES]; // `first` holds a cell that touches both groups
    HexNode first[HEX_NODES];
    bool known[HEX_NODES]; // this root was reached
} ChainWalk;

static void mark_links_behind(ChainWalk *walk) {
    uint16_t stamp = (uint16_t)(walk->at + 1);
    for (int i = walk->at; walk->reached[i].from >= 0; i = walk->reached[i].from)
        walk->used[walk->reached[i].one] = walk->used[walk->reached[i].other] = stamp;
}

// A cell beside the group being left: which other groups does it touch?
static void look_through(ChainWalk *walk, HexNode cell) {
    static const int steps[] = HEX_STEPS;
    const HexBoard *board = walk->board;
    uint16_t stamp = (uint16_t)(walk->at + 1);
    if (board->cells[cell] != CELL_EMPTY || walk->seen[cell] == stamp || walk->used[cell] == stamp)
        return;
    walk->seen[cell] = stamp;
    for (int i = 0; i < 6; i++) {
        HexNode stone = (HexNode)(cell + steps[i]);
        if (board->cells[stone] != walk->own)
            continue;
        HexNode group = hex_board_group(board, stone);
        if (walk->known[group])
            continue;
        if (walk->has_first[group] != stamp) {
            walk->has_first[group] = stamp;
            walk->first[group] = cell;
        } else if (walk->first[group] != cell) {
            walk->known[group] = true;
            walk->reached[walk->count++] =
                (Reached){group, (int16_t)walk->at, walk->first[group], cell};
        }
    }
}

static void look_around(ChainWalk *walk, Side side) {
    static const int steps[] = HEX_STEPS;
    const HexBoard *board = walk->board;
    HexNode group = walk->reached[walk->at].group, node = group;
    do {
        if (!hex_is_edge(node))
            for (int i = 0; i < 6; i++)
                look_through(walk, (HexNode)(node + steps[i]));
        node = board->next[node];
    } while (node != group);
    if (walk->at == 0) // the near edge is the only one ever left
        for (int i = 0; i < (side == SIDE_BLACK ? board->width : board->height); i++)
            look_through(walk, hex_node(side == SIDE_BLACK ? move_at(i, 0) : move_at(0, i)));
}

static void collect(const ChainWalk *walk, FirstChain *chain) {
    chain->links = 0;
    for (int i = walk->count - 1; walk->reached[i].from >= 0; i = walk->reached[i].from) {
        chain->link[chain->links].one = hex_move(walk->reached[i].one);
        chain->link[chain->links].other = hex_move(walk->reached[i].other);
        chain->links++;
    }
}

bool first_chain_find(const HexBoard *board, Side side, FirstChain *chain) {
    ChainWalk walk;
    walk.board = board;
    walk.own = side_cell(side);
    walk.far = hex_board_group(board, hex_far_edge(side));
    memset(walk.seen, 0, sizeof walk.seen);
    memset(walk.used, 0, sizeof walk.used);
    memset(walk.has_first, 0, sizeof walk.has_first);
    memset(walk.known, 0, sizeof walk.known);
    walk.reached[0] = (Reached){.group = hex_board_group(board, hex_near_edge(side)), .from = -1};
    walk.known[walk.reached[0].group] = true;
    walk.count = 1;
    for (walk.at = 0; walk.at < walk.count; walk.at++) {
        mark_links_behind(&walk);
        look_around(&walk, side);
        if (walk.known[walk.far]) {
            // Other groups may have been reached after it from the same group.
            while (walk.reached[walk.count - 1].group != walk.far)
                walk.count--;
            collect(&walk, chain);
            return true;
        }
    }
    return false;
}
