// SPDX-License-Identifier: MIT
#include "gomoku/line_net.h"

#include <stdlib.h>

static_assert(LINE_CHANNELS == LINE_HIDDEN, "one type of vector does");

#define KERNEL(name) name##_plain
#define KERNEL_LANES 4
#define KERNEL_TARGET
#include "gomoku/line_net_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_LANES  8
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "gomoku/line_net_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  16
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#include "gomoku/line_net_kernel.h"
#else
#define value_avx2   value_plain
#define value_avx512 value_plain
#endif

float line_net_value(const LineNet *net, Side to_move, const int32_t *own, const int32_t *other,
                     int threats, float plain) {
    assert(threats >= 0 && threats < THREAT_STATES);
    static float (*const kernels[NET_LEVELS])(const LineHead *, const int32_t *, const int32_t *,
                                              int) = {
        [NET_PLAIN] = value_plain,
        [NET_AVX2] = value_avx2,
        [NET_AVX512] = value_avx512,
        [NET_VNNI] = value_avx512,
    };
    const LineHead *head = &net->heads[to_move];
    return kernels[net->level](head, own, other, threats) + head->value_bias + head->plain * plain;
}

static int32_t whole(float number, int32_t most) {
    float rounded = number < 0 ? number - 0.5f : number + 0.5f;
    return rounded > (float)most ? most : rounded < -(float)most ? -most : (int32_t)rounded;
}

void line_net_settle(LineNet *net) {
    const float unit = (float)(URGE_UNIT << LINE_URGE_BITS);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < LINE_SUMS; i++)
            net->channel_urges[side][i] =
                (int16_t)whole(net->heads[side].policy[i] * unit / LINE_ROW_UNIT, INT16_MAX);
        net->plain_urges[side] = whole(net->heads[side].urge * (1 << LINE_URGE_BITS), INT16_MAX);
    }
}

void line_net_free(LineNet *net) {
    if (!net)
        return;
    free(net->own_rows);
    free(net);
}
