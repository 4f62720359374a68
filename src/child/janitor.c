// SPDX-License-Identifier: MIT
// Two pipes connect us. Orders are bytes: TERMINATE; when the pipe closes, we are done with the program or
// have died. Reports are the program's start and its end. Between fork and exit the janitor makes
// async-signal-safe calls only, since the process it was forked from may have had threads; so /proc is read
// with bare system calls.
#include "child/janitor.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FILES_MAX = 4096,
    ROUNDS =
        3000, // of a sweep: processes may fork while we look, and one the kernel holds dies late
    PAUSE_NS = 1000000,
    CHUNK = 4096,
    SWEPT_MAX = 1024, // remembered in a round; children of others wait for the next
    TERMINATE = 'T',
};

// Where the janitor has its files.
enum { ORDERS = 0, REPORTS = 1, SIGNALS = 2 };

typedef struct JanitorReport {
    pid_t program;
    int number; // the first one: errno of what failed, or 0; the second: status as of waitpid()
} JanitorReport;

struct Janitor {
    pid_t pid, program;
    int orders, reports; // our ends
    bool ended;
    int status;
};

// --- in the janitor: the sweep ---

// As the kernel writes it; there is no such type in any header.
typedef struct FolderEntry {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
} FolderEntry;

static pid_t number_at(const char *text) {
    pid_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = number * 10 + (*text - '0');
    return number;
}

// From /proc/PID/stat: "1234 (a name) S 1233 ..."; the name may itself hold blanks and parentheses.
// 0 when there is no such process any more.
static pid_t parent_of(int proc, const char *name) {
    char path[32], text[512];
    size_t length = strlen(name);
    if (length + sizeof "/stat" > sizeof path)
        return 0;
    memcpy(path, name, length);
    memcpy(path + length, "/stat", sizeof "/stat");
    int file = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = 0;
    const char *behind = strrchr(text, ')');
    return behind && strlen(behind) > 4 ? number_at(behind + 4) : 0;
}

static bool is_among(pid_t pid, const pid_t *pids, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pids[i] == pid)
            return true;
    return false;
}

// SIGKILL for our children and, as far as they are listed behind their parents, for theirs. Those of a
// parent that has died are ours in the next round.
static void kill_round(void) {
    int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return;
    pid_t swept[SWEPT_MAX] = {getpid()};
    size_t count = 1;
    _Alignas(FolderEntry) char entries[CHUNK];
    for (long got; (got = syscall(SYS_getdents64, proc, entries, sizeof entries)) > 0;)
        for (long at = 0; at < got;) {
            const FolderEntry *entry = (const FolderEntry *)(entries + at);
            pid_t pid = number_at(entry->name);
            at += entry->length;
            if (pid <= 0 || !is_among(parent_of(proc, entry->name), swept, count))
                continue;
            kill(pid, SIGKILL);
            if (count < SWEPT_MAX)
                swept[count++] = pid;
        }
    close(proc);
}

static void sweep(void) {
    struct timespec pause = {.tv_nsec = PAUSE_NS};
    for (int round = 0; round < ROUNDS; round++) {
        kill_round();
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (gone < 0 && errno == ECHILD)
            return;
        nanosleep(&pause, NULL);
    }
}

// --- in the janitor: the program ---

static void close_between(int first, int last) {
    if (first > last)
        return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
#endif
    for (int file = first; file <= last && file < FILES_MAX; file++)
        close(file);
}

// All but 0, 1, 2 and these, which end up sorted; a negative one is none.
static void close_all_but(int *kept, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && kept[k] < kept[k - 1]; k--) {
            int other = kept[k];
            kept[k] = kept[k - 1];
            kept[k - 1] = other;
        }
    int first = SIGNALS + 1;
    for (int i = 0; i < count; i++) {
        close_between(first, kept[i] - 1);
        if (kept[i] >= first)
            first = kept[i] + 1;
    }
    close_between(first, INT_MAX);
}

// In the program's process, between fork and exec.
static _Noreturn void become(const JanitorErrand *errand, pid_t parent, int failure) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // the janitor was killed before it could be watched
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(errand->input, 0) == 0 && dup2(errand->output, 1) == 1 &&
        (errand->errors < 0 || dup2(errand->errors, 2) == 2) &&
        (!errand->folder || chdir(errand->folder) == 0))
        execv(errand->path, errand->words);
    int why = errno;
    ssize_t told = write(failure, &why, sizeof why);
    (void)told;
    _exit(127);
}

static JanitorReport give_birth(const JanitorErrand *errand, const int failure[2]) {
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(errand, parent, failure[1]);
    JanitorReport report = {pid, pid < 0 ? errno : 0};
    close(failure[1]);
    if (pid > 0) {
        setpgid(pid, pid); // whichever of us comes first; before the group may be signalled
        // Nothing comes through when the exec succeeded: it closed the other end.
        ssize_t got = read(failure[0], &report.number, sizeof report.number);
        (void)got;
    }
    return report;
}

static void tell(JanitorReport report) {
    ssize_t told = write(REPORTS, &report, sizeof report);
    (void)told; // we may be gone
}

// Buries those who have died; true when the program was among them.
static bool bury(pid_t program) {
    int status;
    for (pid_t gone; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
        if (gone == program) {
            tell((JanitorReport){program, status});
            return true;
        }
    return false;
}

// Returns when the program has ended or we are gone.
static void watch(pid_t program) {
    struct pollfd files[] = {{.fd = ORDERS, .events = POLLIN}, {.fd = SIGNALS, .events = POLLIN}};
    while (!bury(program)) {
        poll(files, 2, -1);
        struct signalfd_siginfo info;
        char order = 0;
        if (files[1].revents && read(SIGNALS, &info, sizeof info) <= 0)
            return;
        if (files[0].revents && read(ORDERS, &order, 1) != 1)
            return;
        if (order == TERMINATE)
            kill(-program,
                 SIGTERM); // not buried yet, it keeps its number: the group is surely ours
    }
}

// What connects us; none of it is 0, 1 or 2, and all is closed on exec.
typedef struct Pipes {
    int orders[2], reports[2], failure[2];
} Pipes;

static _Noreturn void serve(const JanitorErrand *errand, const Pipes *pipes) {
    prctl(PR_SET_NAME, "janitor"); // not to fall with us to `killall`
    setsid();                      // the terminal's Ctrl-C and hang-up are for us alone
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    // No reader may wait for an end that the janitor holds: of another thread's pipes least of all, whose janitor
    // may hold ours, as it waits for its program to start.
    int kept[] = {errand->input,     errand->output,    errand->errors,   pipes->orders[0],
                  pipes->reports[1], pipes->failure[0], pipes->failure[1]};
    close_all_but(kept, sizeof kept / sizeof *kept);
    struct sigaction plain = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &plain, NULL);
    JanitorReport born = give_birth(errand, pipes->failure);
    if (dup2(pipes->orders[0], ORDERS) == ORDERS && dup2(pipes->reports[1], REPORTS) == REPORTS) {
        sigset_t child;
        sigemptyset(&child);
        sigaddset(&child, SIGCHLD);
        dup2(signalfd(-1, &child, SFD_CLOEXEC), SIGNALS);
        close_between(SIGNALS + 1, INT_MAX);
        tell(born);
        if (!born.number)
            watch(born.program);
    }
    sweep();
    _exit(0);
}

// --- on our side ---

void pipe_open(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC))
        die("cannot open a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        if (ends[i] > 2)
            continue;
        int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
        if (moved < 0)
            die("cannot open a pipe: %s", strerror(errno));
        close(ends[i]);
        ends[i] = moved;
    }
}

ssize_t write_quietly(int file, const void *bytes, size_t count) {
    sigset_t sigpipe, before, pending;
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
    ssize_t written = write(file, bytes, count);
    int why = errno;
    if (written < 0 && why == EPIPE && !was_pending) {
        struct timespec now = {0};
        while (sigtimedwait(&sigpipe, NULL, &now) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return written;
}

// True when a report has come; a pipe that ends instead tells that the janitor was killed; the
// kernel has then killed the program.
static bool take_report(Janitor *janitor, JanitorReport *report) {
    ssize_t got;
    do
        got = read(janitor->reports, report, sizeof *report);
    while (got < 0 && errno == EINTR);
    if (got == sizeof *report)
        return true;
    *report = (JanitorReport){janitor->program, got < 0 ? errno : SIGKILL};
    return got == 0;
}

Janitor *janitor_start(const JanitorErrand *errand, int *failed) {
    Pipes pipes = {.orders = {-1, -1}};
    pipe_open(pipes.orders);
    pipe_open(pipes.reports);
    pipe_open(pipes.failure);
    // A handler of ours must not run in the janitor, which keeps them blocked.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        serve(errand, &pipes);
    *failed = pid < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pipes.orders[0]);
    close(pipes.reports[1]);
    close(pipes.failure[0]);
    close(pipes.failure[1]);
    Janitor *janitor = mem_new(sizeof *janitor);
    *janitor = (Janitor){.pid = pid, .orders = pipes.orders[1], .reports = pipes.reports[0]};
    if (pid > 0) {
        JanitorReport born = {0};
        take_report(janitor, &born);
        *failed = born.number;
        janitor->program = born.program;
        fcntl(janitor->reports, F_SETFL, O_NONBLOCK);
    }
    if (!*failed)
        return janitor;
    janitor_free(janitor);
    return NULL;
}

int janitor_id(const Janitor *janitor) {
    return (int)janitor->pid;
}

int janitor_program(const Janitor *janitor) {
    return (int)janitor->program;
}

bool janitor_await(Janitor *janitor, int64_t until_us, int *status) {
    JanitorReport report;
    while (!janitor->ended) {
        if (take_report(janitor, &report)) {
            janitor->ended = true;
            janitor->status = report.number;
            break;
        }
        int64_t left_us = until_us - (until_us ? clock_now_us() : 0);
        if (left_us <= 0)
            return false;
        struct pollfd file = {.fd = janitor->reports, .events = POLLIN};
        poll(&file, 1, (int)((left_us + 999) / 1000));
    }
    if (status)
        *status = janitor->status;
    return true;
}

void janitor_terminate(Janitor *janitor) {
    char order = TERMINATE;
    write_quietly(janitor->orders, &order, 1);
}

void janitor_free(Janitor *janitor) {
    if (!janitor)
        return;
    close(janitor->orders);
    while (janitor->pid > 0 && waitpid(janitor->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(janitor->reports);
    free(janitor);
}
