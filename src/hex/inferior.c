// SPDX-License-Identifier: MIT
#include "hex/inferior.h"

#include "hex/reduced.h"

#include <assert.h>

static const uint16_t place_value[HEX_RING] = {1, 3, 9, 27, 81, 243};

// --- the proof ---

static int colour_changes(const int ring[HEX_RING]) {
    int changes = 0;
    for (int i = 0; i < HEX_RING; i++)
        changes += ring[i] != ring[(i + 1) % HEX_RING];
    return changes;
}

// Does no way of filling the empty cells of this ring change colour more than twice? Bit i of `way`
// colours place i if it is empty; the other bits say the same again.
static bool is_dead(int index) {
    int ring[HEX_RING];
    for (int way = 0; way < 1 << HEX_RING; way++) {
        for (int i = 0; i < HEX_RING; i++) {
            int value = index / place_value[i] % 3;
            ring[i] = value != CELL_EMPTY ? value : way >> i & 1 ? CELL_BLACK : CELL_WHITE;
        }
        if (colour_changes(ring) > 2)
            return false;
    }
    return true;
}

void hex_inferior_prove_dead(uint8_t dead[HEX_RINGS]) {
    for (int index = 0; index < HEX_RINGS; index++)
        dead[index] = is_dead(index);
}

void hex_inferior_prove_kills(const uint8_t dead[HEX_RINGS], uint8_t kills[2][HEX_RINGS]) {
    for (int side = 0; side < 2; side++)
        for (int index = 0; index < HEX_RINGS; index++) {
            kills[side][index] = 0;
            for (int i = 0; i < HEX_RING; i++)
                if (index / place_value[i] % 3 == CELL_EMPTY &&
                    dead[index + (int)side_cell((Side)side) * place_value[i]])
                    kills[side][index] |= (uint8_t)(1 << i);
        }
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
    assert(hexset_has(fill->empty.word, cell));
    hexset_add(fill->stones.of[side].word, cell);
    hexset_drop(fill->empty.word, cell);
    for (int i = 0; i < HEX_RING; i++) {
        int other = grid->ring[cell][i];
        if (other < grid->count)
            fill->ring[other] =
                (uint16_t)(fill->ring[other] + side_cell(side) * place_value[(i + 3) % HEX_RING]);
    }
}

static void fill_cell(const HexGrid *grid, HexFill *fill, int cell, Side side, HexSet *look) {
    hex_fill_play(grid, fill, cell, side);
    hexset_unite(look->word, grid->near[cell].word, grid->words);
}

// If this empty cell and a neighbour kill each other for a side, both are that side's.
static void capture_pair(const HexGrid *grid, HexFill *fill, int cell, HexSet *look) {
    for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
        const uint8_t *kills = grid->kills[side];
        for (unsigned bits = kills[fill->ring[cell]]; bits; bits &= bits - 1) {
            int i = __builtin_ctz(bits), other = grid->ring[cell][i];
            // A place that counts as taken by neither side (is_vulnerable) cannot be captured.
            if (!(kills[fill->ring[other]] >> (i + 3) % HEX_RING & 1) ||
                !hexset_has(fill->empty.word, other))
                continue;
            hexset_add(fill->captured[side].word, cell);
            hexset_add(fill->captured[side].word, other);
            fill_cell(grid, fill, cell, side, look);
            fill_cell(grid, fill, other, side, look);
            return;
        }
    }
}

static void fill_around(const HexGrid *grid, HexFill *fill, const HexSet *look_at) {
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

// A cell that whole groups make dead, in the eyes of either side. Returns false when there is none.
static bool fill_by_groups(const HexGrid *grid, HexFill *fill, HexSet *look) {
    HexReduced reduced;
    for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
        hex_reduce(grid, &fill->stones, side, &reduced);
        HEXSET_EACH (cell, fill->empty.word, grid->words)
            if (hex_reduced_is_dead(grid, &reduced, cell)) {
                hexset_add(fill->dead.word, cell);
                fill_cell(grid, fill, cell, SIDE_BLACK, look);
                return true;
            }
    }
    return false;
}

void hex_fill_in(const HexGrid *grid, HexFill *fill) {
    HexSet look = grid->all;
    do
        fill_around(grid, fill, &look);
    while (fill_by_groups(grid, fill, &look));
}

HexSet hex_fill_captured(const HexGrid *grid, const HexFill *before, const HexFill *now,
                         Side side) {
    HexSet cells = now->captured[side];
    hexset_remove(cells.word, before->captured[side].word, grid->words);
    return cells;
}

// --- moves not worth playing ---

// Can the opponent kill a stone of `side` on this cell with its next move? The cells it needs for
// it go into `replies`. The cell itself counts as taken by neither side: what follows must hold
// whatever its colour.
static bool is_vulnerable(const HexGrid *grid, const HexFill *fill, int cell, Side side,
                          HexSet *replies) {
    Side other = side_other(side);
    unsigned at_once = grid->kills[other][fill->ring[cell]];
    if (at_once) {
        hexset_add(replies->word, grid->ring[cell][__builtin_ctz(at_once)]);
        return true;
    }
    HexFill with = *fill;
    hexset_drop(with.empty.word, cell);
    HexSet around = grid->near[cell];
    for (int i = 0; i < HEX_RING; i++)
        if (grid->ring[cell][i] < grid->count)
            hexset_unite(around.word, grid->near[grid->ring[cell][i]].word, grid->words);
    hexset_keep(around.word, with.empty.word, grid->words);
    HEXSET_EACH (killer, around.word, grid->words) {
        HexFill after = with;
        hex_fill_play(grid, &after, killer, other);
        fill_around(grid, &after, &grid->near[killer]);
        if (!grid->dead[after.ring[cell]])
            continue;
        HexSet captured = hex_fill_captured(grid, fill, &after, other);
        hexset_unite(replies->word, captured.word, grid->words);
        hexset_add(replies->word, killer);
        return true;
    }
    return false;
}

// What a stone of `side` on this cell captures or kills.
static HexSet gained(const HexGrid *grid, const HexFill *fill, int cell, Side side) {
    HexFill after = *fill;
    hex_fill_play(grid, &after, cell, side);
    fill_around(grid, &after, &grid->near[cell]);
    HexSet gain = fill->empty;
    hexset_remove(gain.word, after.empty.word, grid->words);
    hexset_remove(gain.word, after.captured[side_other(side)].word, grid->words);
    hexset_drop(gain.word, cell);
    return gain;
}

static void prune_dominated(const HexGrid *grid, const HexFill *fill, Side side, HexSet *moves,
                            HexSet *replies) {
    int words = grid->words;
    HexReduced reduced;
    hex_reduce(grid, &fill->stones, side, &reduced);
    HEXSET_EACH (cell, moves->word, words) {
        HexSet gain = gained(grid, fill, cell, side);
        hexset_remove(moves->word, gain.word, words);
        HEXSET_EACH (other, moves->word, words) {
            if (other == cell || !hex_reduced_dominates(grid, &reduced, cell, other))
                continue;
            // The opponent answers as it would answer the better move, these two exchanged.
            hexset_drop(moves->word, other);
            hexset_add(replies->word, cell);
            hexset_add(replies->word, other);
        }
    }
}

// If any move wins, one that is not vulnerable does: the killer's reply leaves the side to move
// where it was, with a stone more against it, so what wins then wins at once. A dominated move may
// only go while its better stays.
void hex_inferior_prune(const HexGrid *grid, const HexFill *fill, Side side, HexSet *moves,
                        HexSet *replies) {
    HEXSET_EACH (cell, moves->word, grid->words)
        if (is_vulnerable(grid, fill, cell, side, replies))
            hexset_drop(moves->word, cell);
    prune_dominated(grid, fill, side, moves, replies);
}
