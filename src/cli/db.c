// SPDX-License-Identifier: MIT
// `tengen db`: the verbs and options of the database of games.
#include "cli/db.h"

#include "base/json.h"
#include "game/coord.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

Store *db_open(const Call *call, StoreMode mode, int *code) {
    const DbOptions *given = call->options;
    Error err = {""};
    char *own = given->path ? NULL : store_default_path(&err);
    const char *path = given->path ? given->path : own;
    Store *store = path ? store_open(path, mode, registry_games(call->registry), &err) : NULL;
    free(own);
    if (!store)
        *code = call_fail(call, mode == STORE_CREATE ? EXIT_MACHINE : EXIT_USAGE, "%s", err.text);
    return store;
}

StoreQuery db_query(const Call *call, const Position *position) {
    const DbOptions *given = call->options;
    StoreQuery query = STORE_QUERY_ALL;
    query.player = given->player;
    query.opening = given->opening;
    query.from = given->from;
    query.to = given->to;
    query.result = given->result;
    query.position = position;
    query.any_rule = given->any_rule;
    // A position brings its board with it.
    if (!position) {
        query.type = given->common.game;
        query.rule = given->common.rule;
        query.width = given->common.width;
        query.height = given->common.height;
    }
    return query;
}

// --- stats ---

static void count_line(const StoreCount *count, Text *out) {
    text_addf(out, "  %-28s %8" PRId64 "   +%" PRId64 " black  +%" PRId64 " white  =%" PRId64 "\n",
              count->name, count->games, count->black, count->white, count->draws);
}

static void count_object(Json *json, const char *what, const StoreCount *count) {
    json_begin_object(json);
    json_key(json, what);
    json_text(json, count->name);
    const struct {
        const char *name;
        int64_t number;
    } numbers[] = {{"games", count->games},
                   {"black", count->black},
                   {"white", count->white},
                   {"draws", count->draws}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_key(json, numbers[i].name);
        json_int(json, numbers[i].number);
    }
    json_end_object(json);
}

static void stats_json(const StoreStats *stats, Text *out) {
    Json json = {.out = out};
    const struct {
        const char *name;
        int64_t number;
    } numbers[] = {{"games", stats->games},
                   {"positions", stats->positions},
                   {"different_positions", stats->different_positions},
                   {"analyses", stats->analyses},
                   {"bytes", stats->bytes},
                   {"version", stats->version}};
    json_begin_object(&json);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_key(&json, numbers[i].name);
        json_int(&json, numbers[i].number);
    }
    json_key(&json, "boards");
    json_begin_array(&json);
    for (size_t i = 0; i < stats->board_count; i++)
        count_object(&json, "board", &stats->boards[i]);
    json_end_array(&json);
    json_key(&json, "players");
    json_begin_array(&json);
    for (size_t i = 0; i < stats->player_count; i++)
        count_object(&json, "player", &stats->players[i]);
    json_end_array(&json);
    json_end_object(&json);
    text_add_char(out, '\n');
}

static void stats_text(const StoreStats *stats, Text *out) {
    text_addf(out,
              "%" PRId64 " games, %" PRId64 " positions (%" PRId64 " different), %" PRId64
              " analyses, %.1f MB, version %d\n",
              stats->games, stats->positions, stats->different_positions, stats->analyses,
              (double)stats->bytes / 1e6, stats->version);
    for (size_t i = 0; i < stats->board_count; i++) {
        text_add(out, i ? "" : "boards\n");
        count_line(&stats->boards[i], out);
    }
    for (size_t i = 0; i < stats->player_count; i++) {
        text_add(out, i ? "" : "players\n");
        count_line(&stats->players[i], out);
    }
}

static int db_stats(const Call *call, char **words, size_t count) {
    (void)words;
    (void)count;
    int code;
    Store *store = db_open(call, STORE_EXISTING, &code);
    if (!store)
        return code;
    StoreStats stats;
    Error err = {""};
    if (!store_stats(store, &stats, &err)) {
        code = call_fail(call, EXIT_MACHINE, "%s", err.text);
    } else {
        Text out = {0};
        (((const CommonOptions *)call->options)->json ? stats_json : stats_text)(&stats, &out);
        output_flush(&out);
        text_free(&out);
        store_stats_free(&stats);
        code = EXIT_GOOD;
    }
    store_close(store);
    return code;
}

// --- check ---

static void say_problem(const char *sentence, void *user) {
    (void)user;
    Text line = {0};
    text_addf(&line, "%s\n", sentence);
    output_flush(&line);
    text_free(&line);
}

static int db_check(const Call *call, char **words, size_t count) {
    (void)words;
    (void)count;
    int code;
    Store *store = db_open(call, STORE_EXISTING, &code);
    if (!store)
        return code;
    int64_t problems;
    Error err = {""};
    Text out = {0};
    if (!store_check(store, say_problem, NULL, &problems, &err))
        code = call_fail(call, problems ? EXIT_BAD : EXIT_MACHINE, "%s", err.text);
    else {
        if (problems)
            text_addf(&out, "%" PRId64 " problems\n", problems);
        else
            text_add(&out, "the database is sound\n");
        code = problems ? EXIT_BAD : EXIT_GOOD;
    }
    output_flush(&out);
    text_free(&out);
    store_close(store);
    return code;
}

// --- one game ---

static bool read_id(const Call *call, const char *word, int64_t *id, int *code) {
    if (text_to_int(word, id) && *id > 0)
        return true;
    *code =
        call_fail(call, EXIT_USAGE,
                  "a game is named by its number, as tengen db list shows it, not '%.40s'", word);
    return false;
}

static int db_show(const Call *call, char **words, size_t count) {
    (void)count;
    int64_t id;
    int code;
    Store *store =
        read_id(call, words[0], &id, &code) ? db_open(call, STORE_EXISTING, &code) : NULL;
    if (!store)
        return code;
    Error err = {""};
    Text out = {0};
    Record *record = store_load(store, id, NULL, &err);
    const DbOptions *given = call->options;
    if (record && record_print(record, (RecordFormat)given->format, &out, &err)) {
        output_flush(&out);
        code = EXIT_GOOD;
    } else {
        code = call_fail(call, EXIT_USAGE, "%s", err.text);
    }
    text_free(&out);
    record_free(record);
    store_close(store);
    return code;
}

static int db_delete(const Call *call, char **words, size_t count) {
    (void)count;
    int64_t id;
    int code;
    Store *store =
        read_id(call, words[0], &id, &code) ? db_open(call, STORE_EXISTING, &code) : NULL;
    if (!store)
        return code;
    Error err = {""};
    code = store_delete(store, id, &err) ? EXIT_GOOD : call_fail(call, EXIT_USAGE, "%s", err.text);
    store_close(store);
    return code;
}

// --- the command ---

static const struct {
    const char *name, *usage;
    size_t least, most; // words behind it
    int (*run)(const Call *call, char **words, size_t count);
} verbs[] = {
    {"import", "DIR|FILE...", 1, SIZE_MAX, db_import},
    {"export", "DIR|FILE|-", 1, 1, db_export},
    {"find", "POSITION", 1, 1, db_find},
    {"list", "", 0, 0, db_list},
    {"show", "NUMBER", 1, 1, db_show},
    {"delete", "NUMBER", 1, 1, db_delete},
    {"stats", "", 0, 0, db_stats},
    {"check", "", 0, 0, db_check},
};

static bool check_day(const char *day, const char *option, Error *err) {
    return !day || store_day(day) ||
           error_set(err, "%s takes a day such as 2026-11-16, 2026-11 or 2026, not '%.40s'", option,
                     day);
}

static int run(const Call *call) {
    const DbOptions *given = call->options;
    Error err = {""};
    if (!check_day(given->from, "from", &err) || !check_day(given->to, "to", &err))
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(call->words[0], verbs[i].name) != 0)
            continue;
        size_t count = call->word_count - 1;
        if (count < verbs[i].least)
            return call_fail(call, EXIT_USAGE, "something is missing; type: tengen db %s %s",
                             verbs[i].name, verbs[i].usage);
        if (count > verbs[i].most)
            return call_fail(call, EXIT_USAGE,
                             "'%.60s' is one word too many; type: tengen db %s %s",
                             call->words[1 + verbs[i].most], verbs[i].name, verbs[i].usage);
        return verbs[i].run(call, call->words + 1, count);
    }
    Text known = {0};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        text_addf(&known, "%s%s", i ? ", " : "", verbs[i].name);
    int code = call_fail(call, EXIT_USAGE, "db has no verb '%.60s'; it has %s", call->words[0],
                         text_chars(&known));
    text_free(&known);
    return code;
}

static void defaults(void *target) {
    DbOptions *given = target;
    given->result = -1;
    given->limit = -1;
}

#define AT(field) offsetof(DbOptions, field)

static const Option options[] = {
    {"db", OPTION_TEXT, AT(path), "FILE", 0, 0, "the database (in the user's data folder)"},
    {"player", OPTION_TEXT, AT(player), "NAME", 0, 0, "games of somebody with this in the name"},
    {"result", OPTION_CHOICE, AT(result), "none|black|white|draw", 0, 0, "games that ended so"},
    {"from", OPTION_TEXT, AT(from), "DAY", 0, 0, "games since 2026-11-16, 2026-11 or 2026"},
    {"to", OPTION_TEXT, AT(to), "DAY", 0, 0, "games up to this day, month or year"},
    {"opening", OPTION_TEXT, AT(opening), "NAME", 0, 0, "games that were begun by this: swap2"},
    {"at", OPTION_TEXT, AT(at), "POSITION", 0, 0, "list, export: games that came through this"},
    {"any-rule", OPTION_FLAG, AT(any_rule), NULL, 0, 0, "a position under whatever rule"},
    {"limit", OPTION_INT, AT(limit), "N", 0, INT32_MAX, "games to show (20) or export (all)"},
    {"format", OPTION_CHOICE, AT(format), "sgf|psq|txt|hexworld", 0, 0,
     "show, export: as what (sgf)"},
    {0},
};

const Command db_command = {
    .name = "db",
    .usage = "import | export | find | list | show | delete | stats | check",
    .summary = "a library of games, found by player, day and position",
    .details = "import DIR|FILE...  reads records (.sgf, whole collections too, .hsgf, .psq,\n"
               "                    .hexworld; .txt when it is named) and the folders of\n"
               "                    matches, subfolders included. A game that is there already\n"
               "                    is not taken twice, nor a .psq beside its .sgf. What cannot\n"
               "                    be read is told in a sentence each and left out; the code\n"
               "                    is 1 then.\n"
               "export DIR|FILE|-   writes games, each to a file of its own in a folder, or\n"
               "                    all to one .sgf, or to standard output\n"
               "find POSITION       what was played there and how it went, and the games\n"
               "list                games, the newest first\n"
               "show NUMBER         one game\n"
               "delete NUMBER       forgets it\n"
               "stats               how much there is of what\n"
               "check               whether the file is sound; 1 when it is not\n"
               "\n"
               "A position is found by whatever order of moves it came about, turned and\n"
               "mirrored too; moves are shown the way the position was asked for. Options\n"
               "narrow down what list, find and export take.\n"
               "\n"
               "The database is $XDG_DATA_HOME/tengen/games.db, which is often\n"
               "~/.local/share/tengen/games.db. Several programs may use it at once, and\n"
               "what was confirmed outlives a kill.\n"
               "\n"
               "  tengen db import ~/games match-7\n"
               "  tengen db find \"h8 i9 g7\" --rule renju --from 2025\n"
               "  tengen db export black.sgf --player tengen --result black\n",
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(DbOptions),
    .defaults = defaults,
    .min_words = 1,
    .max_words = -1,
    .run = run,
};
