// SPDX-License-Identifier: MIT
#include "hex/net.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

// A weight is a whole number of 1/1024, what flows of 1/128 (VIEW_ONE). Both have their bounds, so that no
// sum of a layer can overflow: 7 * 32 products of at most 2047 * 4095 and a bias stay below 2^31.
enum {
    WEIGHT_BITS = 10,
    WEIGHT_MOST = 2047,
    ACTIVE_MOST = 4095,
    BIAS_MOST = 1 << 27,
};

// --- the whole numbers ---

// Weights of two inputs lie side by side, [tap][from / 2][to][2]: vectors multiply them in pairs.
typedef struct BrainBlock {
    int16_t first[NET_TAPS][NET_CHANNELS / 2][NET_CHANNELS][2];
    int16_t second[NET_TAPS][NET_CHANNELS / 2][NET_CHANNELS][2];
    int32_t second_bias[NET_CHANNELS];
} BrainBlock;

struct NetBrain {
    int16_t input[NET_TAPS][VIEW_PLANES / 2][NET_CHANNELS][2];
    int32_t input_bias[NET_CHANNELS];
    BrainBlock blocks[NET_BLOCKS];
    int16_t policy[NET_TAPS][NET_CHANNELS];
    HexNet net; // what is needed once a position stays as it was learned
};

_Static_assert(VIEW_PLANES % VIEW_BLOCK == 0 && NET_CHANNELS % 32 == 0, "layers are even");
_Static_assert((int64_t)NET_TAPS *NET_CHANNELS *WEIGHT_MOST *ACTIVE_MOST + BIAS_MOST < INT32_MAX,
               "sums fit");

static int32_t whole(float value, float unit, int32_t most) {
    float scaled = value * unit;
    if (scaled >= (float)most)
        return most;
    if (scaled <= (float)-most)
        return -most;
    return (int32_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static void pair_up(const float *weights, int from, int16_t *pairs) {
    for (int tap = 0; tap < NET_TAPS; tap++)
        for (int i = 0; i < from; i++)
            for (int to = 0; to < NET_CHANNELS; to++)
                pairs[((tap * (from / 2) + i / 2) * NET_CHANNELS + to) * 2 + i % 2] =
                    (int16_t)whole(weights[(tap * from + i) * NET_CHANNELS + to], 1 << WEIGHT_BITS,
                                   WEIGHT_MOST);
}

static void whole_biases(const float biases[NET_CHANNELS], int32_t wholes[NET_CHANNELS]) {
    for (int k = 0; k < NET_CHANNELS; k++)
        wholes[k] = whole(biases[k], VIEW_ONE << WEIGHT_BITS, BIAS_MOST);
}

NetBrain *net_brain_new(const HexNet *net) {
    NetBrain *brain = mem_new(sizeof *brain);
    brain->net = *net;
    pair_up(net->input[0][0], VIEW_PLANES, brain->input[0][0][0]);
    whole_biases(net->input_bias, brain->input_bias);
    for (int i = 0; i < NET_BLOCKS; i++) {
        pair_up(net->blocks[i].first[0][0], NET_CHANNELS, brain->blocks[i].first[0][0][0]);
        pair_up(net->blocks[i].second[0][0], NET_CHANNELS, brain->blocks[i].second[0][0][0]);
        whole_biases(net->blocks[i].second_bias, brain->blocks[i].second_bias);
    }
    for (int tap = 0; tap < NET_TAPS; tap++)
        for (int k = 0; k < NET_CHANNELS; k++)
            brain->policy[tap][k] =
                (int16_t)whole(net->policy[tap][k], 1 << WEIGHT_BITS, WEIGHT_MOST);
    return brain;
}

void net_brain_free(NetBrain *brain) {
    free(brain);
}

// --- layers ---

typedef struct NetLayer {
    const int16_t *weights;
    int from; // numbers a cell that go in
    const int32_t *bias;
    const NetSheet *more; // is added to what comes out; or NULL
} NetLayer;

// Two numbers that lie side by side, as one.
NET_UNWATCHED static inline int32_t pair_at(const int16_t *x) {
    int32_t pair;
    memcpy(&pair, x, sizeof pair);
    return pair;
}

#ifdef __x86_64__
#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm_madd_epi16(_mm_loadu_si128((const __m128i *)(w)), _mm_set1_epi32(pair_at(x)))
#include "hex/net_kernel.h"
#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_DOT

#define KERNEL(name)  name##_wide
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(w)),                      \
                                    _mm256_set1_epi32(pair_at(x)))
#include "hex/net_kernel.h"
#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_DOT

#define KERNEL(name)  name##_widest
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512bw")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm512_madd_epi16(_mm512_loadu_si512(w), _mm512_set1_epi32(pair_at(x)))
#include "hex/net_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef KERNEL_DOT

#define KERNEL(name)  name##_dot
#define KERNEL_TARGET __attribute__((target("avx512bw,avx512vnni")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums = (Sums)_mm512_dpwssd_epi32((__m512i)sums, _mm512_loadu_si512(w),                         \
                                     _mm512_set1_epi32(pair_at(x)))
#include "hex/net_kernel.h"

NetLevel net_level_best(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw"))
        return __builtin_cpu_supports("avx512vnni") ? NET_DOT : NET_WIDEST;
    return __builtin_cpu_supports("avx2") ? NET_WIDE : NET_PLAIN;
}
#else
#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT(sums, w, x)                                                                     \
    for (int lane = 0; lane < KERNEL_LANES; lane++)                                                \
    sums[lane] += (w)[2 * lane] * (x)[0] + (w)[2 * lane + 1] * (x)[1]
#include "hex/net_kernel.h"
#define layer_wide   layer_plain
#define layer_widest layer_plain
#define layer_dot    layer_plain

NetLevel net_level_best(void) {
    return NET_PLAIN;
}
#endif

// Layers write beyond the right end of a row, and beyond the last one.
static void clear_padding(const HexView *view, NetSheet *sheet) {
    int end = view_end(view);
    for (int cell = 2 * view->stride - 1; cell < end; cell += view->stride)
        memset(sheet->at[cell], 0, sizeof *sheet->at);
    memset(sheet->at[end], 0, VIEW_BLOCK * sizeof *sheet->at);
}

static void run_layer(NetLevel level, const HexView *view, const NetLayer *layer, const int16_t *in,
                      NetSheet *out) {
    static void (*const kernels[])(const HexView *, const NetLayer *, const int16_t *,
                                   NetSheet *) = {[NET_PLAIN] = layer_plain,
                                                  [NET_WIDE] = layer_wide,
                                                  [NET_WIDEST] = layer_widest,
                                                  [NET_DOT] = layer_dot};
    kernels[level](view, layer, in, out);
    clear_padding(view, out);
}

// --- between layers, and behind them ---

static void mean_of(const HexView *view, const NetSheet *sheet, float mean[NET_CHANNELS]) {
    int32_t sums[NET_CHANNELS] = {0};
    for (int cell = view_first(view); cell < view_end(view); cell++)
        for (int k = 0; k < NET_CHANNELS; k++)
            sums[k] += sheet->at[cell][k];
    for (int k = 0; k < NET_CHANNELS; k++)
        mean[k] = (float)sums[k] / (float)(view->width * view->height * VIEW_ONE);
}

// The bias of a block's first layer holds what the whole board has on average.
static void block_bias(const HexNetBlock *block, const float mean[NET_CHANNELS],
                       int32_t wholes[NET_CHANNELS]) {
    float bias[NET_CHANNELS];
    memcpy(bias, block->first_bias, sizeof bias);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int k = 0; k < NET_CHANNELS; k++)
            bias[k] += block->pooled[i][k] * mean[i];
    whole_biases(bias, wholes);
}

static void weigh_moves(const NetBrain *brain, const HexView *view, const NetSheet *sheet,
                        float logits[VIEW_ROOM]) {
    int offsets[NET_TAPS] = NET_OFFSETS(view->stride);
    for (int cell = view_first(view); cell < view_end(view); cell++) {
        int32_t sum = 0;
        for (int tap = 0; tap < NET_TAPS; tap++)
            for (int k = 0; k < NET_CHANNELS; k++)
                sum += brain->policy[tap][k] * sheet->at[cell + offsets[tap]][k];
        logits[cell] = (float)sum / (VIEW_ONE << WEIGHT_BITS);
    }
}

float net_value(const HexNet *net, const float mean[NET_CHANNELS], float hidden[NET_CHANNELS]) {
    float value = net->value_offset;
    memcpy(hidden, net->value_bias, sizeof net->value_bias);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int k = 0; k < NET_CHANNELS; k++)
            hidden[k] += net->value_hidden[i][k] * mean[i];
    for (int k = 0; k < NET_CHANNELS; k++) {
        hidden[k] = hidden[k] > 0 ? hidden[k] : 0;
        value += net->value[k] * hidden[k];
    }
    return value;
}

// Nothing of a board of another size may be left where this one ends.
static void clear_edges(const HexView *view, NetSheet *sheet) {
    memset(sheet->at[0], 0, (size_t)view->stride * sizeof *sheet->at);
    memset(sheet->at[view_end(view)], 0, (size_t)(view->stride + VIEW_BLOCK) * sizeof *sheet->at);
}

void net_think(const NetBrain *brain, NetLevel level, const HexView *view, NetRoom *room) {
    float mean[NET_CHANNELS], hidden[NET_CHANNELS];
    int32_t bias[NET_CHANNELS];
    clear_edges(view, &room->now);
    clear_edges(view, &room->inner);
    NetLayer layer = {brain->input[0][0][0], VIEW_PLANES, brain->input_bias, NULL};
    run_layer(level, view, &layer, view->planes[0], &room->now);
    for (int i = 0; i < NET_BLOCKS; i++) {
        const BrainBlock *block = &brain->blocks[i];
        mean_of(view, &room->now, mean);
        block_bias(&brain->net.blocks[i], mean, bias);
        layer = (NetLayer){block->first[0][0][0], NET_CHANNELS, bias, NULL};
        run_layer(level, view, &layer, room->now.at[0], &room->inner);
        layer = (NetLayer){block->second[0][0][0], NET_CHANNELS, block->second_bias, &room->now};
        run_layer(level, view, &layer, room->inner.at[0], &room->now);
    }
    weigh_moves(brain, view, &room->now, room->logits);
    mean_of(view, &room->now, mean);
    room->value = net_value(&brain->net, mean, hidden);
}
