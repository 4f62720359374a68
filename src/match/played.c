// SPDX-License-Identifier: MIT
#include "match/played.h"

#include "base/json.h"
#include "base/memory.h"
#include "game/coord.h"
#include "match/json_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ending_names[ENDING_COUNT] = {
    [ENDING_RULES] = "rules",     [ENDING_RESIGNATION] = "resignation",
    [ENDING_TIME] = "time",       [ENDING_SILENCE] = "silence",
    [ENDING_CRASH] = "crash",     [ENDING_NONSENSE] = "nonsense",
    [ENDING_ILLEGAL] = "illegal", [ENDING_FORBIDDEN] = "forbidden",
    [ENDING_ERROR] = "error",     [ENDING_ADJUDICATED] = "adjudicated",
};

const char *ending_name(Ending ending) {
    return ending_names[ending];
}

void played_free(Played *played) {
    for (size_t i = 0; i < played->move_count; i++)
        free(played->moves[i].message);
    free(played->moves);
    free(played->start);
    *played = (Played){0};
}

PlayedMove *played_add(Played *played, Move move, Seat seat, int64_t time_us) {
    played->moves =
        mem_grow(played->moves, played->move_count, &played->move_capacity, sizeof *played->moves);
    PlayedMove *added = &played->moves[played->move_count++];
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
    json_key(json, "move");
    json_text(json, coord_print_move(context->type, context->height, move->move, word));
    json_key(json, "seat");
    json_int(json, move->seat);
    json_key(json, "time_us");
    json_int(json, move->time_us);
    if (move->has_info) {
        json_key(json, "depth");
        json_int(json, move->depth);
        json_key(json, "score");
        json_int(json, move->score);
        json_key(json, "nodes");
        json_int(json, (int64_t)move->nodes);
    }
    if (move->message) {
        json_key(json, "message");
        json_text(json, move->message);
    }
    json_end_object(json);
}

static void print_pair(Json *json, const char *name, int64_t first, int64_t second) {
    json_key(json, name);
    json_begin_array(json);
    json_int(json, first);
    json_int(json, second);
    json_end_array(json);
}

void played_print(const Played *played, const PlayedContext *context, Text *out) {
    Json json = {.out = out};
    size_t black = played->sides[0] == SIDE_BLACK ? 0 : 1;
    json_begin_object(&json);
    json_key(&json, "game");
    json_int(&json, played->number + 1);
    json_key(&json, "opening");
    json_int(&json, played->opening + 1);
    json_key(&json, "black");
    json_text(&json, context->names[played->players[black]]);
    json_key(&json, "white");
    json_text(&json, context->names[played->players[1 - black]]);
    json_key(&json, "result");
    json_text(&json, result_name(played_result(played)));
    json_key(&json, "ending");
    json_text(&json, ending_name(played->ending));
    json_key(&json, "reason");
    json_text(&json, played->reason);
    print_pair(&json, "players", (int64_t)played->players[0] + 1, (int64_t)played->players[1] + 1);
    print_pair(&json, "points", played->points[0], played->points[1]);
    print_pair(&json, "sides", played->sides[0], played->sides[1]);
    print_pair(&json, "memory", (int64_t)played->memory[0], (int64_t)played->memory[1]);
    json_key(&json, "time_ms");
    json_int(&json, played->time_ms);
    json_key(&json, "start");
    json_text(&json, played->start);
    json_key(&json, "to_move");
    json_int(&json, played->to_move);
    json_key(&json, "moves");
    json_begin_array(&json);
    for (size_t i = 0; i < played->move_count; i++)
        print_move(&json, &played->moves[i], context);
    json_end_array(&json);
    json_end_object(&json);
    text_add_char(out, '\n');
}

// --- and back ---

typedef struct LineReader {
    const PlayedContext *context;
    const JsonValue *object;
    const char *missing; // the first field that was not what it should be
} LineReader;

static int64_t read_int(LineReader *reader, const JsonValue *object, const char *name,
                        int64_t least, int64_t most) {
    int64_t number = least;
    if (!json_to_int(json_get(object, name), least, most, &number) && !reader->missing)
        reader->missing = name;
    return number;
}

static const char *read_text(LineReader *reader, const JsonValue *object, const char *name) {
    const char *text = json_to_text(json_get(object, name));
    if (!text && !reader->missing)
        reader->missing = name;
    return text ? text : "";
}

static void read_pair(LineReader *reader, const char *name, int64_t least, int64_t most,
                      int64_t pair[2]) {
    const JsonValue *array = json_get(reader->object, name);
    const JsonValue *first = array && array->kind == JSON_ARRAY ? array->first : NULL;
    pair[0] = pair[1] = least;
    bool good = first && first->next && !first->next->next &&
                json_to_int(first, least, most, &pair[0]) &&
                json_to_int(first->next, least, most, &pair[1]);
    if (!good && !reader->missing)
        reader->missing = name;
}

static void read_move(LineReader *reader, const JsonValue *value, Played *played) {
    const PlayedContext *context = reader->context;
    Move move;
    if (!coord_parse_move(context->type, context->width, context->height,
                          read_text(reader, value, "move"), &move)) {
        if (!reader->missing)
            reader->missing = "move";
        return;
    }
    PlayedMove *added = played_add(played, move, (Seat)read_int(reader, value, "seat", 0, 1),
                                   read_int(reader, value, "time_us", 0, INT64_MAX));
    added->has_info = json_get(value, "score") != NULL;
    if (added->has_info) {
        added->depth = (int)read_int(reader, value, "depth", 0, INT32_MAX);
        added->score = (int)read_int(reader, value, "score", INT32_MIN, INT32_MAX);
        added->nodes = (uint64_t)read_int(reader, value, "nodes", 0, INT64_MAX);
    }
    if (json_get(value, "message"))
        added->message = mem_copy_text(read_text(reader, value, "message"));
}

static Ending read_ending(LineReader *reader) {
    const char *name = read_text(reader, reader->object, "ending");
    for (int i = 0; i < ENDING_COUNT; i++)
        if (strcmp(ending_names[i], name) == 0)
            return (Ending)i;
    if (!reader->missing)
        reader->missing = "ending";
    return ENDING_RULES;
}

static void read_fields(LineReader *reader, Played *played) {
    const JsonValue *object = reader->object;
    int64_t pair[2];
    played->number = read_int(reader, object, "game", 1, INT64_MAX) - 1;
    played->opening = read_int(reader, object, "opening", 1, INT64_MAX) - 1;
    played->ending = read_ending(reader);
    snprintf(played->reason, sizeof played->reason, "%s", read_text(reader, object, "reason"));
    read_pair(reader, "players", 1, (int64_t)reader->context->player_count, pair);
    for (int seat = 0; seat < 2; seat++)
        played->players[seat] = (size_t)pair[seat] - 1;
    read_pair(reader, "points", 0, 2, pair);
    for (int seat = 0; seat < 2; seat++)
        played->points[seat] = (int)pair[seat];
    if (pair[0] + pair[1] != 2 && !reader->missing)
        reader->missing = "points";
    read_pair(reader, "sides", SIDE_BLACK, SIDE_WHITE, pair);
    for (int seat = 0; seat < 2; seat++)
        played->sides[seat] = (Side)pair[seat];
    if (pair[0] == pair[1] && !reader->missing)
        reader->missing = "sides";
    read_pair(reader, "memory", 0, INT64_MAX, pair);
    for (int seat = 0; seat < 2; seat++)
        played->memory[seat] = (uint64_t)pair[seat];
    played->time_ms = read_int(reader, object, "time_ms", 0, INT64_MAX);
    played->start = mem_copy_text(read_text(reader, object, "start"));
    played->to_move = (Side)read_int(reader, object, "to_move", SIDE_BLACK, SIDE_WHITE);
    const JsonValue *moves = json_get(object, "moves");
    if (!moves || moves->kind != JSON_ARRAY)
        reader->missing = "moves";
    for (const JsonValue *move = moves ? moves->first : NULL; move && !reader->missing;
         move = move->next)
        read_move(reader, move, played);
}

bool played_parse(Played *played, const PlayedContext *context, const char *line, size_t length,
                  Error *err) {
    *played = (Played){0};
    JsonTree tree;
    if (!json_read(&tree, line, length, err))
        return false;
    LineReader reader = {.context = context, .object = tree.root};
    read_fields(&reader, played);
    json_tree_free(&tree);
    if (!reader.missing)
        return true;
    played_free(played);
    return error_set(err, "no game of this match: the field '%s' is missing or wrong",
                     reader.missing);
}

// --- as a record ---

static char *result_text(const Played *played) {
    static const char *const suffixes[ENDING_COUNT] = {
        [ENDING_RULES] = "",          [ENDING_RESIGNATION] = "Resign",
        [ENDING_TIME] = "Time",       [ENDING_SILENCE] = "Time",
        [ENDING_CRASH] = "Forfeit",   [ENDING_NONSENSE] = "Forfeit",
        [ENDING_ILLEGAL] = "Forfeit", [ENDING_FORBIDDEN] = "",
        [ENDING_ERROR] = "Forfeit",   [ENDING_ADJUDICATED] = "",
    };
    Result result = played_result(played);
    Text text = {0};
    if (result == RESULT_DRAW)
        text_add(&text, "Draw");
    else
        text_addf(&text, "%c+%s", result == RESULT_BLACK ? 'B' : 'W', suffixes[played->ending]);
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
    RecordNode *node = record->root;
    for (; node->first_child; node = node->first_child, depth++)
        if (depth > first) {
            const PlayedMove *move = &played->moves[depth - 1 - first];
            node->time_ms = move->time_us / 1000;
            comment(node, move, NULL);
        }
    const PlayedMove *move = depth > first ? &played->moves[depth - 1 - first] : NULL;
    if (move)
        node->time_ms = move->time_us / 1000;
    comment(node, move, played->reason);
    return record;
}
