// SPDX-License-Identifier: MIT
// A small convolutional network: what a position is worth, and which moves suggest themselves.
//
// It sees a board as a HexView (view.h): a few numbers for each cell, always from the side to move,
// whose edges are above and below. A layer gives every cell HEX_CHANNELS numbers, each a weighted
// sum of what the cell and its six neighbours had before; the weights are the same for every cell
// and every board size. What the whole board has on average is known to every cell as well:
//
//     view --layer--> x                                          12 numbers a cell, then 32
//     x + layer(layer(x) + mean of x) --> x                      five times ("residual blocks")
//     layer(x) --> one number a cell, the logarithm of how likely a move there is
//     mean of x --> 32 numbers --> one, the logarithm of the odds to win
//
// Negative numbers become 0 between layers (ReLU). The weights are learned from games (src/train/)
// as floats. To play, weights and activations are quantised to fixed point: fast, and exactly the
// same on every machine (src/net/).
#ifndef HEX_NET_H
#define HEX_NET_H

#include "hex/view.h"
#include "net/conv.h"

enum {
    HEX_CHANNELS = 32,
    HEX_BLOCKS = 5,
    HEX_TAPS = 7,         // the cell and its six neighbours
    HEX_NET_UNIT = 8192,  // in files weights are integers, in units of 1/8192
    HEX_NET_MOST = 16000, // ... up to this
};

// The cells of a view of this size. Neighbour i is opposite neighbour i + 3.
static inline NetGrid hex_net_grid(int stride, int height) {
    return (NetGrid){
        .first = stride,
        .end = (height + 1) * stride,
        .taps = HEX_TAPS,
        .offsets = {0, -stride, -stride + 1, 1, stride, stride - 1, -1},
    };
}

// --- what is learned ---

typedef struct HexNetBlock {
    float pooled[HEX_CHANNELS][HEX_CHANNELS]; // mean to first layer
    float first[HEX_TAPS][HEX_CHANNELS][HEX_CHANNELS];
    float first_bias[HEX_CHANNELS];
    float second[HEX_TAPS][HEX_CHANNELS][HEX_CHANNELS];
    float second_bias[HEX_CHANNELS];
} HexNetBlock;

// Nothing but floats: a trainer may take it as an array of them.
typedef struct HexNet {
    float input[HEX_TAPS][VIEW_PLANES][HEX_CHANNELS]; // [tap][from][to], as in all of them
    float input_bias[HEX_CHANNELS];
    HexNetBlock blocks[HEX_BLOCKS];
    float policy[HEX_TAPS][HEX_CHANNELS];
    float value_hidden[HEX_CHANNELS][HEX_CHANNELS];
    float value_bias[HEX_CHANNELS];
    float value[HEX_CHANNELS];
    float value_offset;
} HexNet;

enum { HEX_NET_WEIGHTS = sizeof(HexNet) / sizeof(float) };

// --- what is played by ---

// The quantised network, fixed point, packed for vector instructions.
typedef struct HexQuantisedNet HexQuantisedNet;
HexQuantisedNet *hex_quantised_new(const HexNet *net);
void hex_quantised_free(HexQuantisedNet *quantised);

// A layer's numbers for each cell of the view, in its order; those of its padding are 0.
typedef struct HexSheet {
    int16_t at[VIEW_ROOM][HEX_CHANNELS];
} HexSheet;

// What one thread needs to think, and what it thought.
typedef struct HexNetScratch {
    HexSheet now, inner;
    float logits[VIEW_ROOM]; // of the cells of the view
    float value;             // logit of the side to move
} HexNetScratch;

void hex_net_think(const HexQuantisedNet *quantised, NetLevel level, const HexView *view,
                   HexNetScratch *room);

// The second half of the value, the same in learning and in play. `hidden` is what it goes through.
float hex_net_value(const HexNet *net, const float mean[HEX_CHANNELS], float hidden[HEX_CHANNELS]);

#endif
