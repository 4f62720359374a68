// SPDX-License-Identifier: MIT
// The games as the page's script reads them: one JSON object, small, with everything decided here
// that takes rules to decide. A move is a letter and a cell:
//
//     bh8  a black stone          wh8  a white one
//     sd5  pieces swapped: the only stone is now a white one on d5
//     t u p r                     sides swapped, put two, pass, resign
//     !h8                         what a player answered and the rules refused
#include "match/report_private.h"

#include "base/json.h"
#include "base/memory.h"
#include "game/coord.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 400 }; // bytes of a program's words; the SGF has them all

// --- openings: games that begin with the same stones ---

typedef struct Start {
    const char *text; // POSITION
    Side to_move;
    int64_t number; // the smallest of its opening numbers
    OpeningTally tally;
} Start;

typedef struct Starts {
    Start *items; // sorted by text, then as they come
    size_t count;
    size_t *of_game; // [game] its start
} Starts;

static int by_start(const void *a, const void *b) {
    const Played *x = *(const Played *const *)a, *y = *(const Played *const *)b;
    int order = strcmp(x->start, y->start);
    if (order)
        return order;
    if (x->to_move != y->to_move)
        return x->to_move < y->to_move ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static Starts find_starts(const Archive *archive) {
    size_t count = archive->count;
    Starts starts = {mem_new_array(count + 1, sizeof *starts.items), 0,
                     mem_new_array(count + 1, sizeof *starts.of_game)};
    const Played **begun = mem_new_array(count + 1, sizeof *begun);
    for (size_t i = 0; i < count; i++)
        begun[i] = &archive->games[i];
    qsort(begun, count, sizeof *begun, by_start);
    for (size_t i = 0; i < count; i++) {
        const Played *played = begun[i];
        size_t game = (size_t)(played - archive->games);
        Start *last = starts.count ? &starts.items[starts.count - 1] : NULL;
        if (!last || strcmp(last->text, played->start) != 0 || last->to_move != played->to_move) {
            last = &starts.items[starts.count++];
            *last = (Start){
                .text = played->start, .to_move = played->to_move, .number = played->opening};
        }
        starts.of_game[game] = starts.count - 1;
        if ((int64_t)game < archive->standing.games)
            opening_tally_add(&last->tally, played);
    }
    free(begun);
    return starts;
}

static void add_stone(Text *out, const PlayedContext *context, Side side, Move cell) {
    char word[COORD_CHARS];
    text_addf(out, "%s%c%s", out->length ? " " : "", side == SIDE_BLACK ? 'b' : 'w',
              coord_print(context->type, context->height, cell, word));
}

// The stones in the order they were put, where there is one.
static char *stones_of(const PlayedContext *context, const Position *position) {
    Text out = {0};
    bool in_order = position->ply_count == (size_t)position->stones;
    for (size_t i = 0; i < position->ply_count; i++)
        in_order = in_order && move_is_stone(position->plies[i].move);
    for (size_t i = 0; in_order && i < position->ply_count; i++)
        add_stone(&out, context, position->plies[i].side, position->plies[i].move);
    Ply stones[BOARD_POINTS];
    size_t count = in_order ? 0 : position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        add_stone(&out, context, stones[i].side, stones[i].move);
    return text_take(&out);
}

static Position *begin(const PlayedContext *context, const char *start, Side to_move) {
    return position_parse(context->type, context->rule, context->width, context->height, start,
                          (int)to_move, NULL);
}

static void put_starts(Json *json, const PlayedContext *context, const Starts *starts) {
    json_put_array(json, "openings");
    for (size_t i = 0; i < starts->count; i++) {
        const Start *start = &starts->items[i];
        Position *position = begin(context, start->text, start->to_move);
        char *stones = position ? stones_of(context, position) : mem_copy_text("");
        json_begin_object(json);
        json_put_int(json, "n", start->number + 1);
        json_put_text(json, "s", stones);
        json_put_int(json, "b", start->tally.black);
        json_put_int(json, "d", start->tally.draws);
        json_put_int(json, "w", start->tally.white);
        json_end_object(json);
        free(stones);
        position_free(position);
    }
    json_end_array(json);
}

// --- a game ---

static void add_token(Text *out, const PlayedContext *context, Position *position, Move move) {
    char word[COORD_CHARS];
    Side side = position->to_move;
    if (move != MOVE_RESIGN && !position_play(position, move, NULL)) {
        text_addf(out, "%s!%s", out->length ? " " : "",
                  coord_print_move(context->type, context->height, move, word));
        return;
    }
    if (move_is_stone(move)) {
        add_stone(out, context, side, move);
        return;
    }
    text_add(out, out->length ? " " : "");
    if (move == MOVE_SWAP_PIECES) {
        for (int i = 0; i < context->width * context->height; i++) {
            Move cell = move_at(i % context->width, i / context->width);
            if (position_at(position, cell) != CELL_EMPTY)
                text_addf(out, "s%s", coord_print(context->type, context->height, cell, word));
        }
    } else {
        text_add(out, move == MOVE_SWAP_SIDES ? "t"
                      : move == MOVE_PUT_TWO  ? "u"
                      : move == MOVE_PASS     ? "p"
                                              : "r");
    }
}

static void put_line(Json *json, const PlayedContext *context, const Position *position) {
    Move line[BOARD_POINTS];
    size_t count = position_winning_line(position, line);
    char word[COORD_CHARS];
    Text cells = {0};
    for (size_t i = 0; i < count; i++)
        text_addf(&cells, "%s%s", i ? " " : "",
                  coord_print(context->type, context->height, line[i], word));
    if (count)
        json_put_text(json, "l", cells.chars);
    text_free(&cells);
}

static void put_moves(Json *json, const PlayedContext *context, const Played *played) {
    Position *position = begin(context, played->start, played->to_move);
    Text moves = {0}, seats = {0};
    for (size_t i = 0; i < played->move_count && position; i++) {
        add_token(&moves, context, position, played->moves[i].move);
        text_add_char(&seats, played->moves[i].seat == SEAT_FIRST ? '0' : '1');
    }
    json_put_text(json, "m", text_chars(&moves));
    json_put_text(json, "s", text_chars(&seats));
    if (position)
        put_line(json, context, position);
    text_free(&moves);
    text_free(&seats);
    position_free(position);
}

// Cut between characters: bytes 10xxxxxx continue one.
static char *shortened(const char *message) {
    size_t length = strlen(message);
    if (length <= MESSAGE_MAX)
        return mem_copy_text(message);
    length = MESSAGE_MAX;
    while (length && (message[length] & 0xc0) == 0x80)
        length--;
    Text text = {0};
    text_add_bytes(&text, message, length);
    text_add(&text, "…");
    return text_take(&text);
}

// Times in ms; depth, score and nodes where they are known; the program's own words.
static void put_comments(Json *json, const Played *played) {
    bool informed = false, said = false;
    json_put_array(json, "t");
    for (size_t i = 0; i < played->move_count; i++) {
        json_number(json, (double)played->moves[i].time_us / 1000, 1);
        informed = informed || played->moves[i].has_info;
        said = said || played->moves[i].message;
    }
    json_end_array(json);
    if (informed) {
        json_put_array(json, "i");
        for (size_t i = 0; i < played->move_count; i++) {
            const PlayedMove *move = &played->moves[i];
            if (!move->has_info) {
                json_int(json, 0);
                continue;
            }
            json_begin_array(json);
            json_int(json, move->depth);
            json_int(json, move->score);
            json_int(json, (int64_t)move->nodes);
            json_end_array(json);
        }
        json_end_array(json);
    }
    if (!said)
        return;
    json_put_object(json, "c");
    for (size_t i = 0; i < played->move_count; i++)
        if (played->moves[i].message) {
            char number[24], *message = shortened(played->moves[i].message);
            snprintf(number, sizeof number, "%zu", i);
            json_put_text(json, number, message);
            free(message);
        }
    json_end_object(json);
}

static void put_game(Json *json, const PlayedContext *context, const Played *played, size_t start,
                     bool counted) {
    size_t black = played->sides[0] == SIDE_BLACK ? 0 : 1;
    json_begin_object(json);
    json_put_int(json, "n", played->number + 1);
    json_put_int(json, "o", (int64_t)start);
    json_put_int(json, "b", (int64_t)played->players[black]);
    json_put_int(json, "w", (int64_t)played->players[1 - black]);
    json_put_int(json, "f", (int64_t)black); // the seat that holds Black at the end
    json_put_text(json, "r", result_name(played_result(played)));
    json_put_int(json, "e", played->ending);
    json_put_text(json, "why", played->reason);
    if (!counted)
        json_put_int(json, "x", 1);
    put_moves(json, context, played);
    put_comments(json, played);
    json_end_object(json);
    text_add_char(json->out, '\n');
}

void report_data(const Report *report, Text *out) {
    const Archive *archive = report->archive;
    const PlayedContext *context = &archive->context;
    Json json = {.out = out};
    Starts starts = find_starts(archive);
    json_begin_object(&json);
    json_put_text(&json, "shape", game_shape_name(context->type->shape));
    json_put_bool(&json, "bottom", context->type->rows_from_bottom);
    json_put_int(&json, "width", context->width);
    json_put_int(&json, "height", context->height);
    json_put_array(&json, "players");
    for (size_t i = 0; i < context->player_count; i++)
        json_text(&json, archive->names.items[i]);
    json_end_array(&json);
    json_put_array(&json, "endings");
    for (int e = 0; e < ENDING_COUNT; e++)
        json_text(&json, ending_words((Ending)e));
    json_end_array(&json);
    put_starts(&json, context, &starts);
    json_put_array(&json, "games");
    for (size_t i = 0; i < archive->count; i++)
        put_game(&json, context, &archive->games[i], starts.of_game[i],
                 (int64_t)i < archive->standing.games);
    json_end_array(&json);
    json_end_object(&json);
    free(starts.items);
    free(starts.of_game);
}
