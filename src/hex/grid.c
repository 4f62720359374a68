// SPDX-License-Identifier: MIT
#include "hex/grid.h"

#include "base/memory.h"
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

void hex_stones_of_board(const HexGrid *grid, const HexBoard *board, HexStones *stones) {
    *stones = (HexStones){0};
    for (int cell = 0; cell < grid->count; cell++) {
        Cell value = hex_board_at(board, hex_grid_move(grid, cell));
        if (value != CELL_EMPTY)
            hexset_add(stones->of[value == CELL_WHITE].word, cell);
    }
}

HexSet hex_stones_empty(const HexGrid *grid, const HexStones *stones) {
    HexSet empty = grid->all;
    hexset_remove(empty.word, stones->of[0].word, grid->words);
    hexset_remove(empty.word, stones->of[1].word, grid->words);
    return empty;
}

// A flood from the near edge over one side's stones.
static bool has_joined(const HexGrid *grid, const HexStones *stones, Side side) {
    int16_t stack[BOARD_POINTS];
    int count = 0, length = side == SIDE_BLACK ? grid->width : grid->height;
    HexSet left = stones->of[side];
    for (int i = 0; i < length; i++) {
        int cell = side == SIDE_BLACK ? i : i * grid->width;
        if (!hexset_has(left.word, cell))
            continue;
        hexset_drop(left.word, cell);
        stack[count++] = (int16_t)cell;
    }
    while (count) {
        int cell = stack[--count];
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            if (other == hex_grid_edge(grid, side, true))
                return true;
            if (other >= grid->count || !hexset_has(left.word, other))
                continue;
            hexset_drop(left.word, other);
            stack[count++] = (int16_t)other;
        }
    }
    return false;
}

Result hex_stones_winner(const HexGrid *grid, const HexStones *stones) {
    return has_joined(grid, stones, SIDE_BLACK)   ? RESULT_BLACK
           : has_joined(grid, stones, SIDE_WHITE) ? RESULT_WHITE
                                                  : RESULT_NONE;
}
