// SPDX-License-Identifier: MIT
#include "gomoku/accumulator.h"

#include "search/info.h"

#include <string.h>

// How far the windows of a stone's lines reach to both sides before the edge ends them.
typedef struct Spans {
    int before[DIRECTIONS], after[DIRECTIONS];
} Spans;

#define KERNEL(name) name##_plain
#define KERNEL_TARGET
#include "gomoku/accumulator_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "gomoku/accumulator_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#include "gomoku/accumulator_kernel.h"
#else
#define put_avx2    put_plain
#define put_avx512  put_plain
#define urge_avx2   urge_plain
#define urge_avx512 urge_plain
#endif

static int least(int a, int b) {
    return a < b ? a : b;
}

static int within_reach(int cells) {
    return least(cells, WINDOW_REACH);
}

static Spans spans_of(const Accumulator *accumulator, Move cell) {
    int left = move_x(cell), up = move_y(cell);
    int right = accumulator->width - 1 - left, down = accumulator->height - 1 - up;
    return (Spans){
        .before = {within_reach(left), within_reach(up), within_reach(least(left, up)),
                   within_reach(least(left, down))},
        .after = {within_reach(right), within_reach(down), within_reach(least(right, down)),
                  within_reach(least(right, up))},
    };
}

static void add_row(AccumulatorCell *cell, int view, const int8_t *row) {
    for (int i = 0; i < LINE_CHANNELS; i++)
        cell->channels[view * LINE_CHANNELS + i] =
            (int16_t)(cell->channels[view * LINE_CHANNELS + i] + row[i]);
}

static void reset_cell(Accumulator *accumulator, const Board *board, Move at) {
    AccumulatorCell *cell = &accumulator->cells[at];
    memset(cell, 0, sizeof *cell);
    for (int view = 0; view < 2; view++)
        for (int d = 0; d < DIRECTIONS; d++) {
            int window = window_at(board, at, d, (Side)view);
            accumulator->windows[d][at][view] = (uint32_t)window;
            add_row(cell, view, accumulator->net->rows[view] + (size_t)window * LINE_CHANNELS);
        }
    for (int i = 0; i < LINE_SUMS; i++)
        accumulator->sums[i] += cell->channels[i] > 0 ? cell->channels[i] : 0;
}

void accumulator_reset(Accumulator *accumulator, const LineNet *net, const Field *field) {
    const Board *board = &field->board;
    assert(field->played_count == 0 && (int)net->rule == board->rule);
    accumulator->net = net;
    accumulator->width = board->width;
    accumulator->height = board->height;
    accumulator->count = 0;
    memset(accumulator->sums, 0, sizeof accumulator->sums);
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            reset_cell(accumulator, board, move_at(x, y));
}

// --- following ---

static void put(Accumulator *accumulator, Move cell, Side side) {
    static void (*const kernels[NET_LEVELS])(Accumulator *, AccumulatorPly *, const Spans *) = {
        [NET_PLAIN] = put_plain,
        [NET_AVX2] = put_avx2,
        [NET_AVX512] = put_avx512,
        [NET_VNNI] = put_avx512,
    };
    assert(accumulator->count < ACCUMULATOR_PLIES);
    AccumulatorPly *ply = &accumulator->plies[accumulator->count++];
    ply->cell = cell;
    ply->side = (uint8_t)side;
    memcpy(ply->sums, accumulator->sums, sizeof ply->sums);
    Spans spans = spans_of(accumulator, cell);
    kernels[accumulator->net->level](accumulator, ply, &spans);
}

static void take_back(Accumulator *accumulator) {
    const AccumulatorPly *ply = &accumulator->plies[--accumulator->count];
    const AccumulatorCell *before = ply->before;
    Spans spans = spans_of(accumulator, ply->cell);
    int black = ply->side == SIDE_BLACK ? 1 : 2;
    memcpy(accumulator->sums, ply->sums, sizeof ply->sums);
    accumulator->cells[ply->cell] = *before++;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int k = -spans.before[d]; k <= spans.after[d]; k++) {
            int cell = ply->cell + k * board_step(d);
            uint32_t *windows = accumulator->windows[d][cell];
            windows[0] -= (uint32_t)window_step(-k, black);
            windows[1] -= (uint32_t)window_step(-k, 3 - black);
            if (k)
                accumulator->cells[cell] = *before++;
        }
}

// The stone of a ply of the field's, first in its journal.
static Move stone_of(const Field *field, int ply) {
    int count;
    return field_journal(field, ply, &count)->cell;
}

static Side side_of(const Field *field, Move cell) {
    return board_at(&field->board, cell) == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
}

void accumulator_follow(Accumulator *accumulator, const Field *field) {
    int same = 0, most = least(accumulator->count, field->played_count);
    while (same < most && accumulator->plies[same].cell == stone_of(field, same) &&
           accumulator->plies[same].side == side_of(field, accumulator->plies[same].cell))
        same++;
    while (accumulator->count > same)
        take_back(accumulator);
    while (accumulator->count < field->played_count) {
        Move cell = stone_of(field, accumulator->count);
        put(accumulator, cell, side_of(field, cell));
    }
}

int accumulator_score(const Accumulator *accumulator, const Field *field) {
    assert(accumulator->count == field->played_count);
    Side side = field_to_move(field);
    float plain = (float)field_evaluate(field) / SCORE_UNIT;
    float logit = line_net_value(
        accumulator->net, side, accumulator->sums + LINE_CHANNELS * (int)side,
        accumulator->sums + LINE_CHANNELS * (int)side_other(side), field_threats(field), plain);
    const float most = (float)(SCORE_LIKELY - 1) / SCORE_UNIT;
    logit = logit > most ? most : logit < -most ? -most : logit;
    return (int)(logit * SCORE_UNIT);
}

void accumulator_urges(const Accumulator *accumulator, Side side, const Move *moves, int count,
                       int32_t *urges) {
    static int32_t (*const kernels[NET_LEVELS])(const AccumulatorCell *, const int16_t *) = {
        [NET_PLAIN] = urge_plain,
        [NET_AVX2] = urge_avx2,
        [NET_AVX512] = urge_avx512,
        [NET_VNNI] = urge_avx512,
    };
    const LineNet *net = accumulator->net;
    int16_t weights[LINE_SUMS]; // in the order of the cells: Black's view first
    for (int i = 0; i < LINE_SUMS; i++)
        weights[i] =
            net->channel_urges[side][side == SIDE_BLACK ? i : (i + LINE_CHANNELS) % LINE_SUMS];
    for (int i = 0; i < count; i++) {
        int32_t sum = urges[i] * net->plain_urges[side] +
                      kernels[net->level](&accumulator->cells[moves[i]], weights);
        urges[i] = sum >> LINE_URGE_BITS;
    }
}
