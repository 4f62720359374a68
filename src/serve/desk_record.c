// SPDX-License-Identifier: MIT
// Records of other programs in, and out again.
#include "serve/desk_private.h"

#include "game/sgf.h"
#include "serve/document.h"

#include <string.h>

static const struct {
    const char *name;
    RecordFormat format;
} formats[] = {
    {"sgf", RECORD_SGF},
    {"psq", RECORD_PSQ},
    {"txt", RECORD_TEXT},
    {"hexworld", RECORD_HEXWORLD},
};

// What was pasted has no name; what it begins with tells.
static RecordFormat guess(const char *text, const char *name) {
    RecordFormat format;
    if (name && record_format_of(name, &format) && format != RECORD_TEXT)
        return format;
    text += strspn(text, " \t\r\n\xef\xbb\xbf");
    if (*text == '(')
        return RECORD_SGF;
    if (strncmp(text, "Piskvorky", 9) == 0)
        return RECORD_PSQ;
    if (strstr(text, "hexworld.org") || *text == '#')
        return RECORD_HEXWORLD;
    return RECORD_TEXT;
}

// A plain move list says neither game nor size; the page says which it means.
static bool read_hints(const Registry *registry, const Value *question, RecordHints *hints,
                       Error *err) {
    const char *game = value_get_text(question, "game");
    *hints = (RecordHints){.games = registry_games(registry)};
    if (game && !(hints->game = registry_game(registry, game, err)))
        return false;
    hints->rule = value_get_text(question, "rule");
    int64_t width = value_get_int(question, "width", 0);
    int64_t height = value_get_int(question, "height", width);
    if (width < 0 || width > BOARD_MAX || height < 0 || height > BOARD_MAX)
        return error_set(err, "a board is up to %d points wide and high", BOARD_MAX);
    hints->width = (int)width;
    hints->height = (int)height;
    return true;
}

// Every game of the text as a document. What cannot be read, or its main line not be played, stays
// out; err tells of the last such.
static size_t write_documents(RecordFormat format, const char *text, const RecordHints *hints,
                              Json *json, Error *err) {
    size_t written = 0;
    const char *at = text, *end = text + strlen(text);
    while (at && written < BOUND_IMPORT) {
        Record *record = record_parse(format, at, (size_t)(end - at), hints, err);
        Position *last = record ? record_replay(record, err) : NULL;
        written += last && document_write(record, NULL, json, err);
        position_free(last);
        record_free(record);
        at = format == RECORD_SGF ? sgf_next_tree(at, (size_t)(end - at)) : NULL;
    }
    return written;
}

bool ask_import(StoreTask *task, Error *err) {
    const Value *question = task->question;
    const Registry *registry = task->registry;
    const char *text = value_get_text(question, "text");
    if (!text || !text[strspn(text, " \t\r\n\f\v")])
        return error_set(err, "there is nothing to import");
    RecordFormat format = guess(text, value_get_text(question, "name"));
    RecordHints hints = {.games = registry_games(registry)};
    if (format == RECORD_TEXT && !read_hints(registry, question, &hints, err))
        return false;
    Json *json = answer_begin(&task->answer, "imported", task->ask);
    json_put_array(json, "documents");
    size_t written = write_documents(format, text, &hints, json, err);
    json_end_array(json);
    return written > 0;
}

bool ask_export(StoreTask *task, Error *err) {
    const Value *question = task->question;
    const char *name = value_get_text(question, "format");
    size_t at = 0, count = sizeof formats / sizeof *formats;
    while (at < count && (!name || strcmp(formats[at].name, name) != 0))
        at++;
    if (at == count)
        return error_set(err, "a game is exported as sgf, psq, txt or hexworld");
    int64_t node = value_get_int(question, "node", -1);
    size_t line = node < 0 || formats[at].format == RECORD_SGF ? SIZE_MAX : (size_t)node;
    OpeningKind opening;
    Record *record =
        document_read(task->registry, value_get(question, "document"), line, &opening, err);
    if (!record)
        return false;
    Text text = {0};
    bool written = record_print(record, formats[at].format, &text, err);
    record_free(record);
    if (written) {
        Json *json = answer_begin(&task->answer, "exported", task->ask);
        json_put_text(json, "format", name);
        json_put_text(json, "text", text_chars(&text));
    }
    text_free(&text);
    return written;
}
