// SPDX-License-Identifier: MIT
// A POSITION is a move list without its heading, so the reader of move lists reads it.
#include "game/notation.h"

#include "game/coord.h"
#include "game/formats.h"

#include <string.h>

static bool is_dash(const char *text) {
    static const char space[] = " \f\n\r\t\v";
    text += strspn(text, space);
    return *text == '-' && !text[1 + strspn(text + 1, space)];
}

// The end of the record, with the turn changed where the caller insists. Frees the record.
static Position *position_of(Record *record, int to_move, Error *err) {
    Position *position = record ? record_replay(record, err) : NULL;
    if (position && to_move >= 0)
        position_set_to_move(position, (Side)to_move);
    record_free(record);
    return position;
}

Position *position_parse(const GameType *type, const char *rule, int width, int height,
                         const char *text, int to_move, Error *err) {
    const GameType *const games[] = {type, NULL};
    RecordHints hints = {.games = games,
                         .game = type,
                         .rule = rule ? rule : type->rules[0].name,
                         .width = width,
                         .height = height};
    size_t length = is_dash(text) ? 0 : strlen(text);
    return position_of(movelist_parse(text, length, &hints, err), to_move, err);
}

Position *position_read(const char *text, const RecordHints *hints, int to_move, Error *err) {
    RecordFormat format = RECORD_SGF;
    Record *record;
    if (record_format_of(text, &format))
        record = record_read(text, hints, err);
    else if (*text == '#' || strstr(text, "hexworld.org"))
        record = hexworld_parse(text, strlen(text), hints, err);
    else
        record = movelist_parse(text, is_dash(text) ? 0 : strlen(text), hints, err);
    return position_of(record, to_move, err);
}

// Did every stone come by a move, Black first and in turn? Then the moves say it all.
static bool arose_by_moves(const Position *position) {
    int stones = 0;
    Side side = SIDE_BLACK;
    for (size_t i = 0; i < position->ply_count; i++) {
        Ply ply = position->plies[i];
        if (ply.side != side)
            return false;
        stones += move_is_stone(ply.move);
        side = record_side_after(ply.move, ply.side);
    }
    return stones == position->stones;
}

static void print_stones(const Position *position, Text *out) {
    char word[COORD_CHARS];
    bool black = false;
    for (Cell value = CELL_BLACK; value <= CELL_WHITE; value++) {
        size_t found = 0;
        for (int y = 0; y < position->height; y++)
            for (int x = 0; x < position->width; x++) {
                Move cell = move_at(x, y);
                if (position_at(position, cell) != value)
                    continue;
                const char *colour = value == CELL_BLACK ? "B:" : black ? ";W:" : "W:";
                text_addf(out, "%s%s", found++ ? "," : colour, move_print(position, cell, word));
                black |= value == CELL_BLACK;
            }
    }
}

void position_print(const Position *position, Text *out) {
    char word[COORD_CHARS];
    bool moves = arose_by_moves(position);
    if (!moves && position->stones) {
        print_stones(position, out);
    } else if (!moves || !position->ply_count) {
        text_add_char(out, '-');
    } else {
        for (size_t i = 0; i < position->ply_count; i++)
            text_addf(out, "%s%s", i ? " " : "",
                      move_print(position, position->plies[i].move, word));
    }
}
