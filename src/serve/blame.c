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

// Only the first move of the line is judged: what is made deeper in it needs all that goes before, and
// may lie on the very point that was played instead.
static Blame blame(BlameKind kind, const Position *position, const Line *line) {
    Blame out = {.kind = kind, .cell = line->pv[0]};
    out.has_mark = blow_at(position, position->to_move, out.cell, &out.mark);
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
    bool other = best->pv_length && best->pv[0] != position_last_move(after);
    if (best->win > 0.5 && other)
        return blame(BLAME_MISSED, before, best);
    return (Blame){.cell = MOVE_NONE};
}
