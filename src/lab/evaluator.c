// SPDX-License-Identifier: MIT
#include "lab/evaluator.h"

#include "base/text.h"

#include <string.h>

// A row a line, so that additions do not meet.
// clang-format off
const Evaluator *const lab_evaluators[] = {
    &gomokuku_evaluator,
    &sustech_evaluator,
    &hust_evaluator,
    &hexmax_evaluator,
    &windows_evaluator,
    &distance_evaluator,
    NULL,
};
// clang-format on

const Evaluator *evaluator_find(const char *name, const GameType *game, Error *err) {
    Text known = {0};
    const Evaluator *found = NULL;
    for (const Evaluator *const *row = lab_evaluators; *row && !found; row++) {
        if ((*row)->game != game)
            continue;
        if (strcmp((*row)->name, name) == 0)
            found = *row;
        text_addf(&known, "%s%s", known.length ? ", " : "", (*row)->name);
    }
    if (!found)
        error_set(err, "no evaluation '%.40s' for %s; there are: %s", name, game->name,
                  text_chars(&known));
    text_free(&known);
    return found;
}
