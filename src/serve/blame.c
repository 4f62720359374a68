// SPDX-License-Identifier: MIT
#include "serve/blame.h"

// What a stone of `side` on this cell makes, if it is a blow. In order of importance, as MarkKind
// is.
static bool blow_at(const Position *position, Side side, Move cell, MarkKind *kind) {
    Annotations annotations = {0};
    position_annotate(position, &annotations);
    *kind = MARK_KINDS;
    for (size_t i = 0; i < annotations.count; i++) {
        const Mark *mark = &annotations.marks[i];
        bool blow = mark->kind == MARK_FIVE || mark->kind == MARK_OPEN_FOUR ||
                    mark->kind == MARK_FOUR_THREE || mark->kind == MARK_DOUBLE_THREE;
        if (blow && mark->side == side && mark->cell == cell && mark->kind < *kind)
            *kind = mark->kind;
    }
    annotations_free(&annotations);
    return *kind != MARK_KINDS;
}

// The first blow of the side to move along the line: a win often begins with a quiet move or a
// plain four.
static bool blow_in(const Position *position, const Line *line, Move *cell, MarkKind *kind) {
    Position *walk = position_clone(position);
    Side side = walk->to_move;
    bool found = false;
    for (size_t i = 0; !found && i < line->pv_length && i < 9; i++) {
        if (position_check(walk, line->pv[i], NULL) != VERDICT_LEGAL)
            break;
        *cell = line->pv[i];
        found = walk->to_move == side && blow_at(walk, side, *cell, kind);
        position_play(walk, line->pv[i], NULL);
    }
    position_free(walk);
    return found;
}

static Blame blame(BlameKind kind, const Position *position, const Line *line) {
    Blame out = {.kind = kind};
    out.has_mark = blow_in(position, line, &out.cell, &out.mark);
    if (!out.has_mark)
        out.cell = line->pv_length ? line->pv[0] : MOVE_NONE;
    out.plies = score_is_proven(line->score) && line->score > 0 ? score_plies(line->score) : 0;
    if (!out.has_mark && !out.plies)
        out.kind = BLAME_NONE;
    return out;
}

Blame blame_find(const Position *before, const Line *best, const Position *after,
                 const Line *reply) {
    // A win given away comes first, unless the position is now lost.
    if (reply->win > 0.5 && reply->pv_length) {
        Blame allowed = blame(BLAME_ALLOWED, after, reply);
        if (allowed.kind != BLAME_NONE)
            return allowed;
    }
    if (best->win > 0.5 && best->pv_length)
        return blame(BLAME_MISSED, before, best);
    return (Blame){.cell = MOVE_NONE};
}
