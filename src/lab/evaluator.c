// SPDX-License-Identifier: MIT
#include "lab/evaluator.h"

#include "base/text.h"

#include <string.h>

// A row a line, so that additions do not meet.
// clang-format off
const Evaluator *const lab_evaluators[] = {
    &windows_evaluator,
    &distance_evaluator,
    &gomokuku_evaluator,
    &sustech_evaluator,
    &hust_evaluator,
    &hexmax_evaluator,
    NULL,
};
// clang-format on

const Evaluator *evaluator_find(const char *name, const GameType *game, Error *err) {
    Text known = {0};
    const Evaluator *const *row = lab_evaluators;
    for (; *row && ((*row)->game != game || (name && strcmp((*row)->name, name) != 0)); row++)
        if ((*row)->game == game)
            text_addf(&known, "%s%s", known.length ? ", " : "", (*row)->name);
    if (!*row)
        error_set(err, "no evaluation '%.40s' for %s; there are: %s", name ? name : "", game->name,
                  known.length ? text_chars(&known) : "none");
    text_free(&known);
    return *row;
}

static bool near_a_stone(const Position *position, Move cell) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int seen = cell_seen(position, move_x(cell) + dx, move_y(cell) + dy);
            if (seen == CELL_BLACK || seen == CELL_WHITE)
                return true;
        }
    return false;
}

size_t neighbours_of_stones(const Position *position, Move *moves) {
    Move legal[MOVES_MAX];
    size_t legal_count = position_moves(position, legal), count = 0;
    if (!position->stones && legal_count) {
        moves[0] = move_at(position->width / 2, position->height / 2);
        return 1;
    }
    for (size_t i = 0; i < legal_count; i++)
        if (near_a_stone(position, legal[i]))
            moves[count++] = legal[i];
    if (count)
        return count;
    memcpy(moves, legal, legal_count * sizeof *legal);
    return legal_count;
}
