// SPDX-License-Identifier: MIT
// The process that stands between us and one program, so that nothing the program starts can outlive
// either of us.
//
//     we ---> janitor ---> program ---> what it starts ---> ...
//
// It has asked the kernel for every orphan below it (PR_SET_CHILD_SUBREAPER): what leaves the group,
// makes a session of its own, clears its environment and loses its parent becomes the janitor's child. When
// the program has ended, or we say so, or we are gone without a word (kill -9), it kills its children and
// theirs until there is none.
//
// One thread at a time may use a Janitor.
#ifndef CHILD_JANITOR_H
#define CHILD_JANITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Janitor Janitor;

// A program to be run; all of it belongs to the caller and may go when janitor_start() has returned.
typedef struct JanitorErrand {
    const char *path;
    char *const *words;        // NULL-ended
    const char *folder;        // to run in; NULL: ours
    int input, output, errors; // become 0, 1 and 2; errors < 0: ours
} JanitorErrand;

// NULL with an errno in `failed` when the program cannot be run.
Janitor *janitor_start(const JanitorErrand *errand, int *failed);

int janitor_id(const Janitor *janitor);      // the parent of all it looks after
int janitor_program(const Janitor *janitor); // the program, leader of its process group

// Waits for the program to end by itself. False when the moment of clock_now_us() came first; 0 only looks.
// Then `status` (may be NULL) is as waitpid() gives it.
bool janitor_await(Janitor *janitor, int64_t until_us, int *status);

void janitor_terminate(Janitor *janitor); // SIGTERM for the program's group
void janitor_free(Janitor *janitor); // SIGKILL for all that is left; all are buried. NULL is fine

// A pipe whose ends are closed on exec and are not 0, 1 or 2: those are about to be replaced.
void pipe_open(int ends[2]);

// write() to a pipe without a reader raises SIGPIPE. It is held back in this thread alone and taken off
// the pending ones, so that the process's disposition does not change.
ssize_t write_quietly(int file, const void *bytes, size_t count);

#endif
