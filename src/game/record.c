// SPDX-License-Identifier: MIT
// The tree itself, and the one table of formats through which files come and go.
#include "game/record.h"
#include "game/charset.h"

#include "base/file.h"
#include "base/memory.h"
#include "game/charset.h"
#include "game/coord.h"
#include "game/formats.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static RecordNode *node_new(Move move, Side side) {
    RecordNode *node = mem_new(sizeof *node);
    node->move = move;
    node->side = side;
    node->to_move = -1;
    node->time_ms = -1;
    return node;
}

static void node_free(RecordNode *node) {
    for (size_t i = 0; i < node->property_count; i++) {
        RecordProperty *property = &node->properties[i];
        for (size_t k = 0; k < property->value_count; k++)
            free(property->values[k]);
        free(property->values);
        free(property->name);
    }
    free(node->properties);
    free(node->stones);
    free(node->comment);
    free(node);
}

Record *record_new(const GameType *type, int rule, int width, int height) {
    assert(rule >= 0 && width > 0 && height > 0);
    Record *record = mem_new(sizeof *record);
    *record = (Record){.type = type, .rule = rule, .width = width, .height = height};
    record->root = node_new(MOVE_NONE, SIDE_BLACK);
    return record;
}

void record_free(Record *record) {
    if (!record)
        return;
    // Leaves first, walking by the parent pointers: a record may be a million nodes deep.
    for (RecordNode *node = record->root; node;) {
        RecordNode *child = node->first_child;
        if (child) {
            node->first_child = child->next_sibling;
            node = child;
        } else {
            RecordNode *parent = node->parent;
            node_free(node);
            node = parent;
        }
    }
    free(record->black);
    free(record->white);
    free(record->date);
    free(record->event);
    free(record->opening);
    free(record->result);
    free(record);
}

RecordNode *record_add(Record *record, RecordNode *parent, Move move, Side side) {
    (void)record;
    RecordNode *node = node_new(move, side);
    node->parent = parent;
    if (parent->last_child)
        parent->last_child->next_sibling = node;
    else
        parent->first_child = node;
    parent->last_child = node;
    return node;
}

void record_cut(RecordNode *node) {
    RecordNode *parent = node->parent;
    assert(parent && parent->first_child == node && !node->next_sibling);
    parent->first_child = node->first_child;
    parent->last_child = node->last_child;
    for (RecordNode *child = node->first_child; child; child = child->next_sibling)
        child->parent = parent;
    node_free(node);
}

void record_set_text(char **field, const char *text) {
    char *copy = mem_copy_text(text);
    free(*field);
    *field = copy;
}

void record_add_stone(RecordNode *node, Move cell, Cell value) {
    assert(move_is_stone(cell));
    *MEM_MORE(node->stones, node->stone_count, node->stone_capacity) = (RecordStone){cell, value};
}

void record_add_property(RecordNode *node, RecordProperty property) {
    *MEM_MORE(node->properties, node->property_count, node->property_capacity) = property;
}

RecordNode *record_next(const RecordNode *node) {
    if (node->first_child)
        return node->first_child;
    while (node && !node->next_sibling)
        node = node->parent;
    return node ? node->next_sibling : NULL;
}

Side record_side_after(Move move, Side side) {
    bool again = move == MOVE_SWAP_SIDES || move == MOVE_PUT_TWO;
    return again ? side : side_other(side);
}

// --- what the text says against what the caller knows ---

const GameType *record_sgf_game(const RecordHints *hints, int number) {
    for (size_t i = 0; hints->games[i]; i++)
        if (hints->games[i]->sgf_game == number)
            return hints->games[i];
    return NULL;
}

const GameType *record_format_game(const RecordHints *hints, RecordFormat format) {
    const GameType *const *game = hints->games;
    while (*game && !((*game)->formats & 1u << format))
        game++;
    return *game;
}

static const GameType *game_with_rule(const RecordHints *hints, const char *rule) {
    for (size_t i = 0; rule && hints->games[i]; i++)
        if (game_rule_index(hints->games[i], rule) >= 0)
            return hints->games[i];
    return NULL;
}

// The game, when neither the text nor the caller names it, is the one that has the rule, or the
// first there is.
static const GameType *settle_game(const RecordHints *hints, const GameType *game,
                                   const char *rule) {
    if (game)
        return game;
    if (hints->game)
        return hints->game;
    const GameType *found = game_with_rule(hints, rule ? rule : hints->rule);
    return found ? found : hints->games[0];
}

Record *record_start(const RecordHints *hints, const GameType *game, const char *rule, int width,
                     int height, Error *err) {
    const GameType *type = settle_game(hints, game, rule);
    const char *wanted = rule ? rule : hints->rule;
    int index = wanted ? game_rule_index(type, wanted) : 0;
    int columns = hints->width, rows = hints->height ? hints->height : hints->width;
    bool good = true;
    if (hints->game && hints->game != type)
        good = error_set(err, "contradiction: the record is a game of %s, not of %s", type->name,
                         hints->game->name);
    else if (rule && hints->rule && strcmp(rule, hints->rule) != 0)
        good = error_set(err, "contradiction: the record is played by the rule '%s', not '%s'",
                         rule, hints->rule);
    else if (index < 0)
        good = error_set(err, "%s has no rule '%.40s'", type->name, wanted);
    else if (width && columns && (width != columns || height != rows))
        good = error_set(err, "contradiction: the record's board is %dx%d, not %dx%d", width,
                         height, columns, rows);
    if (!width) {
        width = columns ? columns : type->default_size;
        height = columns ? rows : type->default_size;
    }
    good = good && game_size_fits(type, width, height, err);
    return good ? record_new(type, index, width, height) : NULL;
}

Record *record_done(Record *record, bool good) {
    if (good)
        return record;
    record_free(record);
    return NULL;
}

bool record_cell(const Record *record, const char *word, Move *cell) {
    return coord_parse(record->type, record->width, record->height, word, cell);
}

bool record_move(const Record *record, const char *word, Move *move) {
    return coord_parse_move(record->type, record->width, record->height, word, move);
}

void record_line_add(RecordLine *line, Move move) {
    line->node = record_add(line->record, line->node, move, line->side);
    line->side = record_side_after(move, line->side);
}

size_t record_line_cell(RecordLine *line, const char *at, size_t left) {
    char word[8];
    size_t length = 1;
    while (length < left && length < 4 && isdigit((unsigned char)at[length]))
        length++;
    memcpy(word, at, length);
    word[length] = '\0';
    Move move;
    if (!record_cell(line->record, word, &move))
        return 0;
    record_line_add(line, move);
    return length;
}

const char *record_property(const RecordNode *node, const char *name) {
    for (size_t i = 0; i < node->property_count; i++)
        if (strcmp(node->properties[i].name, name) == 0 && node->properties[i].value_count)
            return node->properties[i].values[0];
    return NULL;
}

// --- formats ---

static const struct {
    RecordParser *parse;
    RecordPrinter *print;
    size_t megabytes; // longer than any game of the kind: garbage, refused before it costs memory
} formats[] = {
    [RECORD_SGF] = {sgf_parse, sgf_print, 64},
    [RECORD_PSQ] = {psq_parse, psq_print, 1},
    [RECORD_TEXT] = {movelist_parse, movelist_print, 1},
    [RECORD_HEXWORLD] = {hexworld_parse, hexworld_print, 1},
};

static const struct {
    const char *ending;
    RecordFormat format;
} endings[] = {
    {".sgf", RECORD_SGF},  {".hsgf", RECORD_SGF},          {".psq", RECORD_PSQ},
    {".txt", RECORD_TEXT}, {".hexworld", RECORD_HEXWORLD},
};

bool record_format_of(const char *path, RecordFormat *format) {
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(path, endings[i].ending)) {
            *format = endings[i].format;
            return true;
        }
    return false;
}

Record *record_parse(RecordFormat format, const char *text, size_t length, const RecordHints *hints,
                     Error *err) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (length >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        text += 3;
        length -= 3;
    }
    if (length >> 20 >= formats[format].megabytes) {
        error_set(err, "no record of this format is longer than %zu MB", formats[format].megabytes);
        return NULL;
    }
    return formats[format].parse(text, length, hints, err);
}

// What an SGF names as its charset. It cannot be lexed before it is decoded, so this looks for the
// property itself, which stands in the first node.
static char *sgf_charset(const Text *text, char name[40]) {
    const char *at = text_chars(text);
    while ((at = strstr(at, "CA[")) && at > text->chars && isupper((unsigned char)at[-1]))
        at += 3;
    if (!at)
        return NULL;
    snprintf(name, 40, "%.*s", (int)strcspn(at + 3, "]\\"), at + 3);
    return text_trim(name);
}

bool record_decode(RecordFormat format, Text *text, Error *err) {
    char name[40];
    return charset_decode(text, format == RECORD_SGF ? sgf_charset(text, name) : NULL, err);
}

static bool format_of_file(const char *path, RecordFormat *format, Error *err) {
    return record_format_of(path, format) ||
           error_set(err, "'%.200s' is no record; a record ends in .sgf, .psq, .txt or .hexworld",
                     path);
}

Record *record_read(const char *path, const RecordHints *hints, Error *err) {
    RecordFormat format = RECORD_SGF;
    if (!format_of_file(path, &format, err))
        return NULL;
    Text text = {0};
    Record *record = NULL;
    if (!file_read(path, &text, err)) {
        text_free(&text);
        return NULL;
    }
    if (record_decode(format, &text, err))
        record = record_parse(format, text_chars(&text), text.length, hints, err);
    if (!record && err) {
        Error why = *err;
        error_set(err, "%.200s: %s", path, why.text);
    }
    text_free(&text);
    return record;
}

bool record_print(const Record *record, RecordFormat format, Text *out, Error *err) {
    return formats[format].print(record, out, err);
}

bool record_write(const Record *record, const char *path, Error *err) {
    RecordFormat format = RECORD_SGF;
    Text text = {0};
    bool done = format_of_file(path, &format, err) && record_print(record, format, &text, err) &&
                file_write(path, text_chars(&text), text.length, err);
    text_free(&text);
    return done;
}
