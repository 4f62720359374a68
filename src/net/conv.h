// SPDX-License-Identifier: MIT
// A convolution in fixed point: each cell gets `to` numbers, each a weighted sum of the `from`
// numbers that the cell and its neighbours had before. Fast, and exactly the same on every machine
// and at every NetLevel (cpu.h).
//
// Cells lie in one array, edges and padding among them; a NetGrid of the network's says which of
// them are neighbours. conv_float.h has the same in floats, for training.
#ifndef NET_CONV_H
#define NET_CONV_H

#include "net/cpu.h"

#include <stdint.h>

// Weights are fixed point with NET_WEIGHT_BITS fraction bits; the network chooses the unit of the
// activations. Both are bounded: no sum of NET_PRODUCTS products and a bias overflows 32 bits.
enum {
    NET_WEIGHT_BITS = 10,
    NET_WEIGHT_MOST = 2047,
    NET_ACTIVE_MOST = 4095,
    NET_BIAS_MOST = 1 << 27,
    NET_PRODUCTS = 7 * 32,
    NET_TAPS_MAX = 9,
    NET_CELLS = 4,  // kernels take this many cells at a time: they write up to 3 beyond the end
    NET_LANES = 32, // `to` is a multiple of this
};

_Static_assert((int64_t)NET_PRODUCTS *NET_WEIGHT_MOST *NET_ACTIVE_MOST + NET_BIAS_MOST < INT32_MAX,
               "sums fit");

// The cells a layer computes, and where their neighbours lie.
typedef struct NetGrid {
    int first, end; // cells, by their index in the array
    int taps;       // the cell and its neighbours
    int offsets[NET_TAPS_MAX];
} NetGrid;

typedef struct NetConv {
    const int16_t *weights; // as net_conv_pack() leaves them
    int from, to;           // `from` is even
    const int32_t *bias;    // `to` of them, in parts of the unit << NET_WEIGHT_BITS
    const int16_t *more;    // as many numbers a cell as come out, to be added ("residual"); or NULL
} NetConv;

// From `in` to `out`; negative numbers become 0 (ReLU). `in` has room for the neighbours of every
// cell that is written, those beyond the end among them. `more` may be `out`.
void net_conv_run(NetLevel level, const NetGrid *grid, const NetConv *conv, const int16_t *in,
                  int16_t *out);

// Rounded to the nearest 1/unit, as an integer clamped to -most .. most.
int32_t net_quantise(float value, float unit, int32_t most);
// Weights [taps][from][to] become [taps][from / 2][to][2]: vectors multiply two inputs at once.
void net_conv_pack(const float *weights, int taps, int from, int to, int16_t *pairs);

#endif
