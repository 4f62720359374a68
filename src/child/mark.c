// SPDX-License-Identifier: MIT
// /proc is read with bare system calls: the janitor, forked from a process with threads, must not
// allocate.
#include "child/mark.h"

#include "base/memory.h"
#include "base/rng.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    ROUNDS = 200, // processes may fork while we look, but not faster than this for long
    PAUSE_NS = 1000000,
    CHUNK = 4096,
};

static const char NAME[] = "TENGEN_CHILD=";

ChildMark mark_new(void) {
    ChildMark mark;
    snprintf(mark.text, sizeof mark.text, "%s%016" PRIx64, NAME, rng_entropy());
    return mark;
}

char **mark_environment(const ChildMark *mark) {
    size_t count = 0, used = 0;
    while (environ && environ[count])
        count++;
    char **copy = mem_new_array(count + 2, sizeof *copy);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], NAME, sizeof NAME - 1) != 0) // ours replaces one we were given
            copy[used++] = environ[i];
    copy[used] = (char *)mark->text;
    return copy;
}

static bool is_one_of(const char *text, const ChildMark *marks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, marks[i].text) == 0)
            return true;
    return false;
}

static int open_environment(pid_t pid) {
    char path[32] = "/proc/", digits[16];
    size_t at = strlen(path), length = 0;
    for (unsigned rest = (unsigned)pid; rest || !length; rest /= 10)
        digits[length++] = (char)('0' + rest % 10);
    while (length)
        path[at++] = digits[--length];
    memcpy(path + at, "/environ", sizeof "/environ");
    return open(path, O_RDONLY | O_CLOEXEC);
}

bool mark_is_on(pid_t pid, const ChildMark *marks, size_t count) {
    int file = open_environment(pid);
    if (file < 0)
        return false;
    char chunk[CHUNK], text[sizeof marks->text];
    size_t length = 0; // of the variable that is being read; only its beginning is kept
    bool found = false;
    for (ssize_t got; !found && (got = read(file, chunk, sizeof chunk)) > 0;)
        for (ssize_t i = 0; i < got && !found; i++) {
            if (length < sizeof text)
                text[length] = chunk[i];
            found = !chunk[i] && length < sizeof text && is_one_of(text, marks, count);
            length = chunk[i] ? length + 1 : 0;
        }
    close(file);
    return found;
}

// As the kernel writes it; there is no such type in any header.
typedef struct MarkEntry {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
} MarkEntry;

static pid_t number_of(const char *name) {
    pid_t number = 0;
    for (; *name >= '0' && *name <= '9'; name++)
        number = number * 10 + (*name - '0');
    return *name ? 0 : number;
}

// Returns whether any process was found.
static bool kill_once(const ChildMark *marks, size_t count) {
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    _Alignas(MarkEntry) char entries[CHUNK];
    bool found = false;
    for (long got; (got = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;)
        for (long at = 0; at < got;) {
            const MarkEntry *entry = (const MarkEntry *)(entries + at);
            pid_t pid = number_of(entry->name);
            at += entry->length;
            if (pid > 0 && mark_is_on(pid, marks, count) && kill(pid, SIGKILL) == 0)
                found = true;
        }
    close(folder);
    return found;
}

void mark_kill(const ChildMark *marks, size_t count) {
    struct timespec pause = {.tv_nsec = PAUSE_NS};
    for (int round = 0; round < ROUNDS && count && kill_once(marks, count); round++)
        nanosleep(&pause, NULL);
}
