// SPDX-License-Identifier: MIT
#include "hex/board.h"

#include "game/position.h"
#include "game/zobrist.h"
#include "hex/hex.h"

#include <assert.h>
#include <string.h>

static void lay_edge(HexBoard *board, HexNode node, HexNode edge, Cell colour) {
    board->cells[node] = (uint8_t)colour;
    board->parent[node] = edge;
}

void hex_board_init(HexBoard *board, int width, int height) {
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    board->key = zobrist_start(hex_game.sgf_game, 0, width, height);
    memset(board->cells, HEX_OUTSIDE, sizeof board->cells);
    for (int node = 0; node < HEX_NODES; node++) {
        board->parent[node] = board->next[node] = (HexNode)node;
        board->size[node] = 1;
    }
    board->edges[HEX_TOP] = board->edges[HEX_LEFT] = HEX_NEAR;
    board->edges[HEX_BOTTOM] = board->edges[HEX_RIGHT] = HEX_FAR;
    for (int y = 0; y < height; y++)
        memset(&board->cells[hex_node(move_at(0, y))], CELL_EMPTY, (size_t)width);
    // The acute corners belong to neither side: a stone that touches them touches its edge anyway.
    for (int x = 0; x < width; x++) {
        lay_edge(board, hex_node(move_at(x, -1)), HEX_TOP, CELL_BLACK);
        lay_edge(board, hex_node(move_at(x, height)), HEX_BOTTOM, CELL_BLACK);
    }
    for (int y = 0; y < height; y++) {
        lay_edge(board, hex_node(move_at(-1, y)), HEX_LEFT, CELL_WHITE);
        lay_edge(board, hex_node(move_at(width, y)), HEX_RIGHT, CELL_WHITE);
    }
}

// Exchanging one link of each joins two rings, and parts them when done again.
static void exchange_links(HexBoard *board, HexNode a, HexNode b) {
    HexNode link = board->next[a];
    board->next[a] = board->next[b];
    board->next[b] = link;
}

// Joins the group of `node` to the one with root `a`; returns the root of both.
static HexNode join(HexBoard *board, HexNode a, HexNode node) {
    HexNode b = hex_board_group(board, node);
    if (a == b)
        return a;
    HexNode large = board->size[a] > board->size[b] ? a : b;
    HexNode small = large == a ? b : a;
    board->merged[board->merges].root = small;
    board->merged[board->merges++].edges = board->edges[large];
    board->parent[small] = large;
    board->size[large] = (uint16_t)(board->size[large] + board->size[small]);
    board->edges[large] |= board->edges[small];
    exchange_links(board, large, small);
    return large;
}

static void part(HexBoard *board) {
    HexNode small = board->merged[--board->merges].root;
    HexNode large = board->parent[small];
    exchange_links(board, large, small);
    board->edges[large] = board->merged[board->merges].edges;
    board->size[large] = (uint16_t)(board->size[large] - board->size[small]);
    board->parent[small] = small;
}

void hex_board_play(HexBoard *board, Move cell, Side side) {
    assert(hex_board_at(board, cell) == CELL_EMPTY);
    static const int steps[] = HEX_STEPS;
    HexNode node = hex_node(cell), root = node;
    Cell colour = side_cell(side);
    board->placed[board->stones] = node;
    board->merges_before[board->stones] = (uint16_t)board->merges;
    board->stones++;
    board->cells[node] = (uint8_t)colour;
    board->key ^= zobrist_stone(side, cell);
    // Neighbours that follow each other on the clock touch each other too: one of a run is enough.
    bool was_own = false;
    for (int i = 0; i < 6; i++) {
        HexNode neighbour = (HexNode)(node + steps[i]);
        bool is_own = board->cells[neighbour] == colour;
        if (is_own && !was_own)
            root = join(board, root, neighbour);
        was_own = is_own;
    }
    if (board->edges[root] == (HEX_NEAR | HEX_FAR) && board->winner == RESULT_NONE)
        board->winner = side_wins(side);
}

void hex_board_undo(HexBoard *board) {
    assert(board->stones > 0);
    HexNode node = board->placed[--board->stones];
    Side side = cell_side(board->cells[node]);
    while (board->merges > board->merges_before[board->stones])
        part(board);
    board->cells[node] = CELL_EMPTY;
    board->key ^= zobrist_stone(side, hex_move(node));
    if (board->winner == side_wins(side) &&
        board->edges[hex_board_group(board, hex_near_edge(side))] != (HEX_NEAR | HEX_FAR))
        board->winner = RESULT_NONE;
}

void hex_board_put(HexBoard *board, Move cell, Cell value) {
    HexNode node = hex_node(cell);
    if (board->cells[node] == value)
        return;
    if (board->cells[node] != CELL_EMPTY) {
        HexBoard old = *board;
        hex_board_init(board, old.width, old.height);
        for (int i = 0; i < old.stones; i++)
            if (old.placed[i] != node)
                hex_board_play(board, hex_move(old.placed[i]), cell_side(old.cells[old.placed[i]]));
    }
    if (value != CELL_EMPTY)
        hex_board_play(board, cell, cell_side(value));
}

bool hex_board_wins_at(const HexBoard *board, Move cell, Side side) {
    static const int steps[] = HEX_STEPS;
    unsigned edges = 0;
    for (int i = 0; i < 6; i++) {
        HexNode neighbour = (HexNode)(hex_node(cell) + steps[i]);
        if (board->cells[neighbour] == side_cell(side))
            edges |= board->edges[hex_board_group(board, neighbour)];
    }
    return edges == (HEX_NEAR | HEX_FAR);
}

void hex_board_of_position(HexBoard *board, const Position *position) {
    hex_board_init(board, position->width, position->height);
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        hex_board_play(board, stones[i].move, stones[i].side);
}
