// SPDX-License-Identifier: MIT
#include "net/conv_float.h"

#include <assert.h>

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#include "net/conv_float_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "net/conv_float_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512f")))
#include "net/conv_float_kernel.h"
#else
#define conv_avx2       conv_plain
#define conv_avx512     conv_plain
#define gradient_avx2   gradient_plain
#define gradient_avx512 gradient_plain
#endif

void net_conv_float_run(NetLevel level, const NetGrid *grid, const NetConvFloat *conv,
                        const float *in, float *out) {
    assert(level < NET_LEVELS && grid->first <= grid->end);
    static void (*const kernels[NET_LEVELS])(const NetGrid *, const NetConvFloat *, const float *,
                                             float *) = {
        [NET_PLAIN] = conv_plain,
        [NET_AVX2] = conv_avx2,
        [NET_AVX512] = conv_avx512,
        [NET_VNNI] = conv_avx512,
    };
    kernels[level](grid, conv, in, out);
}

void net_conv_float_gradient(NetLevel level, const NetGrid *grid, int from, int to, const float *in,
                             const float *out, float *weights) {
    assert(level < NET_LEVELS && grid->first <= grid->end);
    static void (*const kernels[NET_LEVELS])(const NetGrid *, int, int, const float *,
                                             const float *, float *) = {
        [NET_PLAIN] = gradient_plain,
        [NET_AVX2] = gradient_avx2,
        [NET_AVX512] = gradient_avx512,
        [NET_VNNI] = gradient_avx512,
    };
    kernels[level](grid, from, to, in, out, weights);
}
