// SPDX-License-Identifier: MIT
#include "hex/inferior.h"

static const uint16_t place_value[HEX_RING] = {1, 3, 9, 27, 81, 243};

// --- the proof ---

static int colour_changes(const int ring[HEX_RING]) {
    int changes = 0;
    for (int i = 0; i < HEX_RING; i++)
        changes += ring[i] != ring[(i + 1) % HEX_RING];
    return changes;
}

// Does no way of filling the empty cells of this ring change colour more than twice?
static bool is_dead(int index) {
    int ring[HEX_RING], empty[HEX_RING], empties = 0;
    for (int i = 0; i < HEX_RING; i++, index /= 3) {
        ring[i] = index % 3;
        if (ring[i] == CELL_EMPTY)
            empty[empties++] = i;
    }
    for (int way = 0; way < 1 << empties; way++) {
        for (int i = 0; i < empties; i++)
            ring[empty[i]] = way >> i & 1 ? CELL_BLACK : CELL_WHITE;
        if (colour_changes(ring) > 2)
            return false;
    }
    return true;
}

void hex_inferior_prove_dead(uint8_t dead[HEX_RINGS]) {
    for (int index = 0; index < HEX_RINGS; index++)
        dead[index] = is_dead(index);
}

// --- fill-in ---

void hex_fill_begin(const HexGrid *grid, const HexStones *stones, HexFill *fill) {
    memset(&fill->dead, 0, sizeof fill->dead);
    memset(fill->captured, 0, sizeof fill->captured);
    fill->stones = *stones;
    fill->empty = hex_stones_empty(grid, stones);
    for (int cell = 0; cell < grid->count; cell++) {
        unsigned index = 0;
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            Cell value = other >= grid->count ? side_cell(hex_grid_edge_side(grid, other))
                                              : hex_stones_at(stones, other);
            index += (unsigned)value * place_value[i];
        }
        fill->ring[cell] = (uint16_t)index;
    }
}

void hex_fill_play(const HexGrid *grid, HexFill *fill, int cell, Side side) {
    hexset_add(fill->stones.of[side].word, cell);
    hexset_drop(fill->empty.word, cell);
    for (int i = 0; i < HEX_RING; i++) {
        int other = grid->ring[cell][i];
        if (other < grid->count)
            fill->ring[other] =
                (uint16_t)(fill->ring[other] + side_cell(side) * place_value[(i + 3) % HEX_RING]);
    }
}

static bool is_empty(const HexGrid *grid, const HexFill *fill, int cell) {
    return cell < grid->count && hexset_has(fill->empty.word, cell);
}

// Would a stone of `side` on ring[cell][i], an empty cell, make `cell` dead?
static bool kills(const HexGrid *grid, const HexFill *fill, int cell, int i, Side side) {
    return grid->dead[fill->ring[cell] + side_cell(side) * place_value[i]];
}

static void fill_cell(const HexGrid *grid, HexFill *fill, int cell, Side side, HexSet *look) {
    hex_fill_play(grid, fill, cell, side);
    hexset_unite(look->word, grid->near[cell].word, grid->words);
}

// If this empty cell and a neighbour kill each other for a side, both are that side's.
static bool capture_pair(const HexGrid *grid, HexFill *fill, int cell, HexSet *look) {
    for (int i = 0; i < HEX_RING; i++) {
        int other = grid->ring[cell][i];
        if (!is_empty(grid, fill, other))
            continue;
        for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
            if (!kills(grid, fill, cell, i, side) ||
                !kills(grid, fill, other, (i + 3) % HEX_RING, side))
                continue;
            hexset_add(fill->captured[side].word, cell);
            hexset_add(fill->captured[side].word, other);
            fill_cell(grid, fill, cell, side, look);
            fill_cell(grid, fill, other, side, look);
            return true;
        }
    }
    return false;
}

void hex_fill_in(const HexGrid *grid, HexFill *fill, const HexSet *look_at) {
    HexSet look = *look_at;
    hexset_keep(look.word, fill->empty.word, grid->words);
    for (int cell; (cell = hexset_next(look.word, 0, grid->words)) >= 0;) {
        hexset_drop(look.word, cell);
        if (grid->dead[fill->ring[cell]]) {
            hexset_add(fill->dead.word, cell);
            fill_cell(grid, fill, cell, SIDE_BLACK, &look);
        } else {
            capture_pair(grid, fill, cell, &look);
        }
        hexset_keep(look.word, fill->empty.word, grid->words);
    }
}

// --- moves not worth playing ---

// The neighbour with which the opponent kills a stone of `side` on this cell; -1 when there is none.
static int find_killer(const HexGrid *grid, const HexFill *fill, int cell, Side side) {
    for (int i = 0; i < HEX_RING; i++)
        if (is_empty(grid, fill, grid->ring[cell][i]) &&
            kills(grid, fill, cell, i, side_other(side)))
            return grid->ring[cell][i];
    return -1;
}

// What a stone of `side` on this cell captures or kills.
static HexSet gained(const HexGrid *grid, const HexFill *fill, int cell, Side side) {
    HexFill after = *fill;
    hex_fill_play(grid, &after, cell, side);
    hex_fill_in(grid, &after, &grid->near[cell]);
    HexSet gain = fill->empty;
    hexset_remove(gain.word, after.empty.word, grid->words);
    hexset_remove(gain.word, after.captured[side_other(side)].word, grid->words);
    hexset_drop(gain.word, cell);
    return gain;
}

// If any move wins, one that is not vulnerable does: the killer's reply leaves the side to move
// where it was, with a stone more against it, so what wins then wins at once. A dominated move may
// only go while its better stays.
void hex_inferior_prune(const HexGrid *grid, const HexFill *fill, Side side, HexSet *moves,
                        HexSet *replies) {
    int words = grid->words;
    for (int cell = hexset_next(moves->word, 0, words); cell >= 0;
         cell = hexset_next(moves->word, cell + 1, words)) {
        int killer = find_killer(grid, fill, cell, side);
        if (killer < 0)
            continue;
        hexset_drop(moves->word, cell);
        hexset_add(replies->word, killer);
    }
    for (int cell = hexset_next(moves->word, 0, words); cell >= 0;
         cell = hexset_next(moves->word, cell + 1, words)) {
        HexSet gain = gained(grid, fill, cell, side);
        hexset_remove(moves->word, gain.word, words);
    }
}
