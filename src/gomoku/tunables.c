// SPDX-License-Identifier: MIT
// The run-time half of tunables.h; empty unless built with TUNE=1.
#include "gomoku/tunables.h"

#ifdef TUNE

#include <stdint.h>

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
    if (!text)
        return true;
    if (!text_to_int(text, &number) || number < -1000000000 || number > 1000000000)
        return error_set(err, "tune.%s takes a whole number, not '%.40s'", name, text);
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

#endif
