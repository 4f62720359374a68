// SPDX-License-Identifier: MIT
#include "game/marks.h"

#include "game/coord.h"

// A kind's name, and what to say of its cells and of a group of it.
static const struct {
    const char *name, *cells, *group;
} sayings[MARK_KINDS] = {
    [MARK_WINNING] = {"winning", NULL, "has won by"},
    [MARK_FORBIDDEN] = {"forbidden", "may not play", NULL},
    [MARK_FIVE] = {"five", "makes a five", NULL},
    [MARK_OPEN_FOUR] = {"open-four", "makes an open four", NULL},
    [MARK_FOUR_THREE] = {"four-three", "makes a four-three", NULL},
    [MARK_FOUR] = {"four", "makes a four", "has a four"},
    [MARK_DOUBLE_THREE] = {"double-three", "makes two threes", NULL},
    [MARK_OPEN_THREE] = {"open-three", "makes an open three", "has an open three"},
    [MARK_CONNECTION] = {"connection", "needs for connections", "is connected by"},
    [MARK_DEAD] = {"dead", "gains nothing at", NULL},
    [MARK_PATH] = {"path", "has a shortest path", NULL},
    [MARK_CAPTURED] = {"captured", "has captured", NULL},
    [MARK_OUTSIDE] = {"outside", "loses by playing", NULL},
    [MARK_INFERIOR] = {"inferior", "need not play", NULL},
};

const char *mark_name(MarkKind kind) {
    return sayings[kind].name;
}

static void begin_line(Side side, const char *saying, Text *out) {
    text_addf(out, "%s  %-21s", side == SIDE_BLACK ? "black" : "white", saying);
}

static void marks_of(const Position *position, const Annotations *annotations, Side side,
                     MarkKind kind, Text *out) {
    char word[COORD_CHARS];
    bool begun = false;
    for (size_t i = 0; i < annotations->count; i++) {
        const Mark *mark = &annotations->marks[i];
        if (mark->kind != kind || mark->side != side)
            continue;
        if (!begun)
            begin_line(side, sayings[kind].cells, out);
        begun = true;
        text_addf(out, " %s", move_print(position, mark->cell, word));
        if (mark->reason[0])
            text_addf(out, " (%s)", mark->reason);
    }
    if (begun)
        text_add_char(out, '\n');
}

void marks_text(const Position *position, const Annotations *annotations, Text *out) {
    char word[COORD_CHARS];
    for (int side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
        for (size_t i = 0; i < annotations->group_count; i++) {
            const Group *group = &annotations->groups[i];
            if ((int)group->side != side)
                continue;
            begin_line(group->side, sayings[group->kind].group, out);
            for (size_t c = 0; c < group->count; c++)
                text_addf(out, " %s",
                          move_print(position, annotations->cells[group->first + c], word));
            text_add_char(out, '\n');
        }
        for (int kind = 0; kind < MARK_KINDS; kind++)
            if (sayings[kind].cells)
                marks_of(position, annotations, (Side)side, (MarkKind)kind, out);
    }
}

static void json_kind(Json *json, MarkKind kind, Side side) {
    json_put_text(json, "kind", mark_name(kind));
    json_put_text(json, "side", side == SIDE_BLACK ? "b" : "w");
}

static void json_mark(const Position *position, const Mark *mark, Json *json) {
    char word[COORD_CHARS];
    json_begin_object(json);
    json_put_text(json, "cell", move_print(position, mark->cell, word));
    json_kind(json, mark->kind, mark->side);
    if (mark->reason[0])
        json_put_text(json, "reason", mark->reason);
    json_end_object(json);
}

void marks_json(const Position *position, const Annotations *annotations, Json *json) {
    char word[COORD_CHARS];
    json_begin_object(json);
    json_put_array(json, "marks");
    for (size_t i = 0; i < annotations->count; i++)
        json_mark(position, &annotations->marks[i], json);
    json_end_array(json);
    json_put_array(json, "groups");
    for (size_t i = 0; i < annotations->group_count; i++) {
        const Group *group = &annotations->groups[i];
        json_begin_object(json);
        json_kind(json, group->kind, group->side);
        json_put_array(json, "cells");
        for (size_t c = 0; c < group->count; c++)
            json_text(json, move_print(position, annotations->cells[group->first + c], word));
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}
