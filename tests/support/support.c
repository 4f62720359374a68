// SPDX-License-Identifier: MIT
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t test_count(size_t small, size_t normal, size_t large) {
    const char *scale = getenv("TEST_SCALE");
    if (scale && strcmp(scale, "small") == 0)
        return small;
    return scale && strcmp(scale, "long") == 0 ? large : normal;
}

uint64_t test_seed(void) {
    const char *given = getenv("TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 20260101;
    print_message("seed %llu (repeat with TEST_SEED)\n", (unsigned long long)seed);
    return seed;
}
