// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <errno.h>
#include <time.h>

int64_t clock_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_ms(void) {
    return clock_now_us() / 1000;
}

void clock_sleep_ms(int64_t milliseconds) {
    struct timespec left = {milliseconds / 1000, (milliseconds % 1000) * 1000000};
    while (nanosleep(&left, &left) && errno == EINTR)
        continue;
}
