// SPDX-License-Identifier: MIT
#include "child/process.h"

#include "base/clock.h"
#include "base/memory.h"
#include "child/janitor.h"
#include "child/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SLICE_MS = 5, // how long a raised flag may go unseen
    READ_BYTES = 16 << 10,
    LAST_WORDS_US = 200000, // between closing its output and being dead
};

struct Process {
    Janitor *janitor;
    int to_child, from_child; // our ends, non-blocking
    char buffer[READ_BYTES];  // read and not yet handed out
    size_t begin, end;
    Text partial; // a line whose end has not come yet
    bool closed;  // its output has ended
};

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

static void release(Process *process) {
    janitor_free(process->janitor);
    if (process->to_child >= 0)
        close(process->to_child);
    close(process->from_child);
    text_free(&process->partial);
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
    int in[2], out[2];
    pipe_open(in);
    pipe_open(out);
    int errors = setup->pass_stderr ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    process->to_child = in[1];
    process->from_child = out[0];
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    int failed;
    process->janitor =
        janitor_start(&(JanitorErrand){.path = path.chars,
                                       .words = setup->words,
                                       .folder = setup->own_folder ? folder.chars : NULL,
                                       .input = in[0],
                                       .output = out[1],
                                       .errors = errors},
                      &failed);
    close(in[0]);
    close(out[1]);
    if (errors >= 0)
        close(errors);
    text_free(&path);
    text_free(&folder);
    if (process->janitor)
        return process;
    error_set(err, "'%.200s' cannot be run: %s", setup->words[0], strerror(failed));
    release(process);
    return NULL;
}

bool process_alive(Process *process, Text *how) {
    int status;
    if (!janitor_await(process->janitor, 0, &status))
        return true;
    if (!how)
        return false;
    if (WIFSIGNALED(status))
        text_addf(how, "died (signal %d)", WTERMSIG(status));
    else
        text_addf(how, "ended with exit code %d", WEXITSTATUS(status));
    return false;
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
            janitor_await(process->janitor, clock_now_us() + LAST_WORDS_US, NULL);
            return PROCESS_CLOSED;
        }
        // Dead is asked first: what it wrote before it died is then surely in the pipe. A process it
        // has started may still hold the other end, so the end of the stream may never come.
        bool dead = !process_alive(process, NULL);
        ProcessEvent waited = await(process->from_child, POLLIN, until_us, stop);
        if (waited != PROCESS_DONE)
            return waited;
        if (!fill(process) && dead)
            process->closed = true;
    }
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
            janitor_await(process->janitor, clock_now_us() + LAST_WORDS_US, NULL);
            return PROCESS_CLOSED;
        }
        ProcessEvent waited = await(process->to_child, POLLOUT, until_us, stop);
        if (waited != PROCESS_DONE)
            return waited;
    }
    return PROCESS_DONE;
}

uint64_t process_memory(Process *process) {
    return process_tree_read(janitor_id(process->janitor)).resident_bytes;
}

size_t process_count(Process *process) {
    return process_tree_read(janitor_id(process->janitor)).count;
}

int process_id(const Process *process) {
    return janitor_program(process->janitor);
}

void process_free(Process *process, int64_t grace_ms) {
    if (!process)
        return;
    if (process->to_child >= 0)
        close(process->to_child);
    process->to_child = -1;
    if (grace_ms > 0 && !janitor_await(process->janitor, clock_now_us() + grace_ms * 1000, NULL)) {
        janitor_terminate(process->janitor);
        janitor_await(process->janitor, clock_now_us() + grace_ms * 1000, NULL);
    }
    release(process);
}
