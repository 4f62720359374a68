// SPDX-License-Identifier: MIT
// A keeper thread per program. It forks it, waits for its end and buries it, and it lives exactly
// as long as the program does. That is what makes PR_SET_PDEATHSIG safe: the kernel sends that
// signal when the *thread* that forked is gone, and ours is gone only with the whole process.
#include "child/process.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "child/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SLICE_MS = 5, // how long a raised flag may go unseen
    READ_BYTES = 16 << 10,
    LAST_WORDS_US = 200000, // between closing its output and being dead
};

typedef enum ProcessState { PROCESS_STARTING, PROCESS_RUNNING, PROCESS_ENDED } ProcessState;

struct Process {
    pid_t pid;
    ChildMark mark;
    int to_child, from_child; // our ends, non-blocking
    pthread_t keeper;
    pthread_mutex_t mutex; // guards the three below
    pthread_cond_t changed;
    ProcessState state;
    int status; // as waitpid() gives it, once ended
    int exec_error;
    char buffer[READ_BYTES]; // read and not yet handed out
    size_t begin, end;
    Text partial;     // a line whose end has not come yet
    ProcessTree seen; // what it had started when last looked at
    bool closed;      // its output has ended
};

// What the keeper needs to begin with; lives on the starter's stack until the state has changed.
typedef struct Birth {
    Process *process;
    const char *path;
    char *const *words, **environment;
    const char *folder; // NULL: ours
    int input, output, errors;
} Birth;

// Is this a program? Its path becomes absolute then.
static bool is_program(Text *path) {
    struct stat stat_;
    if (stat(path->chars, &stat_) != 0 || !S_ISREG(stat_.st_mode) || access(path->chars, X_OK) != 0)
        return false;
    char *here = path->chars[0] == '/' ? NULL : getcwd(NULL, 0);
    if (here) {
        Text whole = {0};
        text_addf(&whole, "%s/%s", here, path->chars);
        free(here);
        text_free(path);
        *path = whole;
    }
    return true;
}

bool process_find(const char *program, Text *path, Error *err) {
    text_clear(path);
    if (strchr(program, '/')) {
        text_add(path, program);
        return is_program(path) ||
               error_set(err,
                         access(program, F_OK) ? "there is no program '%.200s'"
                                               : "'%.200s' is not a program that can be run",
                         program);
    }
    const char *folders = getenv("PATH");
    for (const char *from = folders ? folders : "/usr/bin:/bin"; *program;) {
        size_t length = strcspn(from, ":");
        text_clear(path);
        text_add_bytes(path, from, length);
        text_add(path, length ? "/" : "./");
        text_add(path, program);
        if (is_program(path))
            return true;
        if (!from[length])
            break;
        from += length + 1;
    }
    return error_set(err, "there is no program '%.200s' along PATH; one in this folder is ./%.200s",
                     program, program);
}

// A pipe whose ends are closed on exec and are not 0, 1 or 2: those are about to be replaced.
static void pipe_open(int ends[2]) {
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

// In the child between fork and exec: only async-signal-safe calls.
static _Noreturn void become(const Birth *birth, pid_t parent, int report) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // the parent died before it could be watched
    struct sigaction plain = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(birth->input, 0) == 0 && dup2(birth->output, 1) == 1 &&
        (birth->errors < 0 || dup2(birth->errors, 2) == 2) &&
        (!birth->folder || chdir(birth->folder) == 0))
        execve(birth->path, birth->words, birth->environment);
    int why = errno;
    ssize_t told = write(report, &why, sizeof why);
    (void)told;
    _exit(127);
}

static void set_state(Process *process, ProcessState state) {
    process->state = state;
    pthread_cond_broadcast(&process->changed);
}

// Forks and execs; 0 or the errno of what failed.
static int give_birth(const Birth *birth) {
    int report[2];
    pipe_open(report);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        become(birth, parent, report[1]);
    int failed = pid < 0 ? errno : 0;
    close(report[1]);
    if (pid > 0) {
        setpgid(pid, pid); // whichever of us comes first; before the group may be signalled
        // Nothing comes through when the exec succeeded: it closed the other end.
        ssize_t count;
        do
            count = read(report[0], &failed, sizeof failed);
        while (count < 0 && errno == EINTR);
        if (failed)
            waitpid(pid, NULL, 0);
        birth->process->pid = pid;
    }
    close(report[0]);
    return failed;
}

static void *keep(void *argument) {
    Birth *birth = argument;
    Process *process = birth->process;
    int failed = give_birth(birth);
    pthread_mutex_lock(&process->mutex);
    process->exec_error = failed;
    set_state(process, failed ? PROCESS_ENDED : PROCESS_RUNNING);
    pthread_mutex_unlock(&process->mutex);
    if (failed)
        return NULL;
    siginfo_t info;
    while (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOWAIT) && errno == EINTR)
        ;
    // Not yet buried, it still keeps its number: the group that is signalled here is surely ours.
    pthread_mutex_lock(&process->mutex);
    kill(-process->pid, SIGKILL);
    waitpid(process->pid, &process->status, 0);
    set_state(process, PROCESS_ENDED);
    pthread_mutex_unlock(&process->mutex);
    return NULL;
}

// The keeper takes no signals: handlers of the program belong to its own threads.
static void start_keeper(Birth *birth) {
    Process *process = birth->process;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    process->keeper = thread_start(keep, birth);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_mutex_lock(&process->mutex);
    while (process->state == PROCESS_STARTING)
        pthread_cond_wait(&process->changed, &process->mutex);
    pthread_mutex_unlock(&process->mutex);
}

static void release(Process *process) {
    thread_join(process->keeper);
    if (process->to_child >= 0)
        close(process->to_child);
    close(process->from_child);
    pthread_cond_destroy(&process->changed);
    pthread_mutex_destroy(&process->mutex);
    text_free(&process->partial);
    free(process->seen.members);
    free(process);
}

Process *process_start(const ProcessSetup *setup, Error *err) {
    Text path = {0}, folder = {0};
    if (!process_find(setup->words[0], &path, err)) {
        text_free(&path);
        return NULL;
    }
    if (setup->own_folder)
        text_add_bytes(&folder, path.chars, (size_t)(strrchr(path.chars, '/') - path.chars) + 1);
    Process *process = mem_new(sizeof *process);
    pthread_mutex_init(&process->mutex, NULL);
    thread_cond_init(&process->changed);
    int in[2], out[2];
    pipe_open(in);
    pipe_open(out);
    int errors = setup->pass_stderr ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    process->to_child = in[1];
    process->from_child = out[0];
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    process->mark = mark_new();
    Birth birth = {.process = process,
                   .path = path.chars,
                   .words = setup->words,
                   .environment = mark_environment(&process->mark),
                   .folder = setup->own_folder ? folder.chars : NULL,
                   .input = in[0],
                   .output = out[1],
                   .errors = errors};
    start_keeper(&birth);
    free(birth.environment);
    close(in[0]);
    close(out[1]);
    if (errors >= 0)
        close(errors);
    text_free(&path);
    text_free(&folder);
    if (!process->exec_error)
        return process;
    error_set(err, "'%.200s' cannot be run: %s", setup->words[0], strerror(process->exec_error));
    release(process);
    return NULL;
}

bool process_alive(Process *process, Text *how) {
    pthread_mutex_lock(&process->mutex);
    bool alive = process->state == PROCESS_RUNNING;
    int status = process->status;
    pthread_mutex_unlock(&process->mutex);
    if (alive || !how)
        return alive;
    if (WIFSIGNALED(status))
        text_addf(how, "died (signal %d)", WTERMSIG(status));
    else
        text_addf(how, "ended with exit code %d", WEXITSTATUS(status));
    return false;
}

// Waits for it to end by itself; false when the moment came first.
static bool wait_for_end(Process *process, int64_t until_us) {
    pthread_mutex_lock(&process->mutex);
    while (process->state == PROCESS_RUNNING &&
           thread_cond_wait_until(&process->changed, &process->mutex, until_us) != ETIMEDOUT)
        ;
    bool ended = process->state == PROCESS_ENDED;
    pthread_mutex_unlock(&process->mutex);
    return ended;
}

// Sleeps until the pipe may be ready, for a slice at most. PROCESS_DONE: it is worth another try.
static ProcessEvent await(int file, short events, int64_t until_us, const StopFlag *stop) {
    if (stop && stop_raised(stop))
        return PROCESS_STOPPED;
    int64_t left_ms = (until_us - clock_now_us() + 999) / 1000;
    if (left_ms <= 0)
        return PROCESS_LATE;
    struct pollfd watch = {.fd = file, .events = events};
    poll(&watch, 1, left_ms < SLICE_MS ? (int)left_ms : SLICE_MS);
    return PROCESS_DONE;
}

// Cuts the next line out of the buffer; false when its end is not there yet.
static bool take_line(Process *process, Text *line) {
    const char *from = process->buffer + process->begin;
    size_t count = process->end - process->begin;
    const char *newline = memchr(from, '\n', count);
    size_t part = newline ? (size_t)(newline - from) : count;
    size_t room = PROCESS_LINE_MAX - process->partial.length;
    text_add_bytes(&process->partial, from, part < room ? part : room);
    process->begin += newline ? part + 1 : part;
    bool last = process->closed && process->partial.length;
    if (!newline && !last)
        return false;
    text_clear(line);
    text_add_bytes(line, text_chars(&process->partial), process->partial.length);
    text_clear(&process->partial);
    while (line->length && line->chars[line->length - 1] == '\r')
        line->chars[--line->length] = 0;
    for (size_t i = 0; i < line->length; i++)
        if (!line->chars[i])
            line->chars[i] = ' ';
    return true;
}

// Fills the empty buffer if there is something to read; false when there is nothing now.
static bool fill(Process *process) {
    ssize_t count = read(process->from_child, process->buffer, READ_BYTES);
    if (count < 0)
        return errno == EINTR;
    process->begin = 0;
    process->end = (size_t)count;
    if (count == 0)
        process->closed = true;
    return true;
}

ProcessEvent process_read_line(Process *process, Text *line, int64_t until_us,
                               const StopFlag *stop) {
    for (;;) {
        if (take_line(process, line))
            return PROCESS_DONE;
        if (process->closed) {
            wait_for_end(process, clock_now_us() + LAST_WORDS_US);
            return PROCESS_CLOSED;
        }
        // Dead is asked first: what it wrote before it died is then surely in the pipe. A process
        // it has started may still hold the other end, so the end of the stream may never come.
        bool dead = !process_alive(process, NULL);
        ProcessEvent waited = await(process->from_child, POLLIN, until_us, stop);
        if (waited != PROCESS_DONE)
            return waited;
        if (!fill(process) && dead)
            process->closed = true;
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

ProcessEvent process_write(Process *process, const char *bytes, size_t count, int64_t until_us,
                           const StopFlag *stop) {
    while (count) {
        if (process->to_child < 0 || !process_alive(process, NULL))
            return PROCESS_CLOSED;
        ssize_t written = write_quietly(process->to_child, bytes, count);
        if (written >= 0) {
            bytes += written;
            count -= (size_t)written;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) {
            wait_for_end(process, clock_now_us() + LAST_WORDS_US);
            return PROCESS_CLOSED;
        }
        ProcessEvent waited = await(process->to_child, POLLOUT, until_us, stop);
        if (waited != PROCESS_DONE)
            return waited;
    }
    return PROCESS_DONE;
}

uint64_t process_memory(Process *process) {
    if (!process_alive(process, NULL))
        return 0;
    ProcessTree tree = {0};
    process_tree_read(&tree, process->pid, &process->mark);
    uint64_t bytes = 0;
    for (size_t i = 0; i < tree.count; i++)
        bytes += tree.members[i].resident_bytes;
    process_tree_merge(&process->seen, &tree);
    free(tree.members);
    return bytes;
}

void process_look(Process *process) {
    process_memory(process);
}

int process_id(const Process *process) {
    return (int)process->pid;
}

const ChildMark *process_mark(const Process *process) {
    return &process->mark;
}

static void signal_group(Process *process, int number) {
    pthread_mutex_lock(&process->mutex);
    if (process->state == PROCESS_RUNNING)
        kill(-process->pid, number);
    pthread_mutex_unlock(&process->mutex);
}

void process_free(Process *process, int64_t grace_ms) {
    if (!process)
        return;
    // What has left the group is found only while its parents live, so earlier finds count too.
    process_look(process);
    if (process->to_child >= 0)
        close(process->to_child);
    process->to_child = -1;
    if (grace_ms > 0 && !wait_for_end(process, clock_now_us() + grace_ms * 1000)) {
        signal_group(process, SIGTERM);
        wait_for_end(process, clock_now_us() + grace_ms * 1000);
    }
    signal_group(process, SIGKILL);
    process_tree_kill(&process->seen);
    mark_kill(&process->mark, 1);
    release(process);
}
