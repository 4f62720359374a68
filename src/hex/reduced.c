// SPDX-License-Identifier: MIT
#include "hex/reduced.h"

typedef struct Group {
    HexSet around; // empty cells beside it
    uint8_t edges;
} Group;

// Takes the group of this stone out of `left`.
static void flood(const HexGrid *grid, Side side, const HexSet *empty, int start, HexSet *left,
                  Group *group) {
    int16_t stack[BOARD_POINTS];
    int count = 0;
    *group = (Group){.edges = 0};
    hexset_drop(left->word, start);
    stack[count++] = (int16_t)start;
    while (count) {
        int cell = stack[--count];
        hexset_unite(group->around.word, grid->near[cell].word, grid->words);
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            if (other == hex_grid_edge(grid, side, false))
                group->edges |= HEX_NEAR;
            else if (other == hex_grid_edge(grid, side, true))
                group->edges |= HEX_FAR;
            else if (other < grid->count && hexset_has(left->word, other)) {
                hexset_drop(left->word, other);
                stack[count++] = (int16_t)other;
            }
        }
    }
    hexset_keep(group->around.word, empty->word, grid->words);
}

void hex_reduce(const HexGrid *grid, const HexStones *stones, Side side, HexReduced *reduced) {
    int words = grid->words;
    HexSet empty = hex_stones_empty(grid, stones), left = stones->of[side];
    for (int cell = hexset_next(empty.word, 0, words); cell >= 0;
         cell = hexset_next(empty.word, cell + 1, words)) {
        reduced->near[cell] = grid->near[cell];
        hexset_keep(reduced->near[cell].word, empty.word, words);
        reduced->edges[cell] = 0;
        for (int i = 0; i < HEX_RING; i++)
            for (int far = 0; far < 2; far++)
                if (grid->ring[cell][i] == hex_grid_edge(grid, side, far))
                    reduced->edges[cell] |= far ? HEX_FAR : HEX_NEAR;
    }
    for (int stone; (stone = hexset_next(left.word, 0, words)) >= 0;) {
        Group group;
        flood(grid, side, &empty, stone, &left, &group);
        for (int cell = hexset_next(group.around.word, 0, words); cell >= 0;
             cell = hexset_next(group.around.word, cell + 1, words)) {
            // A way over an edge leads nowhere: beside it, cells have the edge in common, not each
            // other.
            if (group.edges)
                reduced->edges[cell] |= group.edges;
            else
                hexset_unite(reduced->near[cell].word, group.around.word, words);
            hexset_drop(reduced->near[cell].word, cell);
        }
    }
}

bool hex_reduced_dominates(const HexGrid *grid, const HexReduced *reduced, int better, int worse) {
    HexSet theirs = reduced->near[worse];
    hexset_drop(theirs.word, better);
    return !(reduced->edges[worse] & ~reduced->edges[better]) &&
           hexset_within(theirs.word, reduced->near[better].word, grid->words);
}

bool hex_reduced_is_dead(const HexGrid *grid, const HexReduced *reduced, int cell) {
    const uint64_t *near = reduced->near[cell].word;
    uint8_t edges = reduced->edges[cell];
    if (edges == (HEX_NEAR | HEX_FAR))
        return false;
    for (int other = hexset_next(near, 0, grid->words); other >= 0;
         other = hexset_next(near, other + 1, grid->words)) {
        HexSet rest = reduced->near[cell];
        hexset_drop(rest.word, other);
        if ((edges & ~reduced->edges[other]) ||
            !hexset_within(rest.word, reduced->near[other].word, grid->words))
            return false;
    }
    return true;
}
