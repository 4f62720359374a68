// SPDX-License-Identifier: MIT
#include "lab/lines.h"

#include <string.h>

static void flip_words(Lines *lines, Move cell, uint64_t code) {
    int x = move_x(cell), y = move_y(cell);
    const int index[LINES_DIRECTIONS] = {y, x, y - x + LINES_SIZE_MAX - 1, y + x};
    for (int d = 0; d < LINES_DIRECTIONS; d++)
        lines->words[d][index[d]] ^= code << (2 * (line_place(d, cell) + LINES_PADDING));
}

void lines_init(Lines *lines, int size) {
    *lines = (Lines){.size = size};
    memset(lines->words, 0xff, sizeof lines->words); // edge wherever no cell is
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            flip_words(lines, move_at(x, y), SEEN_EDGE);
}

void lines_flip(Lines *lines, Move cell, Side side) {
    uint32_t bit = 1u << (move_x(cell) + LINES_PADDING);
    uint32_t *row = &lines->occupied[move_y(cell) + LINES_PADDING];
    flip_words(lines, cell, (uint64_t)side_seen(side));
    lines->stones += *row & bit ? -1 : 1;
    *row ^= bit;
}

void lines_set(Lines *lines, const Position *position) {
    lines_init(lines, position->width);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell cell = position_at(position, move_at(x, y));
            if (cell != CELL_EMPTY)
                lines_flip(lines, move_at(x, y), cell == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE);
        }
}

size_t lines_near(const Lines *lines, int radius, Move *cells) {
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
