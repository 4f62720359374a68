// SPDX-License-Identifier: MIT
// The pages of `tengen help`, as text: help.c shows them, man.c sets them for troff.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/command.h"

// What several commands share: how a POSITION is written, which players there are ...
typedef struct Topic {
    const char *name, *summary;
    void (*write)(const Registry *registry, Text *out);
} Topic;

extern const Topic help_topics[]; // ends with a NULL name
extern const char help_intro[];

// The whole manual page as troff source.
void man_page(const Registry *registry, Text *out);

#endif
