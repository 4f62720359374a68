// SPDX-License-Identifier: MIT
#include "base/rng.h"

#include "base/clock.h"

#include <sys/random.h>
#include <unistd.h>

uint64_t rng_entropy(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = rng_mix((uint64_t)clock_now_us() ^ ((uint64_t)getpid() << 40));
    return seed;
}
