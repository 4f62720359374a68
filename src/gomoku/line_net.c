// SPDX-License-Identifier: MIT
#include "gomoku/line_net.h"

#include "base/memory.h"
#include "base/pages.h"
#include "net/dot.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT NET_DOT_PLAIN
#include "gomoku/line_net_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_DOT    NET_DOT_AVX2
#include "gomoku/line_net_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#define KERNEL_DOT    NET_DOT_AVX512
#include "gomoku/line_net_kernel.h"
#define KERNEL(name)  name##_vnni
#define KERNEL_LANES  16
#define KERNEL_TARGET NET_TARGET_512("avx512bw,avx512vnni")
#define KERNEL_DOT    NET_DOT_VNNI
#include "gomoku/line_net_kernel.h"
#else
#define value_avx2     value_plain
#define value_avx512   value_plain
#define value_vnni     value_plain
#define readers_avx2   readers_plain
#define readers_avx512 readers_plain
#define readers_vnni   readers_plain
#endif

float line_net_value(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                     int threats, float plain) {
    assert(threats >= 0 && threats < THREAT_STATES);
    static int32_t (*const kernels[NET_LEVELS])(const LineWhole *, const int32_t *, const int32_t *,
                                                int) = {
        [NET_PLAIN] = value_plain,
        [NET_AVX2] = value_avx2,
        [NET_AVX512] = value_avx512,
        [NET_VNNI] = value_vnni,
    };
    const LineHead *head = &net->heads[to_move];
    int32_t sum = kernels[net->level](&net->wholes[to_move], own, other, threats);
    const float unit = 1 << (LINE_INPUT_BITS + LINE_WEIGHT_BITS);
    return (float)sum / unit + head->value_bias + head->plain * plain;
}

// They are made own view first.
void line_net_readers(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                      int threats, LineReaders *readers) {
    assert(threats >= 0 && threats < THREAT_STATES);
    static void (*const kernels[NET_LEVELS])(const LineWhole *, const int32_t *, const int32_t *,
                                             int, int16_t(*)[LINE_SUMS]) = {
        [NET_PLAIN] = readers_plain,
        [NET_AVX2] = readers_avx2,
        [NET_AVX512] = readers_avx512,
        [NET_VNNI] = readers_vnni,
    };
    kernels[net->level](&net->wholes[to_move], own, other, threats, readers->of);
    if (to_move == SIDE_BLACK)
        return;
    for (int ring = 0; ring < LINE_RINGS; ring++) {
        int16_t *reader = readers->of[ring], white[LINE_CHANNELS];
        memcpy(white, reader, sizeof white);
        memcpy(reader, reader + LINE_CHANNELS, sizeof white);
        memcpy(reader + LINE_CHANNELS, white, sizeof white);
    }
}

// --- rounding ---

static int32_t whole(float number, int32_t most) {
    float rounded = number < 0 ? number - 0.5f : number + 0.5f;
    return rounded >= (float)most ? most : rounded <= -(float)most ? -most : (int32_t)rounded;
}

static int16_t whole_weight(float weight) {
    return (int16_t)whole(weight * (1 << LINE_WEIGHT_BITS), INT16_MAX);
}

static void whole_layer(const float weights[][LINE_HIDDEN], int count, int16_t *pairs) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < LINE_HIDDEN; k++)
            pairs[(i / 2 * LINE_HIDDEN + k) * 2 + i % 2] = whole_weight(weights[i][k]);
}

static void whole_bias(const float *bias, int32_t *to) {
    const float unit = 1 << (LINE_INPUT_BITS + LINE_WEIGHT_BITS);
    for (int k = 0; k < LINE_HIDDEN; k++)
        to[k] = whole(bias[k] * unit, INT32_MAX);
}

static void whole_of(const LineHead *head, LineWhole *to) {
    whole_layer(head->sums, LINE_SUMS, to->sums);
    whole_layer(head->hidden, LINE_HIDDEN, to->hidden);
    whole_bias(head->hidden_bias, to->hidden_bias);
    for (int state = 0; state < THREAT_STATES; state++)
        whole_bias(head->threats[state], to->threats[state]);
    for (int k = 0; k < LINE_HIDDEN; k++)
        to->value[k] = whole_weight(head->value[k]);
    whole_layer(head->mood_sums, LINE_SUMS, to->mood_sums);
    for (int state = 0; state < THREAT_STATES; state++)
        whole_bias(head->mood_threats[state], to->mood_threats[state]);
    for (int ring = 0; ring < LINE_RINGS; ring++) {
        whole_layer(head->moods[ring], LINE_HIDDEN, to->moods[ring]);
        whole_bias(head->readers[ring], to->readers[ring]);
    }
}

// The largest that the sum of number k of a layer can be before its bias, whatever the inputs are.
static int64_t most_of(const int16_t *pairs, int count, int k) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += abs(pairs[(i / 2 * LINE_HIDDEN + k) * 2 + i % 2]);
    return sum * INT16_MAX;
}

static int64_t most_of_threats(const int32_t threats[][LINE_HIDDEN], int k) {
    int64_t most = 0;
    for (int state = 0; state < THREAT_STATES; state++)
        most = llabs(threats[state][k]) > most ? llabs(threats[state][k]) : most;
    return most;
}

static bool fits(const LineWhole *of) {
    int64_t value = 0;
    for (int k = 0; k < LINE_HIDDEN; k++) {
        if (most_of(of->sums, LINE_SUMS, k) + most_of_threats(of->threats, k) > INT32_MAX ||
            most_of(of->hidden, LINE_HIDDEN, k) + llabs(of->hidden_bias[k]) > INT32_MAX ||
            most_of(of->mood_sums, LINE_SUMS, k) + most_of_threats(of->mood_threats, k) > INT32_MAX)
            return false;
        for (int ring = 0; ring < LINE_RINGS; ring++)
            if (most_of(of->moods[ring], LINE_HIDDEN, k) + llabs(of->readers[ring][k]) > INT32_MAX)
                return false;
        value += abs(of->value[k]) * INT64_C(32767);
    }
    return value <= INT32_MAX;
}

bool line_net_settle(LineNet *net) {
    for (int side = 0; side < 2; side++) {
        whole_of(&net->heads[side], &net->wholes[side]);
        net->plain_urges[side] = whole(net->heads[side].urge * (1 << LINE_URGE_BITS), INT16_MAX);
    }
    return fits(&net->wholes[SIDE_BLACK]) && fits(&net->wholes[SIDE_WHITE]);
}

// --- rows ---

enum { ROWS_BYTES = WINDOWS * LINE_SUMS };

static const int8_t *row_of(const int8_t *rows, int window) {
    return rows + (size_t)window * LINE_CHANNELS;
}

void line_net_set_rows(LineNet *net, const int8_t *const rows[2]) {
    if (!net->rows)
        net->rows = pages_new(ROWS_BYTES, PAGES_CONSTANT);
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
