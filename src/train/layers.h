// SPDX-License-Identifier: MIT
// The layers of a Hex network in floats, forwards and backwards: for training, on net/conv_float.h.
// hex/net.h has the same in fixed point, to play.
#ifndef TRAIN_LAYERS_H
#define TRAIN_LAYERS_H

#include "hex/net.h"
#include "net/conv_float.h"

// What the network sees, as floats.
typedef struct LayerView {
    int width, height, stride; // as in HexView
    float planes[VIEW_ROOM][VIEW_PLANES];
} LayerView;

void layer_see(const HexView *seen, LayerView *view);

static inline int layer_first(const LayerView *view) {
    return view->stride;
}

static inline int layer_end(const LayerView *view) {
    return (view->height + 1) * view->stride;
}

// A layer's numbers: one float for each channel of each cell of the view, in its order; those of
// its padding are 0.
typedef struct LayerSheet {
    float at[VIEW_ROOM][HEX_CHANNELS];
} LayerSheet;

// Before anything is written to a sheet on a board of another size.
void layer_clear_edges(const LayerView *view, LayerSheet *sheet);
// From `in`, `layer->from` floats a cell, to `out`.
void layer_run(NetLevel level, const LayerView *view, const NetConvFloat *layer, const float *in,
               LayerSheet *out);
// Adds the gradients of a layer's weights, given what went in and the gradients of what came out;
// `from` is a multiple of VIEW_BLOCK.
void layer_weight_gradients(NetLevel level, const LayerView *view, int from, const float *in,
                            const LayerSheet *gradients, float *weight_gradients);
// The mean of every channel over the board.
void layer_mean(const LayerView *view, const LayerSheet *sheet, float mean[HEX_CHANNELS]);
// The bias of a block's first layer.
void layer_block_bias(const HexNetBlock *block, const float mean[HEX_CHANNELS],
                      float bias[HEX_CHANNELS]);
// One logit a cell.
void layer_policy(const HexNet *net, const LayerView *view, const LayerSheet *sheet,
                  float logits[VIEW_ROOM]);

#endif
