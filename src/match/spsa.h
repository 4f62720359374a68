// SPDX-License-Identifier: MIT
// SPSA, simultaneous perturbation stochastic approximation (Spall 1992), in the form in which
// fishtest tunes Stockfish: many parameters at once, by two noisy measurements a step.
//
// In step k = 1 .. N every parameter is moved up or down by c_k as a coin says; two players, one with
// these values and one with all of them moved the other way, play a pair of games. With its result
// (wins of the first less wins of the second) every parameter goes a little of its way, towards
// the player that did better:
//
//     c_k = c / k^0.101          so that c_N is the parameter's step
//     a_k = a / (A + k)^0.602    so that a_N = rate * c_N^2; A is a tenth of N
//     value += a_k / c_k * result * (+1 or -1)
//
// It is all arithmetic: no state, no games. What is left to chance in a step follows from the seed
// and its number.
#ifndef MATCH_SPSA_H
#define MATCH_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPSA_PARAMS_MAX = 128, SPSA_NAME = 64, SPSA_RATE_MAX = 1000 };

typedef struct SpsaParam {
    char name[SPSA_NAME];
    double start, least, most;
    double step; // how far it is moved for a measurement in the last step
    bool whole;  // measured at whole numbers: rounded up or down by chance, so that on average it
                 // is what was meant
} SpsaParam;

typedef struct Spsa {
    SpsaParam params[SPSA_PARAMS_MAX];
    size_t count;
    int64_t steps; // N
    double rate;   // R_end of fishtest, up to SPSA_RATE_MAX
    uint64_t seed;
} Spsa;

double spsa_shift(const Spsa *spsa, size_t param, int64_t k); // c_k
double spsa_rate(const Spsa *spsa, int64_t k);                // a_k / c_k^2, the same for all
void spsa_start(const Spsa *spsa, double *values);

// What the two players of step k play by, around these values. Within the bounds of every parameter.
void spsa_measure(const Spsa *spsa, const double *values, int64_t k, double *plus, double *minus);
// Step k came to this result, for the player with `plus`.
void spsa_learn(const Spsa *spsa, double *values, int64_t k, double result);

#endif
