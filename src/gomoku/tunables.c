// SPDX-License-Identifier: MIT
// The run-time half of tunables.h; empty unless built with TUNE=1.
#include "gomoku/tunables.h"

#ifdef TUNE

#include <stdint.h>
#include <string.h>

// Below these the search divides by zero, takes the logarithm of a move that is none, calls proven
// what is not, or widens a window for ever.
static const struct {
    const char *name;
    int least;
} floors[] = {
    {"THREES_THREE_PROOF", 1}, {"THREES_FOUR_PROOF", 1}, {"THREES_QUIET_PROOF", 1},
    {"HISTORY_SHARE", 1},      {"HISTORY_MAX", 1},       {"ASPIRATION", 1},
    {"ASPIRATION_GROWTH", 2},  {"LMR_FROM_MOVE", 1},     {"LMR_FROM_DEPTH", 1},
    {"LMR_SCALE", 1},          {"LMR_HISTORY", 1},       {"IIR_DEPTH", 1},
    {"SINGULAR_DEPTH", 1},
};

static int least_of(const char *name) {
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
        if (strcmp(floors[i].name, name) == 0)
            return floors[i].least;
    return -TUNABLE_LIMIT;
}

static const Tunables built_in = {
#define TUNABLE(name, value) .name = value,
#include "gomoku/tunables.def"
#undef TUNABLE
};

#define TUNABLE(name, value) _Thread_local int name = value;
#include "gomoku/tunables.def"
#undef TUNABLE

void tunables_use(const Tunables *tunables) {
#define TUNABLE(name, value) name = tunables->name;
#include "gomoku/tunables.def"
#undef TUNABLE
}

const Option tunables_options[] = {
#define TUNABLE(name, value)                                                                       \
    {"tune." #name, OPTION_TEXT, offsetof(TunableTexts, name), "N", 0, 0, "usually " #value},
#include "gomoku/tunables.def"
#undef TUNABLE
    {0},
};

void tunables_reset(Tunables *tunables) {
    *tunables = built_in;
}

static bool read_one(const char *name, const char *text, int *value, Error *err) {
    int64_t number = 0;
    int least = least_of(name);
    if (!text)
        return true;
    if (!text_to_int(text, &number) || number > TUNABLE_LIMIT)
        return error_set(err, "tune.%s takes a whole number, not '%.40s'", name, text);
    if (number < least)
        return error_set(err, "tune.%s takes a whole number from %d, not '%.40s'", name, least,
                         text);
    *value = (int)number;
    return true;
}

bool tunables_read(Tunables *tunables, const void *options, Error *err) {
    const TunableTexts *texts = options;
    tunables_reset(tunables);
#define TUNABLE(name, value)                                                                       \
    if (!read_one(#name, texts->name, &tunables->name, err))                                       \
        return false;
#include "gomoku/tunables.def"
#undef TUNABLE
    return true;
}

size_t tunables_list(Tunable tunables[TUNABLES_MAX]) {
    const Tunable rows[] = {
#define TUNABLE(name, value) {#name, value, least_of(#name), true},
#include "gomoku/tunables.def"
#undef TUNABLE
    };
    _Static_assert(sizeof rows / sizeof *rows <= TUNABLES_MAX, "room for all of them");
    memcpy(tunables, rows, sizeof rows);
    return sizeof rows / sizeof *rows;
}

#endif
