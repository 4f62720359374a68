// SPDX-License-Identifier: MIT
// `tengen convert`: a record from one format into another, by the names' endings.
#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"

#include <errno.h>
#include <string.h>

typedef struct ConvertOptions {
    CommonOptions common;
    int from, to; // a RecordFormat, or -1
} ConvertOptions;

static const ConvertOptions defaults = {.from = -1, .to = -1};

// As common_formats has them.
#define FORMATS "sgf|psq|txt|hexworld"

static const Option options[] = {
    {"from", OPTION_CHOICE, offsetof(ConvertOptions, from), FORMATS, 0, 0,
     "the format of IN, whatever its name"},
    {"to", OPTION_CHOICE, offsetof(ConvertOptions, to), FORMATS, 0, 0,
     "the format of OUT, whatever its name"},
    {0},
};

static bool is_link(const char *word) {
    return *word == '#' || strstr(word, "hexworld.org/board");
}

// The option's word, or the ending of the name.
static bool find_format(int given, const char *name, const char *option, RecordFormat *format,
                        Error *err) {
    if (given >= 0) {
        *format = (RecordFormat)given;
        return true;
    }
    if (record_format_of(name, format))
        return true;
    return error_set(err,
                     "what is the format of '%.200s'? A name ends in .sgf, .psq, .txt or "
                     ".hexworld, or --%s says it",
                     name, option);
}

static bool read_input(const char *name, Text *text, Error *err) {
    if (strcmp(name, "-") != 0)
        return file_read(name, text, err);
    char block[65536];
    size_t got;
    while ((got = fread(block, 1, sizeof block, stdin)) > 0)
        text_add_bytes(text, block, got);
    return !ferror(stdin) || error_set(err, "cannot read standard input: %s", strerror(errno));
}

static bool write_output(const char *name, Text *text, Error *err) {
    if (strcmp(name, "-") != 0)
        return file_write(name, text_chars(text), text->length, err);
    return output_flush(text) || error_set(err, "cannot write to standard output");
}

typedef struct Loss {
    bool lost;
    const char *what;
} Loss;

enum { LOSSES = 4 };

// What only tells the story is left out where a format has no place for it, but never silently.
static bool what_is_lost(const Record *record, RecordFormat format, Loss losses[LOSSES]) {
    bool variations = false, comments = false;
    for (const RecordNode *node = record->root; node; node = record_next(node)) {
        variations |= node->next_sibling != NULL;
        comments |= node->comment != NULL;
    }
    losses[0] = (Loss){variations && format != RECORD_SGF, "variations"};
    losses[1] = (Loss){comments && format != RECORD_SGF, "comments"};
    losses[2] = (Loss){(record->black || record->white) && format > RECORD_PSQ, "players"};
    losses[3] = (Loss){record->rule && format == RECORD_PSQ, "the rule"};
    return losses[0].lost || losses[1].lost || losses[2].lost || losses[3].lost;
}

static void say_what_is_lost(const Call *call, const Loss losses[LOSSES]) {
    Text words = {0};
    for (size_t i = 0; i < LOSSES; i++)
        if (losses[i].lost)
            text_addf(&words, "%s%s", words.length ? ", " : "", losses[i].what);
    call_fail(call, 0, "this format has no place for: %s", text_chars(&words));
    text_free(&words);
}

// A line of moves that cannot be played would be read as another game: "h8 h8" as h8, a pass, h8.
static bool can_be_played(const Record *record, RecordFormat format, Error *err) {
    if (format == RECORD_SGF)
        return true;
    Position *position = record_replay(record, err);
    position_free(position);
    return position != NULL;
}

static void report_json(const Call *call, const Record *record, RecordFormat from, RecordFormat to,
                        const Loss losses[LOSSES]) {
    Text out = {0}, size = {0};
    int64_t moves = 0;
    for (const RecordNode *node = record->root; node; node = node->first_child)
        moves += node->move != MOVE_NONE;
    text_addf(&size, "%d", record->width);
    if (record->width != record->height)
        text_addf(&size, "x%d", record->height);
    Json json = json_line(&out);
    json_put_text(&json, "in", call->words[0]);
    json_put_text(&json, "from", common_formats[from]);
    json_put_text(&json, "out", call->words[1]);
    json_put_text(&json, "to", common_formats[to]);
    json_put_text(&json, "rule", record->type->rules[record->rule].name);
    json_put_text(&json, "size", size.chars);
    json_put_int(&json, "moves", moves);
    json_put_array(&json, "lost");
    for (size_t i = 0; i < LOSSES; i++)
        if (losses[i].lost)
            json_text(&json, losses[i].what);
    json_end_array(&json);
    json_end_line(&json);
    output_end(&out);
    text_free(&size);
}

// Everything between reading and freeing.
static int convert(const Call *call, Record *record, RecordFormat from, RecordFormat to) {
    Text text = {0};
    Loss losses[LOSSES];
    int code = EXIT_GOOD;
    bool lossy = what_is_lost(record, to, losses);
    if (!can_be_played(record, to, call->err) || !record_print(record, to, &text, call->err))
        code = call_error(call, EXIT_USAGE);
    else if (!write_output(call->words[1], &text, call->err))
        code = call_error(call, EXIT_MACHINE);
    else if (call->common->json)
        report_json(call, record, from, to, losses);
    else if (lossy && !call->common->quiet)
        say_what_is_lost(call, losses);
    text_free(&text);
    return code;
}

static int run(const Call *call) {
    const ConvertOptions *given = call->options;
    const char *in = call->words[0], *out = call->words[1];
    RecordFormat from = RECORD_HEXWORLD, to = RECORD_SGF;
    bool link = given->from < 0 && is_link(in);
    if ((!link && !find_format(given->from, in, "from", &from, call->err)) ||
        !find_format(given->to, out, "to", &to, call->err))
        return call_error(call, EXIT_USAGE);
    if (call->common->json && strcmp(out, "-") == 0)
        return call_fail(call, EXIT_USAGE,
                         "the record itself goes to standard output; --json needs an OUT to tell "
                         "of");
    Text text = {0};
    if (link) {
        text_add(&text, in);
    } else if (!read_input(in, &text, call->err)) {
        text_free(&text);
        return call_error(call, EXIT_USAGE);
    }
    RecordHints hints = common_hints(&given->common, registry_games(call->registry));
    Record *record = record_decode(from, &text, call->err)
                         ? record_parse(from, text_chars(&text), text.length, &hints, call->err)
                         : NULL;
    int code = record ? convert(call, record, from, to)
                      : call_fail(call, EXIT_USAGE, "%.100s: %s", in, call->err->text);
    record_free(record);
    text_free(&text);
    return code;
}

const Command convert_command = {
    .name = "convert",
    .usage = "IN OUT",
    .summary = "between record formats, by extension",
    .details =
        "Formats are .sgf (Gomoku, Renju and Hex; Little Golem's .hsgf too), .psq (Piskvork,\n"
        "Gomocup), .txt (a move list) and .hexworld (a link). - is standard input or output;\n"
        "then --from or --to names the format. IN may also be a HexWorld link itself.\n"
        "\n"
        "Of an SGF collection the first game is taken. .psq, .txt and .hexworld hold one line\n"
        "of play: variations and comments are left out, and a note on stderr says so. What\n"
        "would change the board (Hex as .psq, set-up stones as .psq) is refused. A .psq seldom\n"
        "names its rule: give --rule when it matters.\n"
        "\n"
        "  tengen convert game.psq game.sgf --rule renju\n"
        "  tengen convert 'https://hexworld.org/board/#11c1,a2:sf7' game.sgf\n"
        "  tengen convert game.sgf - --to txt\n"
        "\n"
        "With --json one object says what was done: in, from, out, to, rule, size, moves,\n"
        "and what was lost.\n",
    .common = COMMON_BOARD | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(ConvertOptions),
    .defaults = &defaults,
    .min_words = 2,
    .max_words = 2,
    .run = run,
};
