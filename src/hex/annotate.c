// SPDX-License-Identifier: MIT
#include "hex/annotate.h"

#include "base/memory.h"
#include "hex/knowledge.h"
#include "hex/path.h"

#include <stdlib.h>

enum {
    // Larger connections than this are no help to the eye, unless they win the game.
    DRAWN_CELLS = 12,
};

typedef struct HexDrawing {
    const HexGrid *grid;
    const HexStones *stones; // as they stand on the board, nothing filled in
    Annotations *out;
} HexDrawing;

// What each side would have to build.
static void mark_paths(const HexBoard *board, Annotations *out) {
    Move path[BOARD_POINTS];
    for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
        size_t length = hex_path_find(board, side, path);
        for (size_t i = 0; i < length; i++)
            annotations_add(out, (Mark){.cell = path[i], .kind = MARK_PATH, .side = side});
    }
}

static void mark_cells(const HexDrawing *drawing, const HexSet *cells, MarkKind kind, Side side) {
    const HexGrid *grid = drawing->grid;
    HEXSET_EACH (cell, cells->word, grid->words)
        annotations_add(drawing->out,
                        (Mark){.cell = hex_grid_move(grid, cell), .kind = kind, .side = side});
}

// An edge, or a stone that stands on the board.
static bool is_solid(const HexDrawing *drawing, Side side, int end) {
    return end >= drawing->grid->count || hexset_has(drawing->stones->of[side].word, end);
}

static bool joins_edges(const HexDrawing *drawing, const HexLink *link) {
    return link->x >= drawing->grid->count && link->y >= drawing->grid->count;
}

static unsigned edges_of(const HexGrid *grid, const HexLink *link) {
    int near = hex_links_near(grid), far = hex_links_far(grid);
    return (link->x == near || link->y == near ? GROUP_NEAR : 0U) |
           (link->x == far || link->y == far ? GROUP_FAR : 0U);
}

// The two ends that are stones, and the cells the connection needs.
static void add_group(const HexDrawing *drawing, Side side, const HexLink *link) {
    const HexGrid *grid = drawing->grid;
    Move cells[BOARD_POINTS + 2];
    size_t count = 0;
    const int ends[2] = {link->x, link->y};
    for (int i = 0; i < 2; i++)
        if (ends[i] < grid->count)
            cells[count++] = hex_grid_move(grid, ends[i]);
    HEXSET_EACH (cell, link->carrier.word, grid->words)
        cells[count++] = hex_grid_move(grid, cell);
    size_t before = drawing->out->group_count;
    annotations_add_group(drawing->out, MARK_CONNECTION, side, cells, count);
    if (drawing->out->group_count > before)
        drawing->out->groups[before].edges = edges_of(grid, link);
}

// Of two ends one connection is drawn, and none that is made of smaller ones, except the one that
// wins the game.
static bool is_drawn(const HexDrawing *drawing, const HexLink *link, const HexLink *drawn,
                     size_t count) {
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        if ((drawn[i].x == link->x && drawn[i].y == link->y) ||
            (drawn[i].x == link->y && drawn[i].y == link->x))
            return true;
        inside |= hexset_within(drawn[i].carrier.word, link->carrier.word, drawing->grid->words);
    }
    return inside && !joins_edges(drawing, link);
}

static int by_size(const void *a, const void *b) {
    const HexLink *one = a, *other = b;
    int difference = hexset_count(one->carrier.word, HEXSET_WORDS) -
                     hexset_count(other->carrier.word, HEXSET_WORDS);
    return difference ? difference : one->x != other->x ? one->x - other->x : one->y - other->y;
}

// The full connections between edges and stones that stand on the board.
static void mark_connections(const HexDrawing *drawing, Side side, const HexLinks *links) {
    const HexGrid *grid = drawing->grid;
    size_t index = 0, count = 0, capacity = 0, drawn = 0;
    HexLink *fulls = NULL, link = {0};
    while (hex_links_next(links, &index, &link)) {
        int cells = hexset_count(link.carrier.word, grid->words);
        if (!link.full || !cells || !is_solid(drawing, side, link.x) ||
            !is_solid(drawing, side, link.y) ||
            (cells > DRAWN_CELLS && !joins_edges(drawing, &link)))
            continue;
        *MEM_MORE(fulls, count, capacity) = link;
    }
    if (!count)
        return;
    qsort(fulls, count, sizeof *fulls, by_size);
    HexSet needed = {{0}};
    for (size_t i = 0; i < count; i++) {
        if (is_drawn(drawing, &fulls[i], fulls, drawn)) // those drawn are kept in front
            continue;
        fulls[drawn++] = fulls[i];
        add_group(drawing, side, &fulls[drawn - 1]);
        hexset_unite(needed.word, fulls[drawn - 1].carrier.word, grid->words);
    }
    mark_cells(drawing, &needed, MARK_CONNECTION, side);
    free(fulls);
}

// What the fill-in takes and what is left to choose from for the side to move.
static void mark_choice(const HexDrawing *drawing, HexVcBuilder *builder, const HexFill *start,
                        Side to_move) {
    int words = drawing->grid->words;
    HexKnowledge known;
    hex_knowledge_find(builder, NULL, start, to_move, &known);
    for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++)
        mark_cells(drawing, &known.fill.captured[side], MARK_CAPTURED, side);
    if (known.winner == side_wins(to_move))
        return;
    HexSet outside = known.fill.empty, inferior = {{0}};
    if (known.winner == RESULT_NONE) {
        hexset_remove(outside.word, known.must_play.word, words);
        inferior = known.must_play;
        hexset_remove(inferior.word, known.moves.word, words);
    }
    mark_cells(drawing, &outside, MARK_OUTSIDE, to_move);
    mark_cells(drawing, &inferior, MARK_INFERIOR, to_move);
}

void hex_annotate(const HexBoard *board, Side to_move, Annotations *out) {
    HexGrid *grid = hex_grid_new(board->width, board->height);
    HexStones stones = hex_stones_of_board(grid, board);
    HexFill start, filled;
    HexDrawing drawing = {grid, &stones, out};
    HexVcBuilder *builder = hex_vc_builder_new(grid, &hex_links_quick);
    hex_fill_begin(grid, &stones, &start);
    // Connections are drawn of the stones as they are: what is captured is part of them then. Only
    // what is dead is taken from the fill-in.
    hex_vc_builder_look(builder, NULL, &start);
    for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++)
        mark_connections(&drawing, side, hex_vc_builder_links(builder, side));
    filled = start;
    hex_fill_in(grid, &filled);
    mark_cells(&drawing, &filled.dead, MARK_DEAD, SIDE_BLACK);
    mark_paths(board, out);
    if (out->closely)
        mark_choice(&drawing, builder, &start, to_move);
    hex_vc_builder_free(builder);
    hex_grid_free(grid);
}
