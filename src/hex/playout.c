// SPDX-License-Identifier: MIT
#include "hex/playout.h"

#include <string.h>

enum { TRIES = 12 }; // cells drawn before the last one is played whatever its pattern

static const uint16_t place_value[HEX_RING] = {1, 3, 9, 27, 81, 243};

void hex_playout_begin(HexPlayout *playout, const HexGrid *grid, const HexPatterns *patterns,
                       const HexFill *fill) {
    playout->grid = grid;
    playout->patterns = patterns;
    playout->empties = playout->stones = 0;
    memcpy(playout->ring, fill->ring, sizeof playout->ring);
    for (int cell = 0; cell < grid->count; cell++) {
        playout->cells[cell] = (uint8_t)hex_stones_at(&fill->stones, cell);
        if (playout->cells[cell] != CELL_EMPTY)
            continue;
        playout->place[cell] = (int16_t)playout->empties;
        playout->empty[playout->empties++] = (int16_t)cell;
    }
}

void hex_playout_copy(HexPlayout *to, const HexPlayout *from) {
    size_t count = (size_t)from->grid->count;
    to->grid = from->grid;
    to->patterns = from->patterns;
    to->empties = from->empties;
    to->stones = 0;
    memcpy(to->cells, from->cells, count * sizeof *to->cells);
    memcpy(to->ring, from->ring, count * sizeof *to->ring);
    memcpy(to->empty, from->empty, (size_t)from->empties * sizeof *to->empty);
    memcpy(to->place, from->place, count * sizeof *to->place);
}

static void take_from_list(HexPlayout *playout, int cell) {
    int place = playout->place[cell], last = playout->empty[--playout->empties];
    playout->empty[place] = (int16_t)last;
    playout->place[last] = (int16_t)place;
}

static void put(HexPlayout *playout, int cell, Side side) {
    const HexGrid *grid = playout->grid;
    const int16_t *ring = grid->ring[cell];
    int value = side_cell(side);
    playout->cells[cell] = (uint8_t)value;
    playout->stones++;
    for (int i = 0; i < HEX_RING; i++)
        if (ring[i] < grid->count)
            playout->ring[ring[i]] =
                (uint16_t)(playout->ring[ring[i]] + value * place_value[(i + 3) % HEX_RING]);
}

void hex_playout_play(HexPlayout *playout, int cell, Side side) {
    take_from_list(playout, cell);
    put(playout, cell, side);
}

// The answer to the last stone that its ring suggests, -1 for none.
static int reply(const HexPlayout *playout, Side to_move, int last, Rng *rng) {
    const uint16_t *sums = playout->patterns->reply[to_move][playout->ring[last]];
    if (!sums[HEX_RING - 1])
        return -1;
    uint32_t chance = (uint32_t)(rng_next(rng) & (PATTERN_REPLY - 1));
    if (chance >= sums[HEX_RING - 1])
        return -1;
    int i = 0;
    while (chance >= sums[i])
        i++;
    int cell = playout->grid->ring[last][i];
    return cell < playout->grid->count && playout->cells[cell] == CELL_EMPTY ? cell : -1;
}

// A cell drawn by chance and accepted by its pattern; -1 when none is left that matters.
static int draw(HexPlayout *playout, Side to_move, Rng *rng) {
    const uint16_t *accept = playout->patterns->accept[to_move];
    const uint8_t *dead = playout->grid->dead;
    int cell = -1;
    for (int tries = 0; tries < TRIES && playout->empties;) {
        uint64_t word = rng_next(rng);
        cell = playout->empty[(word >> 32) * (uint64_t)playout->empties >> 32];
        if (dead[playout->ring[cell]]) {
            take_from_list(playout, cell);
            playout->cells[cell] = HEX_OUTSIDE; // nobody's, and nobody may play there
            cell = -1;
            continue;
        }
        if ((word & (PATTERN_ACCEPT - 1)) < accept[playout->ring[cell]])
            break;
        tries++;
    }
    return cell;
}

// Has Black joined top and bottom? If not, White has joined left and right.
static Side winner(const HexPlayout *playout) {
    const HexGrid *grid = playout->grid;
    uint8_t seen[BOARD_POINTS];
    int16_t stack[BOARD_POINTS];
    int count = 0, last_row = grid->count - grid->width;
    memcpy(seen, playout->cells, (size_t)grid->count);
    for (int cell = 0; cell < grid->width; cell++)
        if (seen[cell] == CELL_BLACK) {
            seen[cell] = CELL_EMPTY;
            stack[count++] = (int16_t)cell;
        }
    while (count) {
        int cell = stack[--count];
        if (cell >= last_row)
            return SIDE_BLACK;
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            if (other < grid->count && seen[other] == CELL_BLACK) {
                seen[other] = CELL_EMPTY;
                stack[count++] = (int16_t)other;
            }
        }
    }
    return SIDE_WHITE;
}

Side hex_playout_finish(HexPlayout *playout, Side to_move, int last, Rng *rng) {
    while (playout->empties) {
        int cell = last < 0 ? -1 : reply(playout, to_move, last, rng);
        if (cell < 0)
            cell = draw(playout, to_move, rng);
        if (cell < 0)
            break;
        hex_playout_play(playout, cell, to_move);
        last = cell;
        to_move = side_other(to_move);
    }
    return winner(playout);
}

void hex_playout_stones(const HexPlayout *playout, HexStones *stones) {
    memset(stones, 0, sizeof *stones);
    for (int cell = 0; cell < playout->grid->count; cell++)
        if (playout->cells[cell] != CELL_EMPTY)
            hexset_add(stones->of[playout->cells[cell] == CELL_WHITE].word, cell);
}
