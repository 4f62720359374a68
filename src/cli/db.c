// SPDX-License-Identifier: MIT
// `tengen db`: the verbs and options of the database of games.
#include "cli/db.h"

#include "base/json.h"
#include "base/memory.h"
#include "cli/thought.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- stats ---

static void count_lines(const char *title, const StoreCount *counts, size_t many, Text *out) {
    text_add(out, many ? title : "");
    for (const StoreCount *count = counts; many; count++, many--)
        text_addf(out,
                  "  %-28s %8" PRId64 "   +%" PRId64 " black  +%" PRId64 " white  =%" PRId64 "\n",
                  count->name, count->games, count->black, count->white, count->draws);
}

static void count_array(Json *json, const char *title, const char *what, const StoreCount *counts,
                        size_t many) {
    json_put_array(json, title);
    for (const StoreCount *count = counts; many; count++, many--) {
        json_begin_object(json);
        json_put_text(json, what, count->name);
        json_put_int(json, "games", count->games);
        json_put_int(json, "black", count->black);
        json_put_int(json, "white", count->white);
        json_put_int(json, "draws", count->draws);
        json_end_object(json);
    }
    json_end_array(json);
}

static void stats_json(const StoreStats *stats, Text *out) {
    Json json = json_line(out);
    json_put_int(&json, "games", stats->games);
    json_put_int(&json, "positions", stats->positions);
    json_put_int(&json, "different_positions", stats->different_positions);
    json_put_int(&json, "analyses", stats->analyses);
    json_put_int(&json, "bytes", stats->bytes);
    json_put_int(&json, "version", stats->version);
    count_array(&json, "boards", "board", stats->boards, stats->board_count);
    count_array(&json, "players", "player", stats->players, stats->player_count);
    json_end_line(&json);
}

static void stats_text(const StoreStats *stats, Text *out) {
    text_addf(out,
              "%" PRId64 " games, %" PRId64 " positions (%" PRId64 " different), %" PRId64
              " analyses, %.1f MB, version %d\n",
              stats->games, stats->positions, stats->different_positions, stats->analyses,
              (double)stats->bytes / 1e6, stats->version);
    count_lines("boards\n", stats->boards, stats->board_count, out);
    count_lines("players\n", stats->players, stats->player_count, out);
}

static int db_stats(const DbRun *run) {
    StoreStats stats;
    if (!store_stats(run->store, &stats, run->call->err))
        return call_error(run->call, EXIT_MACHINE);
    Text out = {0};
    (run->given->common.json ? stats_json : stats_text)(&stats, &out);
    output_end(&out);
    store_stats_free(&stats);
    return EXIT_GOOD;
}

// --- check ---

static void say_problem(const char *sentence, void *user) {
    const DbRun *run = user;
    Text out = {0};
    if (run->given->common.json) {
        Json json = json_line(&out);
        json_put_text(&json, "problem", sentence);
        json_end_line(&json);
    } else {
        text_addf(&out, "%s\n", sentence);
    }
    output_end(&out);
}

static void say_verdict(const DbRun *run, int64_t problems) {
    Text out = {0};
    if (run->given->common.json) {
        Json json = json_line(&out);
        json_put_int(&json, "problems", problems);
        json_put_bool(&json, "sound", !problems);
        json_end_line(&json);
    } else if (problems) {
        text_addf(&out, "%" PRId64 " problems\n", problems);
    } else {
        text_add(&out, "the database is sound\n");
    }
    output_end(&out);
}

static int db_check(const DbRun *run) {
    int64_t problems;
    if (!store_check(run->store, say_problem, (void *)run, &problems, run->call->err))
        return call_error(run->call, problems ? EXIT_BAD : EXIT_MACHINE);
    say_verdict(run, problems);
    return problems ? EXIT_BAD : EXIT_GOOD;
}

// --- one game ---

static int db_show(const DbRun *run) {
    Error *err = run->call->err;
    Text text = {0}, out = {0};
    Record *record = store_load(run->store, run->id, NULL, err);
    bool shown = record && record_print(record, (RecordFormat)run->given->format, &text, err);
    record_free(record);
    if (shown && run->given->common.json) {
        Json json = json_line(&out);
        json_put_int(&json, "game", run->id);
        json_put_text(&json, "format", common_formats[run->given->format]);
        json_put_text(&json, "record", text_chars(&text));
        json_end_line(&json);
        output_flush(&out);
    } else if (shown) {
        output_flush(&text);
    }
    text_free(&text);
    text_free(&out);
    return shown ? EXIT_GOOD : call_error(run->call, EXIT_USAGE);
}

static int db_delete(const DbRun *run) {
    if (!store_delete(run->store, run->id, run->call->err))
        return call_error(run->call, EXIT_USAGE);
    if (run->given->common.json)
        printf("{\"deleted\":%" PRId64 "}\n", run->id);
    return EXIT_GOOD;
}

// --- the command ---

typedef struct DbVerb {
    const char *name, *usage;
    size_t least, most; // words behind it
    enum { TAKES_NOTHING, TAKES_FILES, TAKES_POSITION, TAKES_AT, TAKES_NUMBER } takes;
    bool writes;
    int (*run)(const DbRun *run);
} DbVerb;

static const DbVerb verbs[] = {
    {"import", "DIR|FILE...", 1, SIZE_MAX, TAKES_FILES, true, db_import},
    {"export", "DIR|FILE|-", 1, 1, TAKES_AT, false, db_export},
    {"find", "POSITION", 1, 1, TAKES_POSITION, false, db_find},
    {"list", "", 0, 0, TAKES_AT, false, db_list},
    {"show", "NUMBER", 1, 1, TAKES_NUMBER, false, db_show},
    {"delete", "NUMBER", 1, 1, TAKES_NUMBER, true, db_delete},
    {"stats", "", 0, 0, TAKES_NOTHING, false, db_stats},
    {"check", "", 0, 0, TAKES_NOTHING, false, db_check},
};

static bool is_there(const char *given) {
    char *path = given ? mem_copy_text(given) : store_default_path(NULL);
    bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

// Opens the database for who only reads it or changes what is there. One that cannot be used is the
// machine's fault, here as in `import` and `serve`; one that is not there was named wrongly.
static int open_store(DbRun *run) {
    const Call *call = run->call;
    run->store =
        store_open(run->given->path, run->given->read_only ? STORE_READING : STORE_EXISTING,
                   registry_games(call->registry), call->err);
    if (run->store)
        return EXIT_GOOD;
    return is_there(run->given->path) ? EXIT_MACHINE : EXIT_USAGE;
}

// Reads what the verb takes.
static bool prepare(DbRun *run, const DbVerb *verb) {
    const Call *call = run->call;
    const char *at = run->given->at;
    if (verb->takes == TAKES_POSITION && at)
        return error_set(call->err, "find takes one POSITION, not --at as well");
    if (verb->takes == TAKES_POSITION)
        at = run->words[0];
    if (at && (verb->takes == TAKES_POSITION || verb->takes == TAKES_AT) &&
        !(run->position = thought_position(call, at)))
        return false;
    run->query.position = run->position;
    if (!run->position) { // which would bring its board with it
        run->query.type = call->common->game;
        run->query.rule = call->common->rule;
        run->query.width = call->common->width;
        run->query.height = call->common->height;
    }
    if (verb->takes == TAKES_NUMBER && (!text_to_int(run->words[0], &run->id) || run->id <= 0))
        return error_set(call->err,
                         "a game is named by its number, as tengen db list shows it, not '%.40s'",
                         run->words[0]);
    return true;
}

static int run_verb(const Call *call, const DbVerb *verb) {
    const DbOptions *given = call->options;
    DbRun run = {.call = call,
                 .given = given,
                 .query = given->query,
                 .words = call->words + 1,
                 .count = call->word_count - 1};
    if (run.count < verb->least)
        return call_fail(call, EXIT_USAGE, "something is missing; type: tengen db %s %s",
                         verb->name, verb->usage);
    if (run.count > verb->most)
        return call_fail(call, EXIT_USAGE, "'%.60s' is one word too many; type: tengen db %s %s",
                         run.words[verb->most], verb->name, verb->usage);
    if (verb->writes && given->read_only)
        return call_fail(call, EXIT_USAGE, "%s writes; --read-only forbids it", verb->name);
    int code = prepare(&run, verb) ? EXIT_GOOD : EXIT_USAGE;
    if (code == EXIT_GOOD && verb->takes != TAKES_FILES) // import makes what is not there
        code = open_store(&run);
    code = code == EXIT_GOOD ? verb->run(&run) : call_error(call, code);
    store_close(run.store);
    position_free(run.position);
    return code;
}

static bool check_day(const char *day, const char *option, Error *err) {
    return !day || store_day(day) ||
           error_set(err, "%s takes a day such as 2026-11-16, 2026-11 or 2026, not '%.40s'", option,
                     day);
}

static int run(const Call *call) {
    const DbOptions *given = call->options;
    if (!check_day(given->query.from, "from", call->err) ||
        !check_day(given->query.to, "to", call->err))
        return call_error(call, EXIT_USAGE);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(call->words[0], verbs[i].name) == 0)
            return run_verb(call, &verbs[i]);
    Text known = {0};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        text_addf(&known, "%s%s", i ? ", " : "", verbs[i].name);
    int code = call_fail(call, EXIT_USAGE, "db has no verb '%.60s'; it has %s", call->words[0],
                         text_chars(&known));
    text_free(&known);
    return code;
}

static const DbOptions defaults = {.query = {.result = -1, .limit = -1}};

#define AT(field) offsetof(DbOptions, field)

static const Option options[] = {
    {"db", OPTION_TEXT, AT(path), "FILE", 0, 0, "the database (in the user's data folder)"},
    {"read-only", OPTION_FLAG, AT(read_only), NULL, 0, 0,
     "do not write to the file; so, too, where nobody may"},
    {"player", OPTION_TEXT, AT(query.player), "NAME", 0, 0,
     "games of somebody with this in the name"},
    {"result", OPTION_CHOICE, AT(query.result), "none|black|white|draw", 0, 0,
     "games that ended so"},
    {"from", OPTION_TEXT, AT(query.from), "DAY", 0, 0, "games since 2026-11-16, 2026-11 or 2026"},
    {"to", OPTION_TEXT, AT(query.to), "DAY", 0, 0, "games up to this day, month or year"},
    {"opening", OPTION_TEXT, AT(query.opening), "NAME", 0, 0,
     "games that were begun by this: swap2"},
    {"at", OPTION_TEXT, AT(at), "POSITION", 0, 0, "list, export: games that came through this"},
    {"any-rule", OPTION_FLAG, AT(query.any_rule), NULL, 0, 0, "a position under whatever rule"},
    {"limit", OPTION_INT, AT(query.limit), "N", 0, INT32_MAX, "games to show (20) or export (all)"},
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
               "narrow down what list, find and export take. With --json a search without\n"
               "a game says {\"games\":0}.\n"
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
    .defaults = &defaults,
    .min_words = 1,
    .max_words = -1,
    .run = run,
};
