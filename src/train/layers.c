// SPDX-License-Identifier: MIT
#include "train/layers.h"

#include <string.h>

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

void layer_run(NetLevel level, const LayerView *view, const NetConvFloat *layer, const float *in,
               LayerSheet *out) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    net_conv_float_run(level, &grid, layer, in, out->at[0]);
    clear_padding(view, out);
}

void layer_weight_gradients(NetLevel level, const LayerView *view, int from, const float *in,
                            const LayerSheet *gradients, float *weight_gradients) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    net_conv_float_gradient(level, &grid, from, HEX_CHANNELS, in, gradients->at[0],
                            weight_gradients);
}

void layer_mean(const LayerView *view, const LayerSheet *sheet, float mean[HEX_CHANNELS]) {
    float sums[HEX_CHANNELS] = {0};
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            sums[k] += sheet->at[cell][k];
    float count = (float)(view->width * view->height);
    for (int k = 0; k < HEX_CHANNELS; k++)
        mean[k] = sums[k] / count;
}

void layer_block_bias(const HexNetBlock *block, const float mean[HEX_CHANNELS],
                      float bias[HEX_CHANNELS]) {
    memcpy(bias, block->first_bias, sizeof block->first_bias);
    for (int i = 0; i < HEX_CHANNELS; i++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            bias[k] += block->pooled[i][k] * mean[i];
}

void layer_policy(const HexNet *net, const LayerView *view, const LayerSheet *sheet,
                  float logits[VIEW_ROOM]) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    for (int cell = layer_first(view); cell < layer_end(view); cell++) {
        float sums[4] = {0}; // so that additions need not wait for each other
        for (int tap = 0; tap < HEX_TAPS; tap++)
            for (int k = 0; k < HEX_CHANNELS; k++)
                sums[k % 4] += net->policy[tap][k] * sheet->at[cell + grid.offsets[tap]][k];
        logits[cell] = sums[0] + sums[1] + sums[2] + sums[3];
    }
}

void layer_clear_edges(const LayerView *view, LayerSheet *sheet) {
    memset(sheet->at[0], 0, (size_t)view->stride * sizeof *sheet->at);
    memset(sheet->at[layer_end(view)], 0, (size_t)(view->stride + VIEW_BLOCK) * sizeof *sheet->at);
    clear_padding(view, sheet);
}
