// SPDX-License-Identifier: MIT
#include "hex/view.h"

#include <string.h>

enum { LEAD_MOST = 8 };

void hex_view_begin(HexView *view, int width, int height) {
    view->width = width;
    view->height = height;
    view->stride = width + 1;
    view->mirrored = false;
    int bottom = view_end(view);
    memset(view->planes, 0, (size_t)(bottom + view->stride + VIEW_BLOCK) * sizeof *view->planes);
    for (int x = 0; x < view->stride; x++) {
        view->planes[x][VIEW_OWN] = VIEW_ONE;
        view->planes[bottom + x][VIEW_OWN] = VIEW_ONE;
    }
    for (int y = 0; y <= height; y++)
        view->planes[(y + 1) * view->stride - 1][VIEW_THEIR] = VIEW_ONE;
}

static void mark_way(int16_t *ways, const HexDistance *distance, HexNode node) {
    int more = distance->near[node] + distance->far[node] - distance->shortest;
    if (more < VIEW_WAYS)
        ways[more] = VIEW_ONE;
}

void hex_view_make(const HexBoard *board, Side to_move, const HexDistance distance[2],
                   HexView *view) {
    const HexDistance *own = &distance[to_move], *theirs = &distance[side_other(to_move)];
    bool mirrored = to_move == SIDE_WHITE;
    hex_view_begin(view, mirrored ? board->height : board->width,
                   mirrored ? board->width : board->height);
    view->mirrored = mirrored;
    int lead = theirs->shortest - own->shortest;
    lead = lead > LEAD_MOST ? LEAD_MOST : lead < -LEAD_MOST ? -LEAD_MOST : lead;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            Move cell = move_at(x, y);
            HexNode node = hex_node(cell);
            int16_t *planes = view->planes[view_index(view, cell)];
            planes[VIEW_BOARD] = VIEW_ONE;
            planes[VIEW_LEAD] = (int16_t)(lead * VIEW_LEAD_UNIT);
            if (board->cells[node] != CELL_EMPTY) {
                planes[board->cells[node] == side_cell(to_move) ? VIEW_OWN : VIEW_THEIR] = VIEW_ONE;
                continue;
            }
            mark_way(&planes[VIEW_OWN_WAY], own, node);
            mark_way(&planes[VIEW_THEIR_WAY], theirs, node);
        }
}
