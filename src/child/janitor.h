// SPDX-License-Identifier: MIT
// Ends what our children have started when we ourselves are killed (kill -9).
//
// The kernel kills our children then (process.c asks it to), but not theirs. The janitor is a
// process of our own that only waits for us to be gone; then it kills the process groups it was
// told of, and every process with the mark of one of the programs (mark.h), which has left it.
//
// Any thread may call; make it before there is much memory, for it is a fork of us.
#ifndef CHILD_JANITOR_H
#define CHILD_JANITOR_H

#include "child/mark.h"

typedef struct Janitor Janitor;

Janitor *janitor_new(void);          // NULL on failure; then nothing is cleaned up
void janitor_free(Janitor *janitor); // it goes without killing anything; NULL is fine

// A process group to end with us and the mark of its program, and one that has ended. NULL is fine.
void janitor_watch(Janitor *janitor, int group, const ChildMark *mark);
void janitor_forget(Janitor *janitor, int group);

#endif
