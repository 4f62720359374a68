// SPDX-License-Identifier: MIT
#include "serve/view.h"

#include "game/coord.h"
#include "game/marks.h"

#include <inttypes.h>
#include <stdio.h>

static const char *letter(Side side) {
    return side == SIDE_BLACK ? "b" : "w";
}

static void field(Json *json, const char *key, const char *text) {
    json_key(json, key);
    json_text(json, text);
}

static void flag(Json *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}

void view_move(const Position *position, Move move, Json *json) {
    char word[COORD_CHARS];
    json_text(json, move == MOVE_NONE ? NULL : move_print(position, move, word));
}

// Row by row from the top: '.', 'b' or 'w'.
static void cells(const Position *position, Json *json) {
    char text[BOARD_POINTS + 1];
    size_t at = 0;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            text[at++] = ".bw"[position_at(position, move_at(x, y))];
    text[at] = '\0';
    field(json, "cells", text);
}

static void plies(const Position *position, Json *json) {
    json_key(json, "plies");
    json_begin_array(json);
    for (size_t i = 0; i < position->ply_count; i++) {
        json_begin_object(json);
        json_key(json, "move");
        view_move(position, position->plies[i].move, json);
        field(json, "side", letter(position->plies[i].side));
        json_end_object(json);
    }
    json_end_array(json);
}

// What may be chosen now beside a stone, and where stones may lie.
static void phase(const Game *game, Json *json) {
    Phase now = game_phase(game);
    json_key(json, "choices");
    json_begin_array(json);
    if (!game_over(game)) {
        if (now.may_swap_sides)
            json_text(json, "swap-sides");
        if (now.may_swap_pieces)
            json_text(json, "swap-pieces");
        if (now.may_put_two)
            json_text(json, "put-two");
    }
    json_end_array(json);
    flag(json, "placing", now.placing);
    flag(json, "centre_only", now.centre_only);
    json_key(json, "clear_centre");
    json_int(json, now.clear_centre);
}

void view_game(const Game *game, Json *json) {
    const Position *position = game_position(game);
    cells(position, json);
    plies(position, json);
    field(json, "to_move", letter(position->to_move));
    field(json, "actor", game_actor(game) == SEAT_FIRST ? "first" : "second");
    field(json, "first", letter(game_seat_side(game, SEAT_FIRST)));
    phase(game, json);
    field(json, "result", result_name(game_result(game)));
    field(json, "reason", game_result_reason(game));
    char key[24];
    snprintf(key, sizeof key, "%016" PRIx64, position_canonical_key(position));
    field(json, "key", key);
    Annotations annotations = {0};
    position_annotate(position, &annotations);
    json_key(json, "notes");
    marks_json(position, &annotations, json);
    annotations_free(&annotations);
}

void view_proof(const Line *line, Json *json) {
    char text[24];
    if (line->drawn) {
        json_text(json, "draw");
    } else if (score_is_proven(line->score)) {
        snprintf(text, sizeof text, "%s %d", line->score > 0 ? "win" : "loss",
                 score_plies(line->score));
        json_text(json, text);
    } else {
        json_null(json);
    }
}

void view_line(const Position *position, const Line *line, int depth, Json *json) {
    json_begin_object(json);
    json_key(json, "win");
    json_number(json, line->win, 4);
    json_key(json, "score");
    json_int(json, line->score);
    json_key(json, "proven");
    view_proof(line, json);
    json_key(json, "visits");
    if (line->visits >= 0)
        json_int(json, line->visits);
    else
        json_null(json);
    json_key(json, "depth");
    json_int(json, depth);
    json_key(json, "pv");
    json_begin_array(json);
    for (size_t i = 0; i < line->pv_length; i++)
        view_move(position, line->pv[i], json);
    json_end_array(json);
    json_end_object(json);
}
