// SPDX-License-Identifier: MIT
// The monotonic clock: does not jump when the system time is set.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void); // microseconds since some fixed moment
int64_t clock_now_ms(void);
void clock_sleep_ms(int64_t milliseconds);

#endif
