// SPDX-License-Identifier: MIT
#include "serve/view.h"

#include "game/coord.h"
#include "game/marks.h"

#include <inttypes.h>
#include <stdio.h>

const char *view_side(Side side) {
    return side == SIDE_BLACK ? "b" : "w";
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
    json_put_text(json, "cells", text);
}

static void plies(const Position *position, Json *json) {
    json_put_array(json, "plies");
    for (size_t i = 0; i < position->ply_count; i++) {
        json_begin_object(json);
        json_key(json, "move");
        view_move(position, position->plies[i].move, json);
        json_put_text(json, "side", view_side(position->plies[i].side));
        json_end_object(json);
    }
    json_end_array(json);
}

// What may be chosen now beside a stone, and where stones may lie.
static void phase(const Game *game, Json *json) {
    Phase now = game_phase(game);
    json_put_array(json, "choices");
    if (!game_over(game)) {
        if (now.may_swap_sides)
            json_text(json, "swap-sides");
        if (now.may_swap_pieces)
            json_text(json, "swap-pieces");
        if (now.may_put_two)
            json_text(json, "put-two");
    }
    json_end_array(json);
    json_put_bool(json, "placing", now.placing);
    json_put_bool(json, "centre_only", now.centre_only);
    json_put_int(json, "clear_centre", now.clear_centre);
}

void view_game(const Game *game, Json *json) {
    const Position *position = game_position(game);
    cells(position, json);
    plies(position, json);
    json_put_text(json, "to_move", view_side(position->to_move));
    json_put_text(json, "actor", game_actor(game) == SEAT_FIRST ? "first" : "second");
    json_put_text(json, "first", view_side(game_seat_side(game, SEAT_FIRST)));
    phase(game, json);
    json_put_text(json, "result", result_name(game_result(game)));
    json_put_text(json, "reason", game_result_reason(game));
    char key[24];
    snprintf(key, sizeof key, "%016" PRIx64, position_canonical_key(position));
    json_put_text(json, "key", key);
    Annotations annotations = {0};
    position_annotate(position, &annotations);
    json_key(json, "notes");
    marks_json(position, &annotations, json);
    annotations_free(&annotations);
}
