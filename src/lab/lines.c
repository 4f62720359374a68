// SPDX-License-Identifier: MIT
#include "lab/lines.h"

#include <string.h>

static void flip_words(PlainLines *lines, Move cell, uint64_t code) {
    for (int d = 0; d < LINES_DIRECTIONS; d++)
        for (int back = 0; back < 2; back++)
            lines->words[d][line_index(d, cell)].read[back] ^=
                code << (2 * (line_place(d, cell, back) + LINES_PADDING));
}

void lines_init(PlainLines *lines, int size) {
    *lines = (PlainLines){.size = size};
    memset(lines->words, 0xff, sizeof lines->words); // edge wherever no cell is
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            flip_words(lines, move_at(x, y), SEEN_EDGE);
}

void lines_flip(PlainLines *lines, Move cell, Side side) {
    uint32_t bit = 1u << (move_x(cell) + LINES_PADDING);
    uint32_t *row = &lines->occupied[move_y(cell) + LINES_PADDING];
    flip_words(lines, cell, (uint64_t)side_cell(side));
    lines->stones += *row & bit ? -1 : 1;
    *row ^= bit;
}

void lines_set(PlainLines *lines, const Position *position) {
    lines_init(lines, position->width);
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        lines_flip(lines, stones[i].move, stones[i].side);
}

size_t lines_near(const PlainLines *lines, int radius, Move *cells) {
    uint32_t wide[LINES_SIZE_MAX + 2 * LINES_PADDING];
    for (int row = 0; row < lines->size + 2 * LINES_PADDING; row++) {
        uint32_t stones = lines->occupied[row];
        wide[row] = stones | stones << 1 | stones >> 1;
        if (radius > 1)
            wide[row] |= stones << 2 | stones >> 2;
    }
    size_t count = 0;
    uint32_t inside = ((1u << lines->size) - 1) << LINES_PADDING;
    for (int y = 0; y < lines->size; y++) {
        int row = y + LINES_PADDING;
        uint32_t near = wide[row - 1] | wide[row] | wide[row + 1];
        if (radius > 1)
            near |= wide[row - 2] | wide[row + 2];
        for (near &= inside & ~lines->occupied[row]; near; near &= near - 1)
            cells[count++] = move_at(__builtin_ctz(near) - LINES_PADDING, y);
    }
    return count;
}
