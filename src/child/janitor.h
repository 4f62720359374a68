// SPDX-License-Identifier: MIT
// Ends what our children have started when we ourselves end without a word (kill -9).
//
// The kernel kills our children then (process.c asks it to), but not theirs. The janitor is a process
// of our own that does nothing but wait for us to be gone; then it kills the process groups it was
// told of. Whoever has left his group for a session of his own is beyond its reach: such are found
// only while we live.
//
// Any thread may call; make it before there is much memory, for it is a fork of us.
#ifndef CHILD_JANITOR_H
#define CHILD_JANITOR_H

typedef struct Janitor Janitor;

Janitor *janitor_new(void);          // NULL when there can be none; then nobody cleans up
void janitor_free(Janitor *janitor); // it goes without killing anybody; NULL is fine

// A process group to end with us, and one that has ended. NULL is fine.
void janitor_watch(Janitor *janitor, int group);
void janitor_forget(Janitor *janitor, int group);

#endif
