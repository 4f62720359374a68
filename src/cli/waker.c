// SPDX-License-Identifier: MIT
// A byte in a pipe wakes poll(); that is all a thread or a signal handler needs to do.
#include "cli/waker.h"

#include "base/error.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// A signal handler is called with nothing but a number, so what it needs must be static: the one
// place, with tty.c, where a front end keeps anything outside a struct.
enum { SIGNALS = 64 };
static volatile sig_atomic_t caught[SIGNALS];
static volatile sig_atomic_t poke_fd = -1;
static struct sigaction before[SIGNALS];

void waker_open(Waker *waker) {
    if (pipe2(waker->fds, O_CLOEXEC | O_NONBLOCK) != 0)
        die("cannot open a pipe: %s", strerror(errno));
}

void waker_close(Waker *waker) {
    if (poke_fd == waker->fds[1])
        poke_fd = -1;
    close(waker->fds[0]);
    close(waker->fds[1]);
}

static void poke(int fd) {
    // A full pipe is fine: its reader will wake up anyway.
    ssize_t written = write(fd, "", 1);
    (void)written;
}

void waker_poke(void *waker) {
    poke(((Waker *)waker)->fds[1]);
}

bool waker_wait(Waker *waker, int fd, int milliseconds) {
    struct pollfd polled[2] = {{.fd = waker->fds[0], .events = POLLIN},
                               {.fd = fd, .events = POLLIN}};
    poll(polled, 2, milliseconds);
    char drain[64];
    while (read(waker->fds[0], drain, sizeof drain) > 0)
        continue;
    return fd >= 0 && polled[1].revents != 0;
}

static void on_signal(int number) {
    int saved = errno;
    caught[number] = caught[number] + 1;
    if (poke_fd >= 0)
        poke((int)poke_fd);
    errno = saved;
}

void waker_catch(Waker *waker, int number) {
    assert(number > 0 && number < SIGNALS);
    poke_fd = waker->fds[1];
    caught[number] = 0;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, &before[number]);
}

void waker_release(int number) {
    sigaction(number, &before[number], NULL);
}

int waker_caught(int number) {
    assert(number > 0 && number < SIGNALS);
    int times = (int)caught[number];
    caught[number] = 0;
    return times;
}
