// SPDX-License-Identifier: MIT
#include "hex/grid.h"

#include "base/memory.h"
#include "game/position.h"
#include "game/zobrist.h"
#include "hex/inferior.h"

#include <stdlib.h>

// The acute corners lie behind two edges at once; which of the two they are given to makes no
// difference, as they touch a single cell, which touches both edges anyway.
static int at(const HexGrid *grid, int x, int y) {
    if (y < 0 || y >= grid->height)
        return hex_grid_edge(grid, SIDE_BLACK, y >= 0);
    if (x < 0 || x >= grid->width)
        return hex_grid_edge(grid, SIDE_WHITE, x >= 0);
    return y * grid->width + x;
}

HexGrid *hex_grid_new(int width, int height) {
    static const int steps[HEX_RING][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
    HexGrid *grid = mem_new(sizeof *grid);
    grid->width = width;
    grid->height = height;
    grid->count = width * height;
    grid->words = (grid->count + 63) / 64;
    for (int cell = 0; cell < grid->count; cell++) {
        int x = cell % width, y = cell / width;
        hexset_add(grid->all.word, cell);
        for (int side = 0; side < 2; side++)
            grid->cell_key[side][cell] = zobrist_stone((Side)side, move_at(x, y));
        for (int i = 0; i < HEX_RING; i++) {
            int other = at(grid, x + steps[i][0], y + steps[i][1]);
            grid->ring[cell][i] = (int16_t)other;
            if (other < grid->count)
                hexset_add(grid->near[cell].word, other);
        }
    }
    hex_inferior_prove_dead(grid->dead);
    hex_inferior_prove_kills(grid->dead, grid->kills);
    return grid;
}

void hex_grid_free(HexGrid *grid) {
    free(grid);
}

HexStones hex_stones_of_board(const HexGrid *grid, const HexBoard *board) {
    HexStones stones = {0};
    for (int cell = 0; cell < grid->count; cell++) {
        Cell value = hex_board_at(board, hex_grid_move(grid, cell));
        if (value != CELL_EMPTY)
            hexset_add(stones.of[value == CELL_WHITE].word, cell);
    }
    return stones;
}

HexStones hex_stones_of_position(const HexGrid *grid, const Position *position) {
    HexBoard board;
    hex_board_of_position(&board, position);
    return hex_stones_of_board(grid, &board);
}

HexSet hex_stones_empty(const HexGrid *grid, const HexStones *stones) {
    HexSet empty = grid->all;
    hexset_remove(empty.word, stones->of[0].word, grid->words);
    hexset_remove(empty.word, stones->of[1].word, grid->words);
    return empty;
}

unsigned hex_grid_flood(const HexGrid *grid, Side side, int stone, HexSet *left, HexSet *around) {
    int16_t stack[BOARD_POINTS];
    int count = 0, near = hex_grid_edge(grid, side, false), far = hex_grid_edge(grid, side, true);
    unsigned edges = 0;
    hexset_drop(left->word, stone);
    stack[count++] = (int16_t)stone;
    while (count) {
        int cell = stack[--count];
        hexset_unite(around->word, grid->near[cell].word, grid->words);
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            if (other >= grid->count) {
                edges |= other == near ? HEX_NEAR : other == far ? HEX_FAR : 0U;
            } else if (hexset_has(left->word, other)) {
                hexset_drop(left->word, other);
                stack[count++] = (int16_t)other;
            }
        }
    }
    return edges;
}

static bool has_joined(const HexGrid *grid, const HexStones *stones, Side side) {
    int length = side == SIDE_BLACK ? grid->width : grid->height;
    HexSet left = stones->of[side], around = {0};
    for (int i = 0; i < length; i++) {
        int cell = side == SIDE_BLACK ? i : i * grid->width;
        if (hexset_has(left.word, cell) &&
            hex_grid_flood(grid, side, cell, &left, &around) == (HEX_NEAR | HEX_FAR))
            return true;
    }
    return false;
}

Result hex_stones_winner(const HexGrid *grid, const HexStones *stones) {
    return has_joined(grid, stones, SIDE_BLACK)   ? RESULT_BLACK
           : has_joined(grid, stones, SIDE_WHITE) ? RESULT_WHITE
                                                  : RESULT_NONE;
}
