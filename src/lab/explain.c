// SPDX-License-Identifier: MIT
#include "lab/explain.h"

#include "base/json.h"
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

static void tell(const WalkEvent *event, bool over, Text *out) {
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
}

static void put_value(Json *json, const char *name, int64_t value) {
    json_key(json, name);
    if (value >= LAB_INFINITE || value <= -LAB_INFINITE)
        json_null(json);
    else
        json_int(json, value);
}

static void tell_json(const WalkEvent *event, Text *out) {
    static const char *const kinds[] = {[WALK_ENTER] = "enter",
                                        [WALK_LEAF] = "leaf",
                                        [WALK_KNOWN] = "known",
                                        [WALK_CUT] = "cut",
                                        [WALK_LEAVE] = "leave"};
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_text(&json, "event", kinds[event->kind]);
    json_put_int(&json, "ply", event->ply);
    json_put_int(&json, "depth", event->depth);
    json_put_text(&json, "move",
                  event->move == MOVE_NONE ? NULL : move_print(event->position, event->move, word));
    if (event->kind == WALK_ENTER || event->kind == WALK_LEAVE) {
        put_value(&json, "alpha", event->alpha);
        put_value(&json, "beta", event->beta);
    }
    if (event->kind == WALK_CUT)
        json_put_int(&json, "left_out", (int64_t)event->left_out);
    else if (event->kind != WALK_ENTER)
        put_value(&json, "value", event->value);
    json_end_line(&json);
}

void explain_event(const WalkEvent *event, void *user) {
    Explanation *explanation = user;
    if (explanation->lines >= EXPLAIN_LINES_MAX) {
        explanation->full = true;
        return;
    }
    bool over = position_result(event->position) != RESULT_NONE;
    // A leaf says all there is on one line.
    if (event->kind == WALK_ENTER && (event->depth == 0 || over))
        return;
    if (explanation->json)
        tell_json(event, &explanation->text);
    else
        tell(event, over, &explanation->text);
    explanation->lines++;
}
