// SPDX-License-Identifier: MIT
// A pipe that wakes a front end from poll(): written to by the thinking thread and by signal
// handlers, read by the one thread that draws.
#ifndef CLI_WAKER_H
#define CLI_WAKER_H

#include <stdbool.h>

typedef struct Waker {
    int fds[2];
} Waker;

void waker_open(Waker *waker);
void waker_close(Waker *waker);
void waker_poke(void *waker); // from any thread
// Waits until it is poked or `fd` (-1: none) can be read, at most `milliseconds` (-1: no timeout).
// True when fd can be read or has ended.
bool waker_wait(Waker *waker, int fd, int milliseconds);

// From now on this signal does nothing but poke and count. Only one waker at a time may catch.
void waker_catch(Waker *waker, int signal);
void waker_release(int signal); // back to what the signal did before
int waker_caught(int signal);   // times it came since the last call

#endif
