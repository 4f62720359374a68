// SPDX-License-Identifier: MIT
#include "net/conv.h"

#include "net/dot.h"

#include <assert.h>

int32_t net_quantise(float value, float unit, int32_t most) {
    float scaled = value * unit;
    if (scaled >= (float)most)
        return most;
    if (scaled <= (float)-most)
        return -most;
    return (int32_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

void net_conv_pack(const float *weights, int taps, int from, int to, int16_t *pairs) {
    for (int tap = 0; tap < taps; tap++)
        for (int i = 0; i < from; i++)
            for (int k = 0; k < to; k++)
                pairs[((tap * (from / 2) + i / 2) * to + k) * 2 + i % 2] = (int16_t)net_quantise(
                    weights[(tap * from + i) * to + k], 1 << NET_WEIGHT_BITS, NET_WEIGHT_MOST);
}

// --- kernels ---

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT NET_DOT_PLAIN
#include "net/conv_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_DOT    NET_DOT_AVX2
#include "net/conv_kernel.h"

#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512bw")))
#define KERNEL_DOT    NET_DOT_AVX512
#include "net/conv_kernel.h"

#define KERNEL(name)  name##_vnni
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512bw,avx512vnni")))
#define KERNEL_DOT    NET_DOT_VNNI
#include "net/conv_kernel.h"
#else
#define conv_avx2   conv_plain
#define conv_avx512 conv_plain
#define conv_vnni   conv_plain
#endif

void net_conv_run(NetLevel level, const NetGrid *grid, const NetConv *conv, const int16_t *in,
                  int16_t *out) {
    assert(level < NET_LEVELS && grid->first <= grid->end && conv->from % 2 == 0);
    static void (*const kernels[NET_LEVELS])(const NetGrid *, const NetConv *, const int16_t *,
                                             int16_t *) = {
        [NET_PLAIN] = conv_plain,
        [NET_AVX2] = conv_avx2,
        [NET_AVX512] = conv_avx512,
        [NET_VNNI] = conv_vnni,
    };
    kernels[level](grid, conv, in, out);
}
