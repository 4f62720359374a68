// SPDX-License-Identifier: MIT
#include "net/cpu.h"

#ifdef __x86_64__
NetLevel net_level_best(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw"))
        return __builtin_cpu_supports("avx512vnni") ? NET_VNNI : NET_AVX512;
    return __builtin_cpu_supports("avx2") ? NET_AVX2 : NET_PLAIN;
}
#else
NetLevel net_level_best(void) {
    return NET_PLAIN;
}
#endif
