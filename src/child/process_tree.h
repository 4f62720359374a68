// SPDX-License-Identifier: MIT
// A process and its descendants, from /proc: to measure their memory and to leave none behind.
#ifndef CHILD_PROCESS_TREE_H
#define CHILD_PROCESS_TREE_H

#include "child/mark.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct TreeMember {
    pid_t pid;
    uint64_t started; // in ticks since boot: tells a process from a later one with the same number
    uint64_t resident_bytes;
} TreeMember;

typedef struct ProcessTree {
    TreeMember *members; // free() it
    size_t count, capacity;
} ProcessTree;

// `leader`, the members of its process group, and every descendant of one of them, even if
// it has made a group of its own; and every process with the mark, even if its parents are gone.
// Replaces what `tree` held.
void process_tree_read(ProcessTree *tree, pid_t leader, const ChildMark *mark);

// Adds to `tree` the processes in `more` only: a dying parent's children are listed no more.
void process_tree_merge(ProcessTree *tree, const ProcessTree *more);

// SIGKILL for every member that is still the process it was when the tree was read.
void process_tree_kill(const ProcessTree *tree);

#endif
