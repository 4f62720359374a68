// SPDX-License-Identifier: MIT
// `tengen lab seed NAME`: the headline table of one of the seed systems, theirs beside ours.
#ifndef CLI_LAB_SEED_H
#define CLI_LAB_SEED_H

#include "cli/command.h"

typedef struct LabSeedOptions {
    const char *name;
    bool faithful;                // as the document has it, slips included
    int64_t depth, threads, size; // LIMIT_NONE: those of the document
} LabSeedOptions;

int lab_seed(const Call *call, const LabSeedOptions *given); // an exit code

#endif
