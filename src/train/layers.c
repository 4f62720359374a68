// SPDX-License-Identifier: MIT
#include "train/layers.h"

#include <string.h>

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#include "train/layers_kernel.h"
#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET

#ifdef __x86_64__
#define KERNEL(name)  name##_wide
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "train/layers_kernel.h"
#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#define KERNEL(name)  name##_widest
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512f")))
#include "train/layers_kernel.h"

#else
#define layer_wide           layer_plain
#define layer_widest         layer_plain
#define weight_slopes_wide   weight_slopes_plain
#define weight_slopes_widest weight_slopes_plain
#endif

void layer_see(const HexView *seen, LayerView *view) {
    view->width = seen->width;
    view->height = seen->height;
    view->stride = seen->stride;
    int room = layer_end(view) + view->stride + VIEW_BLOCK;
    for (int cell = 0; cell < room; cell++)
        for (int i = 0; i < VIEW_PLANES; i++)
            view->planes[cell][i] = (float)seen->planes[cell][i] / VIEW_ONE;
}

// Layers write beyond the right end of a row, and beyond the last one.
static void clear_padding(const LayerView *view, LayerSheet *sheet) {
    int end = layer_end(view);
    for (int cell = 2 * view->stride - 1; cell < end; cell += view->stride)
        memset(sheet->at[cell], 0, sizeof *sheet->at);
    memset(sheet->at[end], 0, VIEW_BLOCK * sizeof *sheet->at);
}

void layer_run(NetLevel level, const LayerView *view, const Layer *layer, const float *in,
               LayerSheet *out) {
    static void (*const kernels[])(const LayerView *, const Layer *, const float *,
                                   LayerSheet *) = {[NET_PLAIN] = layer_plain,
                                                    [NET_WIDE] = layer_wide,
                                                    [NET_WIDEST] = layer_widest,
                                                    [NET_DOT] = layer_widest};
    kernels[level](view, layer, in, out);
    clear_padding(view, out);
}

void layer_weight_slopes(NetLevel level, const LayerView *view, int from, const float *in,
                         const LayerSheet *slopes, float *weight_slopes) {
    static void (*const kernels[])(const LayerView *, int, const float *, const LayerSheet *,
                                   float *) = {[NET_PLAIN] = weight_slopes_plain,
                                               [NET_WIDE] = weight_slopes_wide,
                                               [NET_WIDEST] = weight_slopes_widest,
                                               [NET_DOT] = weight_slopes_widest};
    kernels[level](view, from, in, slopes, weight_slopes);
}

void layer_mean(const LayerView *view, const LayerSheet *sheet, float mean[NET_CHANNELS]) {
    float sums[NET_CHANNELS] = {0};
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        for (int k = 0; k < NET_CHANNELS; k++)
            sums[k] += sheet->at[cell][k];
    float count = (float)(view->width * view->height);
    for (int k = 0; k < NET_CHANNELS; k++)
        mean[k] = sums[k] / count;
}

void layer_block_bias(const HexNetBlock *block, const float mean[NET_CHANNELS],
                      float bias[NET_CHANNELS]) {
    memcpy(bias, block->first_bias, sizeof block->first_bias);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int k = 0; k < NET_CHANNELS; k++)
            bias[k] += block->pooled[i][k] * mean[i];
}

void layer_policy(const HexNet *net, const LayerView *view, const LayerSheet *sheet,
                  float logits[VIEW_ROOM]) {
    int offsets[NET_TAPS] = NET_OFFSETS(view->stride);
    for (int cell = layer_first(view); cell < layer_end(view); cell++) {
        Floats_plain sum = {0};
        for (int tap = 0; tap < NET_TAPS; tap++)
            for (int k = 0; k < NET_CHANNELS; k += 4)
                sum += *(const Floats_plain *)(net->policy[tap] + k) *
                       *(const Floats_plain *)(sheet->at[cell + offsets[tap]] + k);
        logits[cell] = sum[0] + sum[1] + sum[2] + sum[3];
    }
}

void layer_clear_edges(const LayerView *view, LayerSheet *sheet) {
    memset(sheet->at[0], 0, (size_t)view->stride * sizeof *sheet->at);
    memset(sheet->at[layer_end(view)], 0, (size_t)(view->stride + VIEW_BLOCK) * sizeof *sheet->at);
    clear_padding(view, sheet);
}
