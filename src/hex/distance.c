// SPDX-License-Identifier: MIT
// Cells are settled in the order of their distance, like Dijkstra's, with a ring of buckets instead
// of a heap: a cell is first entered one single way further on, and entered again if a second
// neighbour turns up in time.
#include "hex/distance.h"

#include <string.h>

enum { BUCKETS = HEX_SINGLE_WAY + 2 };

typedef struct Wave {
    const HexBoard *board;
    Cell own;
    HexNode near, far;          // the groups it comes from and goes to: never passed through
    uint16_t *distance;         // of empty cells
    uint8_t touches[HEX_NODES]; // settled neighbours of a cell or group; two are enough
    HexNode toucher[HEX_NODES]; // the last one, so that none counts twice
    HexNode bucket[BUCKETS][BOARD_POINTS];
    int count[BUCKETS];
    int waiting; // cells in all buckets
} Wave;

static void enter(Wave *wave, HexNode cell, int distance) {
    int b = distance % BUCKETS;
    wave->distance[cell] = (uint16_t)distance;
    wave->bucket[b][wave->count[b]++] = cell;
    wave->waiting++;
}

static void touch_cell(Wave *wave, HexNode cell, HexNode from, int distance) {
    if (wave->touches[cell] == 2 || wave->toucher[cell] == from)
        return;
    wave->toucher[cell] = from;
    int way = ++wave->touches[cell] == 1 ? 1 + HEX_SINGLE_WAY : 1;
    if (distance + way < wave->distance[cell])
        enter(wave, cell, distance + way);
}

static void touch_around(Wave *wave, HexNode stone, HexNode from, int distance) {
    static const int steps[] = HEX_STEPS;
    for (int i = 0; i < 6; i++) {
        HexNode cell = (HexNode)(stone + steps[i]);
        if (wave->board->cells[cell] == CELL_EMPTY)
            touch_cell(wave, cell, from, distance);
    }
}

// Everything around a group is a neighbour of everything else around it.
static void touch_group(Wave *wave, HexNode stone, HexNode from, int distance) {
    const HexBoard *board = wave->board;
    HexNode group = hex_board_group(board, stone);
    if (group == wave->near || group == wave->far || wave->touches[group] == 2 ||
        wave->toucher[group] == from)
        return;
    wave->toucher[group] = from;
    wave->touches[group]++;
    HexNode node = group;
    do {
        touch_around(wave, node, from, distance);
        node = board->next[node];
    } while (node != group);
}

static void settle(Wave *wave, HexNode cell, int distance) {
    static const int steps[] = HEX_STEPS;
    for (int i = 0; i < 6; i++) {
        HexNode neighbour = (HexNode)(cell + steps[i]);
        uint8_t value = wave->board->cells[neighbour];
        if (value == CELL_EMPTY)
            touch_cell(wave, neighbour, cell, distance);
        else if (value == wave->own)
            touch_group(wave, neighbour, cell, distance);
    }
}

// The cells beside the group the wave starts from are at 1, whatever else they touch.
static void start(Wave *wave, HexNode cell) {
    if (wave->board->cells[cell] == CELL_EMPTY && wave->distance[cell] != 1)
        enter(wave, cell, 1);
}

static void start_from_edge(Wave *wave, Side side, HexNode edge) {
    static const int steps[] = HEX_STEPS;
    const HexBoard *board = wave->board;
    bool far = edge == hex_far_edge(side);
    for (int i = 0; i < hex_edge_length(board, side); i++)
        start(wave, hex_edge_node(board, side, far, i));
    for (HexNode node = board->next[edge]; node != edge; node = board->next[node])
        for (int i = 0; i < 6; i++)
            start(wave, (HexNode)(node + steps[i]));
}

static void measure_from(const HexBoard *board, Side side, HexNode edge, uint16_t *distance) {
    HexNode other = edge == hex_near_edge(side) ? hex_far_edge(side) : hex_near_edge(side);
    Wave wave;
    wave.board = board;
    wave.own = side_cell(side);
    wave.near = hex_board_group(board, edge);
    wave.far = hex_board_group(board, other);
    wave.distance = distance;
    wave.waiting = 0;
    memset(wave.touches, 0, sizeof wave.touches);
    memset(wave.toucher, 0, sizeof wave.toucher);
    memset(wave.count, 0, sizeof wave.count);
    for (int i = 0; i < HEX_CELLS; i++)
        distance[i] = HEX_UNREACHED;
    start_from_edge(&wave, side, edge);
    for (int d = 1; wave.waiting; d++) {
        int b = d % BUCKETS;
        for (int i = 0; i < wave.count[b]; i++)
            if (distance[wave.bucket[b][i]] == d) // else it was settled by a better way
                settle(&wave, wave.bucket[b][i], d);
        wave.waiting -= wave.count[b];
        wave.count[b] = 0;
    }
}

// The shortest way through each empty cell, summed up.
static void sum_up(const HexBoard *board, HexDistance *distance) {
    int sums[BOARD_POINTS], count = 0, shortest = 2 * HEX_UNREACHED, ways = 0;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            HexNode cell = hex_node(move_at(x, y));
            if (board->cells[cell] != CELL_EMPTY)
                continue;
            sums[count] = distance->near[cell] + distance->far[cell];
            shortest = sums[count] < shortest ? sums[count] : shortest;
            count++;
        }
    for (int i = 0; i < count; i++)
        if (sums[i] < shortest + HEX_WAY_LEVELS)
            ways += 1 << (shortest + HEX_WAY_LEVELS - 1 - sums[i]);
    distance->shortest = shortest;
    distance->ways = ways;
}

void hex_distance_measure(const HexBoard *board, Side side, HexDistance *distance) {
    measure_from(board, side, hex_near_edge(side), distance->near);
    measure_from(board, side, hex_far_edge(side), distance->far);
    sum_up(board, distance);
}
