// SPDX-License-Identifier: MIT
#include "gomoku/line_net.h"

#include "base/memory.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#include "gomoku/line_net_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "gomoku/line_net_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#include "gomoku/line_net_kernel.h"
#else
#define value_avx2   value_plain
#define value_avx512 value_plain
#endif

float line_net_value(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                     int threats, float plain) {
    assert(threats >= 0 && threats < THREAT_STATES);
    static float (*const kernels[NET_LEVELS])(const LineHead *, const int32_t *, const int32_t *,
                                              int) = {
        [NET_PLAIN] = value_plain,
        [NET_AVX2] = value_avx2,
        [NET_AVX512] = value_avx512,
        [NET_VNNI] = value_avx512,
    };
    const LineHead *head = &net->heads[to_move];
    return kernels[net->level](head, own, other, threats) + head->value_bias + head->plain * plain;
}

static int32_t whole(float number, int32_t most) {
    float rounded = number < 0 ? number - 0.5f : number + 0.5f;
    return rounded > (float)most ? most : rounded < -(float)most ? -most : (int32_t)rounded;
}

void line_net_settle(LineNet *net) {
    const float unit = (float)(URGE_UNIT << LINE_URGE_BITS);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < LINE_SUMS; i++)
            net->channel_urges[side][i] =
                (int16_t)whole(net->heads[side].policy[i] * unit / LINE_ROW_UNIT, INT16_MAX);
        net->plain_urges[side] = whole(net->heads[side].urge * (1 << LINE_URGE_BITS), INT16_MAX);
    }
}

// --- rows ---

enum { ROWS_BYTES = WINDOWS * LINE_SUMS };

static const int8_t *row_of(const int8_t *rows, int window) {
    return rows + (size_t)window * LINE_CHANNELS;
}

void line_net_set_rows(LineNet *net, const int8_t *const rows[2]) {
    if (!net->rows)
        net->rows = pages_new(ROWS_BYTES, PAGES_LARGE);
    int8_t *to = net->rows;
    int swapped[WINDOW_HALVES]; // of halves
    for (int half = 0; half < WINDOW_HALVES; half++)
        swapped[half] = window_swap(half);
    for (int before = 0; before < WINDOW_HALVES; before++)
        for (int centre = 0; centre < WINDOW_DIGITS; centre++)
            for (int after = 0; after < WINDOW_HALVES; after++, to += LINE_SUMS) {
                int window = window_join(before, centre, after);
                int other = window_join(swapped[before], centre ? 3 - centre : 0, swapped[after]);
                memcpy(to, row_of(rows[SIDE_BLACK], window), LINE_CHANNELS);
                memcpy(to + LINE_CHANNELS, row_of(rows[SIDE_WHITE], other), LINE_CHANNELS);
            }
}

int8_t *line_net_rows(const LineNet *net, Side viewer) {
    int8_t *rows = mem_new_array(WINDOWS, LINE_CHANNELS);
    for (int window = 0; window < WINDOWS; window++) {
        int black = viewer == SIDE_BLACK ? window : window_swap(window);
        memcpy(rows + (size_t)window * LINE_CHANNELS,
               net->rows + (size_t)black * LINE_SUMS + (int)viewer * LINE_CHANNELS, LINE_CHANNELS);
    }
    return rows;
}

void line_net_free(LineNet *net) {
    if (!net)
        return;
    pages_free(net->rows, ROWS_BYTES);
    free(net);
}
