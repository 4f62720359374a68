// SPDX-License-Identifier: MIT
// An external program, running: lines in, lines out, and a sure end.
//
// Nothing here waits longer than it was told, whatever the program does: it may be silent, deaf,
// endless, forking or dead. When it ends, or is made to end, or when *we* end, however abruptly, all it
// has started ends with it, wherever that has gone (janitor.h).
// Signal dispositions of our own process are never touched.
//
// One thread at a time may use a Process.
#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

#include "base/error.h"
#include "base/text.h"
#include "search/stop.h"

#include <stdint.h>

enum { PROCESS_LINE_MAX = 64 << 10 }; // of a longer line the rest is dropped

typedef struct Process Process;

typedef struct ProcessSetup {
    char *const *words; // program and arguments, NULL-ended; no shell is run
    bool own_folder;    // start it in the folder of the program, else in ours
    bool pass_stderr;   // its complaints go to our stderr, else nowhere
} ProcessSetup;

// Can this program be run? Looks along PATH unless the name has a slash. False with a sentence.
bool process_find(const char *program, Text *path, Error *err);

// NULL with a sentence when it cannot be started.
Process *process_start(const ProcessSetup *setup, Error *err);

typedef enum ProcessEvent {
    PROCESS_DONE,    // a line was read, or all was written
    PROCESS_LATE,    // the moment has come
    PROCESS_STOPPED, // the flag was raised (seen within 5 ms)
    PROCESS_CLOSED,  // it has ended, or closed its end
} ProcessEvent;

// The next line without its LF or CR LF; NUL bytes in it become spaces. `until_us` is a moment of
// clock_now_us(); `stop` may be NULL. A line already there is given even when the moment has come.
ProcessEvent process_read_line(Process *process, Text *line, int64_t until_us,
                               const StopFlag *stop);
ProcessEvent process_write(Process *process, const char *bytes, size_t count, int64_t until_us,
                           const StopFlag *stop);

// Is it still there? When not, `how` (may be NULL) gets the rest of "it ...": "ended with exit code
// 3", "died (signal 11)".
bool process_alive(Process *process, Text *how);

// It and all it has started: how many, and their resident bytes, shared pages counted in each.
size_t process_count(Process *process);
uint64_t process_memory(Process *process);
int process_id(const Process *process);

// Ends it: its input is closed, then after `grace_ms` SIGTERM, after as long again SIGKILL to all
// that is left of it. With 0 SIGKILL at once. Reaped when this returns. NULL is fine.
void process_free(Process *process, int64_t grace_ms);

#endif
