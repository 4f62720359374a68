// SPDX-License-Identifier: MIT
// A thread that owns the clock: armed with a moment and a flag, it raises the flag when the moment
// has come. Searches therefore stop on time whatever they are doing, and never poll.
#ifndef SEARCH_TIMER_H
#define SEARCH_TIMER_H

#include "search/stop.h"

#include <stdint.h>

typedef struct Timer Timer;

Timer *timer_new(void);
void timer_free(Timer *timer);
// Calls stop_raise_time(flag) at that moment of clock_now_us(), before it returns if the moment has
// passed. Replaces what was armed before.
void timer_arm(Timer *timer, int64_t moment_us, StopFlag *flag);
// After this returns the flag is no longer touched.
void timer_disarm(Timer *timer);

#endif
