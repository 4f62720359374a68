// SPDX-License-Identifier: MIT
// It reads WATCH, FORGET and QUIT messages from a pipe. End of file without a QUIT means that we
// have died. Between fork and exit the janitor only makes async-signal-safe calls, since the
// process it was forked from may have had threads.
#include "child/janitor.h"

#include "base/memory.h"
#include "child/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GROUPS_MAX = 1024, FILES_MAX = 4096 };

typedef enum JanitorMessage { JANITOR_WATCH, JANITOR_FORGET, JANITOR_QUIT } JanitorMessage;

typedef struct Order {
    JanitorMessage kind;
    int group;
    ChildMark mark; // to watch
} Order;

struct Janitor {
    pid_t pid;
    int pipe; // our end
};

static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    for (int file = first; file < FILES_MAX; file++)
        close(file);
}

static _Noreturn void sweep(const int *groups, const ChildMark *marks, int count) {
    for (int i = 0; i < count; i++)
        kill(-groups[i], SIGKILL);
    mark_kill(marks, (size_t)count);
    _exit(0);
}

static _Noreturn void serve(int orders) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    prctl(PR_SET_NAME, "janitor"); // not to fall with us to `killall`
    setsid();                      // the terminal's Ctrl-C and hang-up are not for it
    // No reader may wait for a pipe's end that the janitor still holds open.
    if (dup2(orders, 0) != 0)
        _exit(1);
    close_from(1);
    int groups[GROUPS_MAX], count = 0;
    ChildMark marks[GROUPS_MAX];
    Order order;
    for (;;) {
        ssize_t got = read(0, &order, sizeof order);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != sizeof order)
            sweep(groups, marks, count);
        if (order.kind == JANITOR_QUIT)
            _exit(0);
        if (order.kind == JANITOR_WATCH && count < GROUPS_MAX) {
            groups[count] = order.group;
            marks[count++] = order.mark;
        }
        for (int i = 0; i < count && order.kind == JANITOR_FORGET; i++)
            if (groups[i] == order.group) {
                groups[i] = groups[--count];
                marks[i--] = marks[count];
            }
    }
}

Janitor *janitor_new(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return NULL;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[1]); // else its own copy would keep the pipe open for ever
        serve(ends[0]);
    }
    close(ends[0]);
    if (pid < 0) {
        close(ends[1]);
        return NULL;
    }
    Janitor *janitor = mem_new(sizeof *janitor);
    *janitor = (Janitor){pid, ends[1]};
    return janitor;
}

// Small writes to a pipe are atomic, so threads need no lock. SIGPIPE would mean that something
// killed the janitor; that must not kill us.
static void tell(Janitor *janitor, const Order *order) {
    if (janitor)
        write_quietly(janitor->pipe, order, sizeof *order);
}

void janitor_free(Janitor *janitor) {
    if (!janitor)
        return;
    tell(janitor, &(Order){.kind = JANITOR_QUIT});
    close(janitor->pipe);
    while (waitpid(janitor->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    free(janitor);
}

void janitor_watch(Janitor *janitor, int group, const ChildMark *mark) {
    tell(janitor, &(Order){JANITOR_WATCH, group, *mark});
}

void janitor_forget(Janitor *janitor, int group) {
    tell(janitor, &(Order){.kind = JANITOR_FORGET, .group = group});
}
