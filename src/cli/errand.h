// SPDX-License-Identifier: MIT
// Work that takes a while and prints nothing before its end: done on a thread of its own, so that
// Ctrl-C can end it early with what it has.
#ifndef CLI_ERRAND_H
#define CLI_ERRAND_H

#include "search/stop.h"

// Runs body(argument) to its end. Ctrl-C raises the flag, which the body must heed.
void errand_run(void (*body)(void *argument), void *argument, StopFlag *stop);

#endif
