// SPDX-License-Identifier: MIT
#include "search/appraisal.h"

#include "base/memory.h"
#include "hex/curve.h"
#include "hex/hex.h"
#include "hex/leaf.h"
#include "hex/net_file.h"

#include <assert.h>
#include <stdlib.h>

static const char *fill_note(const HexFill *fill, int cell, Side own) {
    if (hexset_has(fill->dead.word, cell))
        return "dead";
    if (hexset_has(fill->captured[own].word, cell))
        return "captured";
    return hexset_has(fill->captured[side_other(own)].word, cell) ? "captured by the opponent" : "";
}

static double way_through(const HexDistance *distance, Move cell) {
    int way = distance->near[hex_node(cell)] + distance->far[hex_node(cell)];
    return way < HEX_UNREACHED ? way : -1;
}

// The policy, shares of 1 among the cells left open, and the shortest way of each side through
// them; cells that were filled in have a note instead.
static void appraise_cells(const HexLeaf *leaf, const HexGrid *grid, Side own,
                           Appraisal *appraisal) {
    const uint64_t *open = leaf->fill.empty.word;
    double sum = 0;
    HEXSET_EACH (cell, open, grid->words)
        sum += curve_exp(leaf->room.logits[view_index(&leaf->view, hex_grid_move(grid, cell))]);
    appraisal->columns[0] = "policy";
    appraisal->columns[1] = "own";
    appraisal->columns[2] = "opponent";
    appraisal->column_count = 3;
    for (int cell = 0; cell < grid->count; cell++) {
        Move move = hex_grid_move(grid, cell);
        AppraisalCell row = {.cell = move, .note = fill_note(&leaf->fill, cell, own)};
        if (hexset_has(open, cell)) {
            float logit = leaf->room.logits[view_index(&leaf->view, move)];
            row.values[0] = curve_exp(logit) / sum;
            row.values[1] = way_through(&leaf->distance[own], move);
            row.values[2] = way_through(&leaf->distance[side_other(own)], move);
        } else if (!row.note[0]) {
            continue; // a stone
        }
        appraisal->cells[appraisal->cell_count++] = row;
    }
}

static void appraise(HexLeaf *leaf, const HexGrid *grid, const HexStones *stones, const HexNet *net,
                     Side own, Appraisal *appraisal) {
    HexFill fill;
    Side other = side_other(own);
    hex_fill_begin(grid, stones, &fill);
    bool open = hex_leaf_see(leaf, grid, &fill, own);
    appraisal->decimals = 3;
    if (open) {
        HexQuantisedNet *quantised = hex_quantised_new(net);
        hex_net_think(quantised, net_level_best(), &leaf->view, &leaf->room);
        hex_quantised_free(quantised);
        appraisal_add(appraisal, "network's value (logit)", leaf->room.value, true);
        appraisal_add(appraisal, "own two-distance", leaf->distance[own].shortest, false);
        appraisal_add(appraisal, "opponent's two-distance", leaf->distance[other].shortest, false);
        appraisal->score = leaf->room.value;
        appraisal->win = curve_chance(leaf->room.value);
    } else {
        bool won = leaf->board.winner == side_wins(own);
        appraisal_add(appraisal, "decided by fill-in", won ? 1 : -1, true);
        appraisal->score = won ? 1 : -1;
        appraisal->win = won;
    }
    const HexFill *filled = &leaf->fill;
    appraisal_add(appraisal, "dead cells", hexset_count(filled->dead.word, grid->words), false);
    appraisal_add(appraisal, "captured cells",
                  hexset_count(filled->captured[own].word, grid->words), false);
    appraisal_add(appraisal, "captured by the opponent",
                  hexset_count(filled->captured[other].word, grid->words), false);
    if (open)
        appraise_cells(leaf, grid, own, appraisal);
    assert(appraisal->win >= 0 && appraisal->win <= 1);
}

bool hex_appraise(const Position *position, const char *path, Appraisal *appraisal, Error *err) {
    HexNet *net = mem_new(sizeof *net);
    hex_net_built_in(net);
    *appraisal = (Appraisal){0};
    bool ok = !path || hex_net_read(path, net, err);
    if (ok) {
        HexGrid *grid = hex_grid_new(position->width, position->height);
        HexLeaf *leaf = mem_new(sizeof *leaf);
        HexStones stones = hex_stones_of_position(grid, position);
        appraise(leaf, grid, &stones, net, position->to_move, appraisal);
        free(leaf);
        hex_grid_free(grid);
    }
    free(net);
    return ok;
}
