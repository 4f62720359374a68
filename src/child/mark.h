// SPDX-License-Identifier: MIT
// A variable in a program's environment by which all it starts can be told: it is inherited from
// parent to child, also by those who leave their group, make a session of their own and lose their
// parent, so that nothing else leads back to where they came from.
//
//     program (mark) --- fork ---> half-way (mark) -- setsid, fork ---> daemon (mark), parent: init
//
// Only a process that clears its environment escapes.
#ifndef CHILD_MARK_H
#define CHILD_MARK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct ChildMark {
    char text[32]; // "TENGEN_CHILD=0123456789abcdef"
} ChildMark;

ChildMark mark_new(void); // unlike any other

// Our environment with the mark in it, for execve(). free() the array; the texts are not copied.
char **mark_environment(const ChildMark *mark);

// Does this process carry one of the marks? Async-signal-safe.
bool mark_is_on(pid_t pid, const ChildMark *marks, size_t count);

// SIGKILL for every process with one of the marks, until there is none. Async-signal-safe.
void mark_kill(const ChildMark *marks, size_t count);

#endif
