// SPDX-License-Identifier: MIT
// A number of a search that could have been another. Builds with TUNE=1 take it as an option
// "tune.NAME" of a player's SPEC, and `tengen tune` looks for a better one by games.
#ifndef SEARCH_TUNABLE_H
#define SEARCH_TUNABLE_H

#include <stdbool.h>

typedef struct Tunable {
    const char *name;
    double usual; // what it is built with
    double least; // below there is something the search cannot work with
    bool whole;   // whole numbers only
} Tunable;

enum {
    TUNABLES_MAX = 128,
    TUNABLE_LIMIT = 1000000000, // none is larger, nor further below zero
};

#endif
