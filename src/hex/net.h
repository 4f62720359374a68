// SPDX-License-Identifier: MIT
// A small convolutional network: what a position is worth, and which moves suggest themselves.
//
// It sees a board as a HexView (view.h): a few numbers for each cell, always from the side to move,
// whose edges are above and below. A layer gives every cell NET_CHANNELS numbers, each a weighted
// sum of what the cell and its six neighbours had before; the weights are the same for every cell
// and every board size. What the whole board has on average is known to every cell as well:
//
//     view --layer--> x                                          12 numbers a cell, then 32
//     x + layer(layer(x) + mean of x) --> x                      five times ("residual blocks")
//     layer(x) --> one number a cell, the logarithm of how likely a move there is
//     mean of x --> 32 numbers --> one, the logarithm of the odds to win
//
// Negative numbers become 0 between layers. The weights are learned from games (src/train/) as floats.
// To play, they and what flows between layers are whole numbers: fast, and exactly the same on every
// machine and with vectors of any width (NetLevel).
#ifndef HEX_NET_H
#define HEX_NET_H

#include "hex/view.h"

enum {
    NET_CHANNELS = 32,
    NET_BLOCKS = 5,
    NET_TAPS = 7,     // the cell and its six neighbours
    NET_UNIT = 8192,  // in files a weight is a whole number of so many parts
    NET_MOST = 16000, // ... up to this
};

// Where they lie in a view: neighbour i is opposite neighbour i + 3.
#define NET_OFFSETS(stride)                                                                        \
    { 0, -(stride), -(stride) + 1, 1, (stride), (stride)-1, -1 }

// For the innermost loops: ThreadSanitizer takes a hundred times their time, and would see nothing
// there that it does not see around them, where the same sheets and weights are read and written.
#define NET_UNWATCHED __attribute__((no_sanitize("thread")))

// --- what is learned ---

typedef struct HexNetBlock {
    float pooled[NET_CHANNELS][NET_CHANNELS]; // mean to first layer
    float first[NET_TAPS][NET_CHANNELS][NET_CHANNELS];
    float first_bias[NET_CHANNELS];
    float second[NET_TAPS][NET_CHANNELS][NET_CHANNELS];
    float second_bias[NET_CHANNELS];
} HexNetBlock;

// Nothing but floats: a trainer may take it as an array of them.
typedef struct HexNet {
    float input[NET_TAPS][VIEW_PLANES][NET_CHANNELS]; // [tap][from][to], as in all of them
    float input_bias[NET_CHANNELS];
    HexNetBlock blocks[NET_BLOCKS];
    float policy[NET_TAPS][NET_CHANNELS];
    float value_hidden[NET_CHANNELS][NET_CHANNELS];
    float value_bias[NET_CHANNELS];
    float value[NET_CHANNELS];
    float value_offset;
} HexNet;

enum { NET_WEIGHTS = sizeof(HexNet) / sizeof(float) };

// --- what is played by ---

// The same in whole numbers, made ready for vectors.
typedef struct NetBrain NetBrain;
NetBrain *net_brain_new(const HexNet *net);
void net_brain_free(NetBrain *brain);

// How wide vectors are, and whether they multiply and add at once. All give the same numbers.
typedef enum NetLevel { NET_PLAIN, NET_WIDE, NET_WIDEST, NET_DOT, NET_LEVELS } NetLevel;
NetLevel net_level_best(void); // of this machine

// A layer's numbers for each cell of the view, in its order; those of its padding are 0.
typedef struct NetSheet {
    int16_t at[VIEW_ROOM][NET_CHANNELS];
} NetSheet;

// What one thread needs to think, and what it thought.
typedef struct NetRoom {
    NetSheet now, inner;
    float logits[VIEW_ROOM]; // of the cells of the view
    float value;             // logit of the side to move
} NetRoom;

void net_think(const NetBrain *brain, NetLevel level, const HexView *view, NetRoom *room);

// The second half of the value, the same in learning and in play. `hidden` is what it goes through.
float net_value(const HexNet *net, const float mean[NET_CHANNELS], float hidden[NET_CHANNELS]);

#endif
