// SPDX-License-Identifier: MIT
// The numbers of tunables.def: constants, unless the program is built with TUNE=1. Then every
// search has its own, set by options of its SPEC (tengen:tune.RAZOR_DEPTH=4), so that one program
// can play against itself with other numbers.
#ifndef GOMOKU_TUNABLES_H
#define GOMOKU_TUNABLES_H

#include "gomoku/weights.h"

// Sizes and speeds, which are not worth tuning.
enum {
    VCF_CACHE_BYTES = 4 << 20, // for what leads nowhere
    THREES_SHARE = 4,          // for the proofs of the threat search: so large a part of the memory
    STONES_A_MS = 2000, // a fast machine, for the part of the table that a limit in time can fill
};

#ifndef TUNE

enum {
#define TUNABLE(name, value) name = value,
#include "gomoku/tunables.def"
#undef TUNABLE
};

#else

#include "base/option.h"
#include "search/tunable.h"

typedef struct Tunables {
#define TUNABLE(name, value) int name;
#include "gomoku/tunables.def"
#undef TUNABLE
} Tunables;

// As given, NULL: as it is. The options are a row for each, "tune.NAME".
typedef struct TunableTexts {
#define TUNABLE(name, value) char *name;
#include "gomoku/tunables.def"
#undef TUNABLE
} TunableTexts;
extern const Option tunables_options[];
void tunables_reset(Tunables *tunables); // to the values of tunables.def
bool tunables_read(Tunables *tunables, const void *options, Error *err);
size_t tunables_list(Tunable tunables[TUNABLES_MAX]); // returns how many there are

// What this thread searches by: variables that are set where it begins to work for a search.
#define TUNABLE(name, value) extern _Thread_local int name;
#include "gomoku/tunables.def"
#undef TUNABLE
void tunables_use(const Tunables *tunables);

#endif

#endif
