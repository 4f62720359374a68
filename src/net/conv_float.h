// SPDX-License-Identifier: MIT
// The convolution of conv.h in floats, forwards and backwards: for training. Sums are made in the
// same order at every NetLevel.
#ifndef NET_CONV_FLOAT_H
#define NET_CONV_FLOAT_H

#include "net/conv.h"

#include <stdbool.h>

// What it adds to the sum before negative numbers go: a bias for every cell, and the same cell of
// another array.
typedef struct NetConvFloat {
    const float *weights; // [taps][from][to]
    int from, to;
    const float *bias; // `to` of them
    const float *more; // as in NetConv; or NULL
    bool relu;         // do negative numbers become 0?
} NetConvFloat;

// From `in` to `out`, as net_conv_run().
void net_conv_float_run(NetLevel level, const NetGrid *grid, const NetConvFloat *conv,
                        const float *in, float *out);
// Adds the gradient of the weights to `weights`, given what went in and the gradient of what came
// out; `from` is a multiple of NET_CELLS. The gradient of what went in is net_conv_float_run() with
// the weights seen from behind, [opposite tap][to][from].
void net_conv_float_gradient(NetLevel level, const NetGrid *grid, int from, int to, const float *in,
                             const float *out, float *weights);

#endif
