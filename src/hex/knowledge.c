// SPDX-License-Identifier: MIT
#include "hex/knowledge.h"

#include "base/memory.h"

#include <stdlib.h>

struct HexVcBuilder {
    const HexGrid *grid;
    HexLinks *links[2]; // by Side
    bool is_known[2];   // made for the position last asked about
};

HexVcBuilder *hex_vc_builder_new(const HexGrid *grid, const HexLinkLimits *limits) {
    HexVcBuilder *builder = mem_new(sizeof *builder);
    builder->grid = grid;
    for (int side = 0; side < 2; side++)
        builder->links[side] = hex_links_new(grid, (Side)side, limits);
    return builder;
}

void hex_vc_builder_free(HexVcBuilder *builder) {
    if (!builder)
        return;
    for (int side = 0; side < 2; side++)
        hex_links_free(builder->links[side]);
    free(builder);
}

const HexGrid *hex_vc_builder_grid(const HexVcBuilder *builder) {
    return builder->grid;
}

size_t hex_vc_builder_bytes(const HexVcBuilder *builder) {
    return hex_links_bytes(builder->links[0]) + hex_links_bytes(builder->links[1]);
}

void hex_vc_builder_set_stop(HexVcBuilder *builder, const StopFlag *stop) {
    for (int side = 0; side < 2; side++)
        hex_links_set_stop(builder->links[side], stop);
}

const HexLinks *hex_vc_builder_links(const HexVcBuilder *builder, Side side) {
    return builder->links[side];
}

// Dead cells may be of either colour: each side's connections may count them as its own.
static HexStones stones_for(const HexGrid *grid, const HexFill *fill, Side side) {
    HexStones stones = fill->stones;
    if (side == SIDE_WHITE) {
        hexset_remove(stones.of[SIDE_BLACK].word, fill->dead.word, grid->words);
        hexset_unite(stones.of[SIDE_WHITE].word, fill->dead.word, grid->words);
    }
    return stones;
}

static void find_links(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *fill,
                       Side side, HexGoal goal) {
    HexStones stones = stones_for(builder->grid, fill, side);
    if (parent && parent->is_known[side])
        hex_links_derive(builder->links[side], parent->links[side], &stones, goal);
    else
        hex_links_build(builder->links[side], &stones, goal);
    builder->is_known[side] = true;
}

// Which side has joined its edges on the filled board, dead cells counting for both.
static Result filled_winner(const HexGrid *grid, const HexFill *fill) {
    HexStones white = stones_for(grid, fill, SIDE_WHITE);
    Result winner = hex_stones_winner(grid, &fill->stones);
    return winner != RESULT_NONE ? winner : hex_stones_winner(grid, &white);
}

static void set_winner(const HexGrid *grid, const HexFill *before, Side side, int move,
                       const HexSet *carrier, HexKnowledge *known) {
    HexSet captured = hex_fill_captured(grid, before, &known->fill, side);
    known->winner = side_wins(side);
    known->move = move;
    known->proof = *carrier;
    hexset_unite(known->proof.word, captured.word, grid->words);
}

// Connections of the edges: the side to move needs one it can make, the other one it has.
static bool is_decided(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *before,
                       Side to_move, HexKnowledge *known) {
    const HexGrid *grid = builder->grid;
    Side other = side_other(to_move);
    HexLink win;
    find_links(builder, parent, &known->fill, to_move, HEX_GOAL_SEMI);
    if (hex_links_win(builder->links[to_move], false, &win) ||
        hex_links_win(builder->links[to_move], true, &win)) {
        int move = win.full ? hexset_next(win.carrier.word, 0, grid->words) : win.key;
        set_winner(grid, before, to_move, move, &win.carrier, known);
        return true;
    }
    find_links(builder, parent, &known->fill, other, HEX_GOAL_FULL);
    if (hex_links_win(builder->links[other], true, &win)) {
        set_winner(grid, before, other, -1, &win.carrier, known);
        return true;
    }
    return false;
}

void hex_knowledge_find(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *before,
                        Side to_move, HexKnowledge *known) {
    const HexGrid *grid = builder->grid;
    Side other = side_other(to_move);
    static const HexSet nothing;
    memset(&known->proof, 0, sizeof known->proof);
    memset(&known->against, 0, sizeof known->against);
    known->winner = RESULT_NONE;
    known->move = -1;
    known->fill = *before;
    hex_fill_in(grid, &known->fill);
    builder->is_known[0] = builder->is_known[1] = false;

    Result joined = filled_winner(grid, &known->fill);
    if (joined != RESULT_NONE) {
        set_winner(grid, before, joined == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE, -1, &nothing,
                   known);
        return;
    }
    if (is_decided(builder, parent, before, to_move, known))
        return;

    known->must_play = known->fill.empty;
    hex_links_must_play(builder->links[other], &known->must_play, &known->against);
    known->moves = known->must_play;
    hex_inferior_prune(grid, &known->fill, to_move, &known->moves, &known->against);
    HexSet captured = hex_fill_captured(grid, before, &known->fill, other);
    hexset_unite(known->against.word, captured.word, grid->words);
    if (hexset_is_empty(known->moves.word, grid->words)) {
        known->winner = side_wins(other);
        known->proof = known->against;
    }
}

void hex_vc_builder_look(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *fill) {
    builder->is_known[0] = builder->is_known[1] = false;
    for (int side = 0; side < 2; side++)
        find_links(builder, parent, fill, (Side)side, HEX_GOAL_ALL);
}
