// SPDX-License-Identifier: MIT
// All that descends from a process, as /proc shows it: for measuring memory.
#ifndef CHILD_PROCESS_TREE_H
#define CHILD_PROCESS_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ProcessTree {
    size_t count;
    uint64_t resident_bytes; // shared pages counted in each
} ProcessTree;

// The children of `root`, theirs, and so on; `root` itself is not counted.
ProcessTree process_tree_read(pid_t root);

#endif
