// SPDX-License-Identifier: MIT
#include "lab/explain.h"

#include "game/coord.h"

#include <inttypes.h>

void explain_value(int64_t value, Text *out) {
    if (value >= LAB_INFINITE || value <= -LAB_INFINITE)
        text_add(out, value > 0 ? "+inf" : "-inf");
    else if (value >= VALUE_WIN || value <= -VALUE_WIN)
        text_addf(out, "%s+%" PRId64, value > 0 ? "won" : "lost",
                  (value > 0 ? value : -value) - VALUE_WIN);
    else
        text_addf(out, "%" PRId64, value);
}

static void add_move(const WalkEvent *event, Text *out) {
    char word[COORD_CHARS];
    for (int i = 0; i < event->ply; i++)
        text_add(out, "    ");
    text_add(out,
             event->move == MOVE_NONE ? "root" : move_print(event->position, event->move, word));
}

static void add_window(const WalkEvent *event, Text *out) {
    text_add(out, " (");
    explain_value(event->alpha, out);
    text_add(out, ", ");
    explain_value(event->beta, out);
    text_add(out, ")");
}

// At the edges of its window a value is only a bound.
static void add_result(const WalkEvent *event, Text *out) {
    text_add(out, event->value <= event->alpha  ? " at most "
                  : event->value >= event->beta ? " at least "
                                                : " = ");
    explain_value(event->value, out);
}

void explain_event(const WalkEvent *event, void *user) {
    Explanation *explanation = user;
    Text *out = &explanation->text;
    if (explanation->lines >= EXPLAIN_LINES_MAX) {
        explanation->full = true;
        return;
    }
    bool over = position_result(event->position) != RESULT_NONE;
    // A leaf says all there is on one line.
    if (event->kind == WALK_ENTER && (event->depth == 0 || over))
        return;
    add_move(event, out);
    switch (event->kind) {
    case WALK_ENTER:
        add_window(event, out);
        break;
    case WALK_LEAF:
    case WALK_KNOWN:
        text_add(out, event->kind == WALK_LEAF ? " = " : " from the table: ");
        explain_value(event->value, out);
        if (event->kind == WALK_LEAF && over)
            text_add(out, " the game is over");
        break;
    case WALK_CUT:
        text_addf(out, " cut: %zu move%s left out", event->left_out,
                  event->left_out == 1 ? "" : "s");
        break;
    case WALK_LEAVE:
        add_result(event, out);
        break;
    }
    text_add_char(out, '\n');
    explanation->lines++;
}
