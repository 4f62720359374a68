// SPDX-License-Identifier: MIT
// Exponential curves by IEEE additions and multiplications only. Results of libm may differ in the
// last bit from machine to machine; nothing that decides a move may.
#ifndef HEX_CURVE_H
#define HEX_CURVE_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { CURVE_MOST = 40 }; // e^x is clamped beyond

// e^x: a whole power of two, and Taylor's series for the rest.
static inline float curve_exp(float x) {
    x = x > CURVE_MOST ? CURVE_MOST : x < -CURVE_MOST ? -CURVE_MOST : x;
    int power = (int)(x * 1.44269504f + (x < 0 ? -0.5f : 0.5f));
    float rest = x - (float)power * 0.693147181f; // within ln 2 / 2 of 0
    float sum = 1 + rest * (1 + rest / 2 * (1 + rest / 3 * (1 + rest / 4 * (1 + rest / 5))));
    uint32_t bits = (uint32_t)(power + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

// ln x for x above 0, by ln x = 2 (z + z^3/3 + z^5/5 ...).
static inline double curve_ln(double x) {
    assert(x > 0);
    static const double e = 2.718281828459045;
    double ln = 0;
    for (; x > e; ln++)
        x /= e;
    for (; x < 1 / e; ln--)
        x *= e;
    double z = (x - 1) / (x + 1), power = z;
    for (int k = 1; k < 30; k += 2, power *= z * z)
        ln += 2 * power / k;
    return ln;
}

// The chance that goes with these odds, given their logarithm.
static inline float curve_chance(float logit) {
    float odds = curve_exp(logit);
    return odds / (1 + odds);
}

#endif
