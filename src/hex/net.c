// SPDX-License-Identifier: MIT
#include "hex/net.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// --- quantisation ---

// Weights of two inputs lie side by side, [tap][from / 2][to][2]: vectors multiply them in pairs.
typedef struct QuantisedBlock {
    int16_t first[HEX_TAPS][HEX_CHANNELS / 2][HEX_CHANNELS][2];
    int16_t second[HEX_TAPS][HEX_CHANNELS / 2][HEX_CHANNELS][2];
    int32_t second_bias[HEX_CHANNELS];
} QuantisedBlock;

struct HexQuantisedNet {
    int16_t input[HEX_TAPS][VIEW_PLANES / 2][HEX_CHANNELS][2];
    int32_t input_bias[HEX_CHANNELS];
    QuantisedBlock blocks[HEX_BLOCKS];
    int16_t policy[HEX_TAPS][HEX_CHANNELS];
    HexNet net; // what is needed once a position stays as it was learned
};

_Static_assert(VIEW_PLANES % VIEW_BLOCK == 0 && HEX_CHANNELS % NET_LANES == 0, "layers are even");
_Static_assert(HEX_TAPS *HEX_CHANNELS <= NET_PRODUCTS, "sums fit");

static void quantise_biases(const float biases[HEX_CHANNELS], int32_t quantised[HEX_CHANNELS]) {
    for (int k = 0; k < HEX_CHANNELS; k++)
        quantised[k] = net_quantise(biases[k], VIEW_ONE << NET_WEIGHT_BITS, NET_BIAS_MOST);
}

static void pack(const float *weights, int from, int16_t *pairs) {
    net_conv_pack(weights, HEX_TAPS, from, HEX_CHANNELS, pairs);
}

HexQuantisedNet *hex_quantised_new(const HexNet *net) {
    HexQuantisedNet *quantised = mem_new(sizeof *quantised);
    quantised->net = *net;
    pack(net->input[0][0], VIEW_PLANES, quantised->input[0][0][0]);
    quantise_biases(net->input_bias, quantised->input_bias);
    for (int i = 0; i < HEX_BLOCKS; i++) {
        pack(net->blocks[i].first[0][0], HEX_CHANNELS, quantised->blocks[i].first[0][0][0]);
        pack(net->blocks[i].second[0][0], HEX_CHANNELS, quantised->blocks[i].second[0][0][0]);
        quantise_biases(net->blocks[i].second_bias, quantised->blocks[i].second_bias);
    }
    for (int tap = 0; tap < HEX_TAPS; tap++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            quantised->policy[tap][k] =
                (int16_t)net_quantise(net->policy[tap][k], 1 << NET_WEIGHT_BITS, NET_WEIGHT_MOST);
    return quantised;
}

void hex_quantised_free(HexQuantisedNet *quantised) {
    free(quantised);
}

// --- layers ---

// Layers write beyond the right end of a row, and beyond the last one.
static void clear_padding(const HexView *view, HexSheet *sheet) {
    int end = view_end(view);
    for (int cell = 2 * view->stride - 1; cell < end; cell += view->stride)
        memset(sheet->at[cell], 0, sizeof *sheet->at);
    memset(sheet->at[end], 0, VIEW_BLOCK * sizeof *sheet->at);
}

static void run_layer(NetLevel level, const HexView *view, const NetConv *layer, const int16_t *in,
                      HexSheet *out) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    net_conv_run(level, &grid, layer, in, out->at[0]);
    clear_padding(view, out);
}

// --- between layers, and behind them ---

static void mean_of(const HexView *view, const HexSheet *sheet, float mean[HEX_CHANNELS]) {
    int32_t sums[HEX_CHANNELS] = {0};
    for (int cell = view_first(view); cell < view_end(view); cell++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            sums[k] += sheet->at[cell][k];
    for (int k = 0; k < HEX_CHANNELS; k++)
        mean[k] = (float)sums[k] / (float)(view->width * view->height * VIEW_ONE);
}

// The bias of a block's first layer holds what the whole board has on average.
static void block_bias(const HexNetBlock *block, const float mean[HEX_CHANNELS],
                       int32_t quantised[HEX_CHANNELS]) {
    float bias[HEX_CHANNELS];
    memcpy(bias, block->first_bias, sizeof bias);
    for (int i = 0; i < HEX_CHANNELS; i++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            bias[k] += block->pooled[i][k] * mean[i];
    quantise_biases(bias, quantised);
}

static void weigh_moves(const HexQuantisedNet *quantised, const HexView *view,
                        const HexSheet *sheet, float logits[VIEW_ROOM]) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    for (int cell = view_first(view); cell < view_end(view); cell++) {
        int32_t sum = 0;
        for (int tap = 0; tap < HEX_TAPS; tap++)
            for (int k = 0; k < HEX_CHANNELS; k++)
                sum += quantised->policy[tap][k] * sheet->at[cell + grid.offsets[tap]][k];
        logits[cell] = (float)sum / (VIEW_ONE << NET_WEIGHT_BITS);
    }
}

float hex_net_value(const HexNet *net, const float mean[HEX_CHANNELS], float hidden[HEX_CHANNELS]) {
    float value = net->value_offset;
    memcpy(hidden, net->value_bias, sizeof net->value_bias);
    for (int i = 0; i < HEX_CHANNELS; i++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            hidden[k] += net->value_hidden[i][k] * mean[i];
    for (int k = 0; k < HEX_CHANNELS; k++) {
        hidden[k] = hidden[k] > 0 ? hidden[k] : 0;
        value += net->value[k] * hidden[k];
    }
    return value;
}

// Nothing of a board of another size may be left where this one ends.
static void clear_edges(const HexView *view, HexSheet *sheet) {
    memset(sheet->at[0], 0, (size_t)view->stride * sizeof *sheet->at);
    memset(sheet->at[view_end(view)], 0, (size_t)(view->stride + VIEW_BLOCK) * sizeof *sheet->at);
}

void hex_net_think(const HexQuantisedNet *quantised, NetLevel level, const HexView *view,
                   HexNetScratch *room) {
    float mean[HEX_CHANNELS], hidden[HEX_CHANNELS];
    int32_t bias[HEX_CHANNELS];
    clear_edges(view, &room->now);
    clear_edges(view, &room->inner);
    NetConv layer = {quantised->input[0][0][0], VIEW_PLANES, HEX_CHANNELS, quantised->input_bias,
                     NULL};
    run_layer(level, view, &layer, view->planes[0], &room->now);
    for (int i = 0; i < HEX_BLOCKS; i++) {
        const QuantisedBlock *block = &quantised->blocks[i];
        mean_of(view, &room->now, mean);
        block_bias(&quantised->net.blocks[i], mean, bias);
        layer = (NetConv){block->first[0][0][0], HEX_CHANNELS, HEX_CHANNELS, bias, NULL};
        run_layer(level, view, &layer, room->now.at[0], &room->inner);
        layer = (NetConv){block->second[0][0][0], HEX_CHANNELS, HEX_CHANNELS, block->second_bias,
                          room->now.at[0]};
        run_layer(level, view, &layer, room->inner.at[0], &room->now);
    }
    weigh_moves(quantised, view, &room->now, room->logits);
    mean_of(view, &room->now, mean);
    room->value = hex_net_value(&quantised->net, mean, hidden);
}
