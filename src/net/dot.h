// SPDX-License-Identifier: MIT
// What quantised layers are made of: pairs of whole numbers times pairs of weights, added to a vector of sums.
// NET_DOT_<level>(sums, w, x) adds to each of the sums its pair of weights at w times the pair at x; the weights of
// neighbouring sums lie side by side. A kernel is compiled once for each level with one of these.
#ifndef NET_DOT_H
#define NET_DOT_H

#include "net/cpu.h"

#include <stdint.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>

// Two numbers that lie side by side, as one.
NET_UNWATCHED static inline int32_t net_pair_at(const int16_t *x) {
    int32_t pair;
    memcpy(&pair, x, sizeof pair);
    return pair;
}

#define NET_DOT_PLAIN(sums, w, x)                                                                  \
    sums += (Sums)_mm_madd_epi16(_mm_loadu_si128((const __m128i *)(w)),                            \
                                 _mm_set1_epi32(net_pair_at(x)))
#define NET_DOT_AVX2(sums, w, x)                                                                   \
    sums += (Sums)_mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(w)),                      \
                                    _mm256_set1_epi32(net_pair_at(x)))
#define NET_DOT_AVX512(sums, w, x)                                                                 \
    sums += (Sums)_mm512_madd_epi16(_mm512_loadu_si512(w), _mm512_set1_epi32(net_pair_at(x)))
#define NET_DOT_VNNI(sums, w, x)                                                                   \
    sums = (Sums)_mm512_dpwssd_epi32((__m512i)sums, _mm512_loadu_si512(w),                         \
                                     _mm512_set1_epi32(net_pair_at(x)))
#else
#define NET_DOT_PLAIN(sums, w, x)                                                                  \
    for (int lane = 0; lane < KERNEL_LANES; lane++)                                                \
    sums[lane] += (w)[2 * lane] * (x)[0] + (w)[2 * lane + 1] * (x)[1]
#endif

#endif
