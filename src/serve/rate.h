// SPDX-License-Identifier: MIT
// How often: a bucket that fills at a steady rate and pays for each message.
#ifndef SERVE_RATE_H
#define SERVE_RATE_H

#include "serve/bounds.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

// Zero-initialised is a full bucket at moment 0 of the clock.
typedef struct Rate {
    int64_t spent_us; // what was taken and has not flowed back, as the time that takes
    int64_t at_us;
} Rate;

// May one more come in now?
static inline bool rate_take(Rate *rate, int64_t now_us) {
    assert(rate->spent_us >= 0);
    const int64_t price = 1000000 / BOUND_RATE;
    rate->spent_us -= now_us - rate->at_us;
    rate->at_us = now_us;
    if (rate->spent_us < 0)
        rate->spent_us = 0;
    if (rate->spent_us + price > price * BOUND_BURST)
        return false;
    rate->spent_us += price;
    return true;
}

#endif
