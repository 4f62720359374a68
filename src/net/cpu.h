// SPDX-License-Identifier: MIT
// Which vector instructions a kernel may use: chosen once at run time, so that one program runs on
// every processor of its architecture and fast on the newer ones.
#ifndef NET_CPU_H
#define NET_CPU_H

// In rising order; a processor has all up to its best. Every quantised kernel gives the same
// numbers at every level. Elsewhere than on x86-64 there is only the first.
typedef enum NetLevel {
    NET_PLAIN,  // what every processor of the architecture has: SSE2 on x86-64, NEON on arm64
    NET_AVX2,   // vectors of 32 bytes
    NET_AVX512, // of 64 (AVX-512 BW)
    NET_VNNI,   // and a multiplication that adds (AVX-512 VNNI)
    NET_LEVELS,
} NetLevel;

// The best of this machine, or a lesser one that the environment asks for: TENGEN_VECTORS=plain, avx2, avx512 or vnni.
// Any thread.
NetLevel net_level_best(void);

// For the innermost loops: ThreadSanitizer takes a hundred times their time, and would see nothing
// there that it does not see around them, where the same arrays are read and written.
#define NET_UNWATCHED __attribute__((no_sanitize("thread")))

// A function for processors with these features of AVX-512, to be laid out in vectors of 64 bytes: left
// to themselves the compilers take 32, and each is told otherwise in its own way.
#ifdef __clang__
#define NET_TARGET_512(FEATURES) __attribute__((target(FEATURES), min_vector_width(512)))
#else
#define NET_TARGET_512(FEATURES) __attribute__((target(FEATURES ",prefer-vector-width=512")))
#endif

#endif
