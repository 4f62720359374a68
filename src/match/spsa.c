// SPDX-License-Identifier: MIT
#include "match/spsa.h"

#include "base/rng.h"

#include <assert.h>
#include <math.h>

// Spall's choice of both exponents (IEEE Transactions on Aerospace and Electronic Systems 34, 1998).
static const double ALPHA = 0.602, GAMMA = 0.101;
static const double STABILITY = 0.1; // A as a part of N

double spsa_shift(const Spsa *spsa, size_t param, int64_t k) {
    assert(param < spsa->count && k >= 1 && k <= spsa->steps);
    return spsa->params[param].step * pow((double)spsa->steps / (double)k, GAMMA);
}

double spsa_rate(const Spsa *spsa, int64_t k) {
    double steps = (double)spsa->steps, stability = STABILITY * steps;
    double a = pow((stability + steps) / (stability + (double)k), ALPHA); // of a_N
    double c = pow(steps / (double)k, GAMMA);                             // of c_N
    return spsa->rate * a / (c * c);
}

void spsa_start(const Spsa *spsa, double *values) {
    for (size_t i = 0; i < spsa->count; i++)
        values[i] = spsa->params[i].start;
}

// What chance says about one parameter in one step.
typedef struct SpsaToss {
    double sign;  // -1 or +1
    double round; // 0 .. 1: from here on up
} SpsaToss;

static SpsaToss toss(Rng *rng) {
    double sign = rng_next(rng) >> 63 ? 1 : -1;
    return (SpsaToss){sign, (double)(rng_next(rng) >> 11) * 0x1p-53};
}

static Rng rng_of(const Spsa *spsa, int64_t k) {
    return rng_seed(spsa->seed ^ rng_mix((uint64_t)k));
}

static double within(const SpsaParam *param, double value) {
    return value < param->least ? param->least : value > param->most ? param->most : value;
}

// Both players' values are rounded by one toss: chance makes no difference between them that was not
// meant.
static double played(const SpsaParam *param, double value, double round) {
    value = within(param, value);
    return param->whole ? within(param, floor(value + round)) : value;
}

void spsa_measure(const Spsa *spsa, const double *values, int64_t k, double *plus, double *minus) {
    Rng rng = rng_of(spsa, k);
    for (size_t i = 0; i < spsa->count; i++) {
        SpsaToss by = toss(&rng);
        double shift = by.sign * spsa_shift(spsa, i, k);
        plus[i] = played(&spsa->params[i], values[i] + shift, by.round);
        minus[i] = played(&spsa->params[i], values[i] - shift, by.round);
    }
}

void spsa_learn(const Spsa *spsa, double *values, int64_t k, double result) {
    Rng rng = rng_of(spsa, k);
    double rate = spsa_rate(spsa, k);
    for (size_t i = 0; i < spsa->count; i++) {
        double sign = toss(&rng).sign;
        values[i] =
            within(&spsa->params[i], values[i] + rate * spsa_shift(spsa, i, k) * result * sign);
    }
}
