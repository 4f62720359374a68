// SPDX-License-Identifier: MIT
#include "net/conv.h"

#include <assert.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

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

#ifdef __x86_64__
// Two numbers that lie side by side, as one.
NET_UNWATCHED static inline int32_t pair_at(const int16_t *x) {
    int32_t pair;
    memcpy(&pair, x, sizeof pair);
    return pair;
}

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm_madd_epi16(_mm_loadu_si128((const __m128i *)(w)), _mm_set1_epi32(pair_at(x)))
#include "net/conv_kernel.h"

#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(w)),                      \
                                    _mm256_set1_epi32(pair_at(x)))
#include "net/conv_kernel.h"

#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512bw")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums += (Sums)_mm512_madd_epi16(_mm512_loadu_si512(w), _mm512_set1_epi32(pair_at(x)))
#include "net/conv_kernel.h"

#define KERNEL(name)  name##_vnni
#define KERNEL_LANES  16
#define KERNEL_TARGET __attribute__((target("avx512bw,avx512vnni")))
#define KERNEL_DOT(sums, w, x)                                                                     \
    sums = (Sums)_mm512_dpwssd_epi32((__m512i)sums, _mm512_loadu_si512(w),                         \
                                     _mm512_set1_epi32(pair_at(x)))
#include "net/conv_kernel.h"

#else
#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#define KERNEL_DOT(sums, w, x)                                                                     \
    for (int lane = 0; lane < KERNEL_LANES; lane++)                                                \
    sums[lane] += (w)[2 * lane] * (x)[0] + (w)[2 * lane + 1] * (x)[1]
#include "net/conv_kernel.h"
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
