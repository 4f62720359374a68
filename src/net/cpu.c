// SPDX-License-Identifier: MIT
#include "net/cpu.h"

#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
static NetLevel level_of_cpu(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw"))
        return __builtin_cpu_supports("avx512vnni") ? NET_VNNI : NET_AVX512;
    return __builtin_cpu_supports("avx2") ? NET_AVX2 : NET_PLAIN;
}
#else
static NetLevel level_of_cpu(void) {
    return NET_PLAIN;
}
#endif

NetLevel net_level_best(void) {
    static const char *const names[NET_LEVELS] = {"plain", "avx2", "avx512", "vnni"};
    const char *most = getenv("TENGEN_VECTORS");
    NetLevel best = level_of_cpu();
    for (NetLevel level = NET_PLAIN; most && level < best; level++)
        if (strcmp(most, names[level]) == 0)
            return level;
    return best;
}
