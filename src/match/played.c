// SPDX-License-Identifier: MIT
#include "match/played.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/value.h"
#include "game/coord.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *words;
    const char *suffix; // of SGF's RE
} endings[ENDING_COUNT] = {
    [ENDING_RULES] = {"rules", "on the board", ""},
    [ENDING_RESIGNATION] = {"resignation", "resigned", "Resign"},
    [ENDING_TIME] = {"time", "out of time", "Time"},
    [ENDING_SILENCE] = {"silence", "silence", "Time"},
    [ENDING_CRASH] = {"crash", "crash", "Forfeit"},
    [ENDING_NONSENSE] = {"nonsense", "nonsense", "Forfeit"},
    [ENDING_ILLEGAL] = {"illegal", "illegal move", "Forfeit"},
    [ENDING_FORBIDDEN] = {"forbidden", "forbidden move", ""},
    [ENDING_ERROR] = {"error", "error", "Forfeit"},
    [ENDING_ADJUDICATED] = {"adjudicated", "adjudicated", ""},
};

const char *ending_name(Ending ending) {
    return endings[ending].name;
}

const char *ending_words(Ending ending) {
    return endings[ending].words;
}

void played_free(Played *played) {
    for (size_t i = 0; i < played->move_count; i++)
        free(played->moves[i].message);
    free(played->moves);
    free(played->start);
    *played = (Played){0};
}

PlayedMove *played_add(Played *played, Move move, Seat seat, int64_t time_us) {
    PlayedMove *added = MEM_MORE(played->moves, played->move_count, played->move_capacity);
    *added = (PlayedMove){.move = move, .seat = seat, .time_us = time_us};
    return added;
}

Result played_result(const Played *played) {
    if (played->points[0] == played->points[1])
        return RESULT_DRAW;
    return side_wins(played->sides[played->points[0] > played->points[1] ? 0 : 1]);
}

// --- as a JSON line ---

static void print_move(Json *json, const PlayedMove *move, const PlayedContext *context) {
    char word[COORD_CHARS];
    json_begin_object(json);
    json_put_text(json, "move", coord_print_move(context->type, context->height, move->move, word));
    json_put_int(json, "seat", move->seat);
    json_put_int(json, "time_us", move->time_us);
    if (move->has_info) {
        json_put_int(json, "depth", move->depth);
        json_put_int(json, "score", move->score);
        json_put_int(json, "nodes", (int64_t)move->nodes);
    }
    if (move->message)
        json_put_text(json, "message", move->message);
    json_end_object(json);
}

static void print_pair(Json *json, const char *name, int64_t first, int64_t second) {
    json_put_array(json, name);
    json_int(json, first);
    json_int(json, second);
    json_end_array(json);
}

void played_print(const Played *played, const PlayedContext *context, Text *out) {
    Json json = json_line(out);
    size_t black = played->sides[0] == SIDE_BLACK ? 0 : 1;
    json_put_int(&json, "game", played->number + 1);
    json_put_int(&json, "opening", played->opening + 1);
    json_put_text(&json, "black", context->names[played->players[black]]);
    json_put_text(&json, "white", context->names[played->players[1 - black]]);
    json_put_text(&json, "result", result_name(played_result(played)));
    json_put_text(&json, "ending", ending_name(played->ending));
    json_put_text(&json, "reason", played->reason);
    print_pair(&json, "players", (int64_t)played->players[0] + 1, (int64_t)played->players[1] + 1);
    print_pair(&json, "points", played->points[0], played->points[1]);
    print_pair(&json, "sides", played->sides[0], played->sides[1]);
    print_pair(&json, "memory", (int64_t)played->memory[0], (int64_t)played->memory[1]);
    json_put_int(&json, "time_ms", played->time_ms);
    json_put_text(&json, "start", played->start);
    json_put_int(&json, "to_move", played->to_move);
    json_put_array(&json, "moves");
    for (size_t i = 0; i < played->move_count; i++)
        print_move(&json, &played->moves[i], context);
    json_end_array(&json);
    json_end_line(&json);
}

// --- and back ---

typedef struct LineReader {
    const PlayedContext *context;
    const Value *object;
    const char *missing; // the first field that was not what it should be
} LineReader;

static void expect(LineReader *reader, const char *name, bool good) {
    if (!good && !reader->missing)
        reader->missing = name;
}

static int64_t read_int(LineReader *reader, const Value *object, const char *name, int64_t least,
                        int64_t most) {
    int64_t number = least;
    expect(reader, name, value_int(value_get(object, name), least, most, &number));
    return number;
}

static const char *read_text(LineReader *reader, const Value *object, const char *name) {
    const char *text = value_get_text(object, name);
    expect(reader, name, text);
    return text ? text : "";
}

// One of the two numbers of a field, by seat.
static int64_t read_seat(LineReader *reader, const char *name, size_t seat, int64_t least,
                         int64_t most) {
    const Value *pair = value_get(reader->object, name);
    int64_t number = least;
    expect(reader, name,
           value_count(pair) == 2 && value_int(value_at(pair, seat), least, most, &number));
    return number;
}

static void read_move(LineReader *reader, const Value *value, Played *played) {
    const PlayedContext *context = reader->context;
    Move move;
    if (!coord_parse_move(context->type, context->width, context->height,
                          read_text(reader, value, "move"), &move)) {
        expect(reader, "move", false);
        return;
    }
    PlayedMove *added = played_add(played, move, (Seat)read_int(reader, value, "seat", 0, 1),
                                   read_int(reader, value, "time_us", 0, INT64_MAX));
    added->has_info = value_get(value, "score") != NULL;
    if (added->has_info) {
        added->depth = (int)read_int(reader, value, "depth", 0, INT32_MAX);
        added->score = (int)read_int(reader, value, "score", INT32_MIN, INT32_MAX);
        added->nodes = (uint64_t)read_int(reader, value, "nodes", 0, INT64_MAX);
    }
    if (value_get(value, "message"))
        added->message = mem_copy_text(read_text(reader, value, "message"));
}

static Ending read_ending(LineReader *reader) {
    const char *name = read_text(reader, reader->object, "ending");
    for (int i = 0; i < ENDING_COUNT; i++)
        if (strcmp(endings[i].name, name) == 0)
            return (Ending)i;
    expect(reader, "ending", false);
    return ENDING_RULES;
}

static void read_fields(LineReader *reader, Played *played) {
    const Value *object = reader->object;
    int64_t player_count = (int64_t)reader->context->player_count;
    played->number = read_int(reader, object, "game", 1, INT64_MAX) - 1;
    played->opening = read_int(reader, object, "opening", 1, INT64_MAX) - 1;
    played->ending = read_ending(reader);
    snprintf(played->reason, sizeof played->reason, "%s", read_text(reader, object, "reason"));
    for (size_t seat = 0; seat < 2; seat++) {
        played->players[seat] = (size_t)read_seat(reader, "players", seat, 1, player_count) - 1;
        played->points[seat] = (int)read_seat(reader, "points", seat, 0, 2);
        played->sides[seat] = (Side)read_seat(reader, "sides", seat, SIDE_BLACK, SIDE_WHITE);
        played->memory[seat] = (uint64_t)read_seat(reader, "memory", seat, 0, INT64_MAX);
    }
    expect(reader, "points", played->points[0] + played->points[1] == 2);
    expect(reader, "sides", played->sides[0] != played->sides[1]);
    played->time_ms = read_int(reader, object, "time_ms", 0, INT64_MAX);
    played->start = mem_copy_text(read_text(reader, object, "start"));
    played->to_move = (Side)read_int(reader, object, "to_move", SIDE_BLACK, SIDE_WHITE);
    const Value *moves = value_get(object, "moves");
    if (!value_is_array(moves))
        reader->missing = "moves";
    for (size_t i = 0; i < value_count(moves) && !reader->missing; i++)
        read_move(reader, value_at(moves, i), played);
}

bool played_parse(Played *played, const PlayedContext *context, const char *line, size_t length,
                  Error *err) {
    *played = (Played){0};
    Value *root = value_parse(line, length, err);
    if (!root)
        return false;
    LineReader reader = {.context = context, .object = root};
    read_fields(&reader, played);
    value_free(root);
    if (!reader.missing)
        return true;
    played_free(played);
    return error_set(err, "no game of this match: the field '%s' is missing or wrong",
                     reader.missing);
}

// --- as a record ---

static char *result_text(const Played *played) {
    Result result = played_result(played);
    Text text = {0};
    if (result == RESULT_DRAW)
        text_add(&text, "Draw");
    else
        text_addf(&text, "%c+%s", result == RESULT_BLACK ? 'B' : 'W',
                  endings[played->ending].suffix);
    return text_take(&text);
}

static void comment(RecordNode *node, const PlayedMove *move, const char *end) {
    Text text = {0};
    if (move && move->has_info)
        text_addf(&text, "depth %d, score %d, %llu nodes, ", move->depth, move->score,
                  (unsigned long long)move->nodes);
    if (move)
        text_addf(&text, "%.1f ms", (double)move->time_us / 1000);
    if (move && move->message)
        text_addf(&text, "\n%s", move->message);
    if (end)
        text_addf(&text, "%s%s", text.length ? "\n" : "", end);
    record_set_text(&node->comment, text_chars(&text));
    text_free(&text);
}

Record *played_record(const Played *played, const PlayedContext *context, const Position *last) {
    Record *record = record_of(last);
    size_t black = played->sides[0] == SIDE_BLACK ? 0 : 1;
    record_set_text(&record->black, context->names[played->players[black]]);
    record_set_text(&record->white, context->names[played->players[1 - black]]);
    record->result = result_text(played);
    Text event = {0};
    text_addf(&event, "tengen match, game %lld", (long long)played->number + 1);
    record->event = text_take(&event);
    // What the players chose is the end of the line; the opening stands before it.
    size_t choices = played->move_count;
    if (choices && played->moves[choices - 1].move == MOVE_RESIGN)
        choices--;
    size_t depth = 0, first = last->ply_count - choices;
    for (RecordNode *node = record->root; node; node = node->first_child, depth++) {
        const PlayedMove *move = depth > first ? &played->moves[depth - 1 - first] : NULL;
        if (move)
            node->time_ms = move->time_us / 1000;
        if (move || !node->first_child)
            comment(node, move, node->first_child ? NULL : played->reason);
    }
    return record;
}
