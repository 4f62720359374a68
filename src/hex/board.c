// SPDX-License-Identifier: MIT
#include "hex/board.h"

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
    for (int y = 0; y < height; y++)
        memset(&board->cells[hex_node(move_at(0, y))], CELL_EMPTY, (size_t)width);
    // The acute corners belong to nobody: whoever touches them touches his edge anyway.
    for (int x = 0; x < width; x++) {
        lay_edge(board, hex_node(move_at(x, -1)), HEX_TOP, CELL_BLACK);
        lay_edge(board, hex_node(move_at(x, height)), HEX_BOTTOM, CELL_BLACK);
    }
    for (int y = 0; y < height; y++) {
        lay_edge(board, hex_node(move_at(-1, y)), HEX_LEFT, CELL_WHITE);
        lay_edge(board, hex_node(move_at(width, y)), HEX_RIGHT, CELL_WHITE);
    }
}

static bool is_joined(const HexBoard *board, Side side) {
    return hex_board_group(board, hex_near_edge(side)) ==
           hex_board_group(board, hex_far_edge(side));
}

// Exchanging one link of each joins two rings, and parts them when done again.
static void exchange_links(HexBoard *board, HexNode a, HexNode b) {
    HexNode link = board->next[a];
    board->next[a] = board->next[b];
    board->next[b] = link;
}

static void join(HexBoard *board, HexNode a, HexNode b) {
    a = hex_board_group(board, a);
    b = hex_board_group(board, b);
    if (a == b)
        return;
    HexNode large = board->size[a] >= board->size[b] ? a : b;
    HexNode small = large == a ? b : a;
    board->parent[small] = large;
    board->size[large] = (uint16_t)(board->size[large] + board->size[small]);
    exchange_links(board, large, small);
    board->merged[board->merges++] = small;
}

static void part(HexBoard *board) {
    HexNode small = board->merged[--board->merges];
    HexNode large = board->parent[small];
    exchange_links(board, large, small);
    board->size[large] = (uint16_t)(board->size[large] - board->size[small]);
    board->parent[small] = small;
}

void hex_board_play(HexBoard *board, Move cell, Side side) {
    static const int steps[] = HEX_STEPS;
    HexNode node = hex_node(cell);
    Cell colour = side_cell(side);
    assert(board->cells[node] == CELL_EMPTY);
    board->placed[board->stones] = node;
    board->merges_before[board->stones] = (uint16_t)board->merges;
    board->stones++;
    board->cells[node] = (uint8_t)colour;
    board->key ^= zobrist_stone(side, cell);
    for (int i = 0; i < 6; i++) {
        HexNode neighbour = (HexNode)(node + steps[i]);
        if (board->cells[neighbour] == colour)
            join(board, node, neighbour);
    }
    if (board->winner == RESULT_NONE && is_joined(board, side))
        board->winner = side_wins(side);
}

void hex_board_undo(HexBoard *board) {
    assert(board->stones > 0);
    HexNode node = board->placed[--board->stones];
    Side side = board->cells[node] == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
    while (board->merges > board->merges_before[board->stones])
        part(board);
    board->cells[node] = CELL_EMPTY;
    board->key ^= zobrist_stone(side, hex_move(node));
    if (board->winner == side_wins(side) && !is_joined(board, side))
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
                hex_board_play(board, hex_move(old.placed[i]),
                               old.cells[old.placed[i]] == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
    }
    if (value != CELL_EMPTY)
        hex_board_play(board, cell, value == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
}

bool hex_board_wins_at(const HexBoard *board, Move cell, Side side) {
    static const int steps[] = HEX_STEPS;
    HexNode near = hex_board_group(board, hex_near_edge(side));
    HexNode far = hex_board_group(board, hex_far_edge(side));
    bool touches_near = false, touches_far = false;
    for (int i = 0; i < 6; i++) {
        HexNode neighbour = (HexNode)(hex_node(cell) + steps[i]);
        if (board->cells[neighbour] != side_cell(side))
            continue;
        HexNode group = hex_board_group(board, neighbour);
        touches_near |= group == near;
        touches_far |= group == far;
    }
    return touches_near && touches_far;
}
