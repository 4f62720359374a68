// SPDX-License-Identifier: MIT
// `tengen tune`: better numbers for a search, by games against itself.
#include "cli/tune.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/rng.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "match/tune_chart.h"
#include "match/tune_games.h"
#include "match/tune_params.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 20000,
    GAMES_MAX = 10000000,
    NODES_USUAL = 2000,
    HASH_BYTES = 8 << 20, // what is cleared before every game; a short search needs no more
    SHOW_EVERY_US = 500000,
};

typedef struct TuneOptions {
    CommonOptions common;
    TextList params;
    int64_t games, nodes, concurrency;
    char *openings, *rate, *chart;
} TuneOptions;

#define AT(field) offsetof(TuneOptions, field)
static const Option options[] = {
    {"param", OPTION_LIST, AT(params), "NAME=START:LEAST:MOST:STEP", 0, 0,
     "tune this one; parts may be left out"},
    {"games", OPTION_INT, AT(games), "N", 2, GAMES_MAX, "in all, an even number (20000)"},
    {"nodes", OPTION_INT, AT(nodes), "N", 1, INT64_MAX, "stones placed for a move (2000)"},
    {"openings", OPTION_TEXT, AT(openings), "FILE", 0, 0,
     "where games begin (even positions that our search finds)"},
    {"rate", OPTION_TEXT, AT(rate), "R", 0, 0, "how fast it learns, R_end of fishtest (0.005)"},
    {"concurrency", OPTION_INT, AT(concurrency), "N", 1, TUNE_AHEAD, "pairs at a time (1)"},
    {"chart", OPTION_TEXT, AT(chart), "FILE.svg", 0, 0, "draw the way of every parameter"},
    {0},
};

static const TuneOptions defaults = {.games = GAMES_USUAL, .nodes = NODES_USUAL, .concurrency = 1};
static const char RATE_USUAL[] = "0.005";

// --- what is seen of it ---

typedef struct TuneProgress {
    size_t before; // pairs that were there when it began
    int64_t start_us, shown_us;
    bool live;
} TuneProgress;

// The parameter that went furthest, in its steps.
static size_t furthest(const Spsa *spsa, const double *values) {
    size_t best = 0;
    double far = -1;
    for (size_t i = 0; i < spsa->count; i++) {
        double away = fabs(values[i] - spsa->params[i].start) / spsa->params[i].step;
        if (away > far) {
            far = away;
            best = i;
        }
    }
    return best;
}

static void show(const TuneLog *log, const TuneWay *way, void *user) {
    TuneProgress *progress = user;
    int64_t now = clock_now_us();
    if (!progress->live || now - progress->shown_us < SHOW_EVERY_US)
        return;
    progress->shown_us = now;
    const double *values = tune_way_now(way);
    size_t param = furthest(way->spsa, values);
    double speed =
        2e6 * (double)(log->count - progress->before) / (double)(now - progress->start_us + 1);
    double left = 2 * (double)(way->spsa->steps - (int64_t)log->count) / speed;
    fprintf(stderr, "\r\x1b[K%zu of %" PRId64 " games, %.1f a second, %.0f min left; %s %g -> %.4g",
            2 * log->count, log->head.games, speed, left / 60, way->spsa->params[param].name,
            way->spsa->params[param].start, values[param]);
}

// The table, and the chart where one is wanted.
static int tell(const Call *call, const TuneLog *log) {
    const TuneOptions *given = call->options;
    Text out = {0};
    if (given->chart) {
        tune_chart(log, &out);
        bool written = file_write(given->chart, out.chars, out.length, call->err);
        text_clear(&out);
        if (!written) {
            text_free(&out);
            return call_error(call, EXIT_MACHINE);
        }
    }
    if (given->common.json)
        tune_table_json(log, &out);
    else if (!given->common.quiet)
        tune_table_print(log, &out);
    output_end(&out);
    return EXIT_GOOD;
}

// --- what is tuned ---

static bool read_table(const Call *call, const GameType *game, TunableTable *table, Error *err) {
    const SearcherType *searcher = registry_searcher(call->registry, game);
    table->game = game->name;
    if (!searcher->tunables)
        return error_set(err,
                         "the numbers of %s cannot be set in this program; tuning needs one that "
                         "was built with `make TUNE=1`",
                         table->game);
    table->count = searcher->tunables(table->rows);
    return true;
}

static int list(const Call *call) {
    const GameType *game = common_board(call->common, registry_games(call->registry)).game;
    TunableTable table;
    Text out = {0};
    if (!read_table(call, game, &table, call->err))
        return call_error(call, EXIT_USAGE);
    for (size_t i = 0; i < table.count; i++) {
        SpsaParam param;
        if (!tune_param_parse(&table, table.rows[i].name, &param, call->err))
            return call_error(call, EXIT_USAGE);
        if (call->common->json) {
            Json json = json_line(&out);
            json_put_text(&json, "name", param.name);
            json_put_number(&json, "start", param.start, 6);
            json_put_number(&json, "least", param.least, 6);
            json_put_number(&json, "most", param.most, 6);
            json_put_number(&json, "step", param.step, 6);
            json_put_bool(&json, "whole", param.whole);
            json_end_line(&json);
        } else {
            tune_param_print(&param, &out);
            text_add_char(&out, '\n');
        }
    }
    output_end(&out);
    return EXIT_GOOD;
}

// --- the run ---

typedef struct TunePlan {
    const Call *call;
    const char *path;
    TuneHead head;
    RecordHints board;
    TuneGames games;
    TuneLog log;
    TuneFile *file;
} TunePlan;

static bool read_numbers(TunePlan *plan, Error *err) {
    const TuneOptions *given = plan->call->options;
    TunableTable *table = mem_new(sizeof *table);
    TuneHead *head = &plan->head;
    head->games = given->games;
    head->nodes = given->nodes;
    head->rate = mem_copy_text(given->rate ? given->rate : RATE_USUAL);
    head->spsa.steps = given->games / 2;
    head->spsa.seed = given->common.seed >= 0 ? (uint64_t)given->common.seed : rng_entropy() >> 1;
    bool ok = read_table(plan->call, plan->board.game, table, err) &&
              tune_params_parse(table, &given->params, &head->spsa, err);
    free(table);
    if (!ok)
        return false;
    if (given->games % 2)
        return error_set(err,
                         "games takes an even number, for they are played in pairs; not %" PRId64,
                         given->games);
    double *rate = &head->spsa.rate;
    return (text_to_double(head->rate, rate) && *rate > 0 && *rate <= SPSA_RATE_MAX) ||
           error_set(err, "rate takes a number above 0 such as 0.005, up to %d, not '%.40s'",
                     SPSA_RATE_MAX, head->rate);
}

static bool lay_openings(TunePlan *plan, Error *err) {
    const TuneOptions *given = plan->call->options;
    const GameType *const *games = registry_games(plan->call->registry);
    TuneHead *head = &plan->head;
    Text key = {0}, size = {0};
    plan->board =
        given->openings ? common_hints(&given->common, games) : common_board(&given->common, games);
    if (given->openings) {
        plan->games.openings = openings_read(given->openings, &plan->board, OPENING_FREE, err);
        if (!plan->games.openings)
            return false;
        text_addf(&key, "%016" PRIx64, openings_key(plan->games.openings));
    } else {
        text_add(&key, "even");
    }
    text_addf(&size, "%dx%d", plan->board.width, plan->board.height);
    head->game = mem_copy_text(plan->board.game->name);
    head->rule = mem_copy_text(plan->board.rule);
    head->size = text_take(&size);
    head->openings = text_take(&key);
    return true;
}

static bool seat_player(TunePlan *plan, Error *err) {
    const CommonOptions *common = plan->call->common;
    const RecordHints *board = &plan->board;
    if (common->players.count > 1)
        return error_set(err, "one --player plays against itself; %zu were given",
                         common->players.count);
    plan->head.player = mem_copy_text(common_player(common));
    if (strpbrk(plan->head.player, "\r\n"))
        return error_set(err, "a player's SPEC is one line");
    plan->games.registry = plan->call->registry;
    plan->games.head = &plan->head;
    plan->games.defaults = PLAYER_DEFAULTS;
    plan->games.defaults.threads = 1;
    plan->games.defaults.hash_bytes = HASH_BYTES;
    plan->games.defaults.seed = -1; // every game is seeded
    Game *game = game_new(board->game, board->rule, board->width, board->height, OPENING_FREE, err);
    bool ok = game && tune_games_check(&plan->games, game, err);
    game_free(game);
    return ok;
}

// Everything that can be wrong is found before the file is touched.
static bool make_plan(TunePlan *plan, bool *broken, Error *err) {
    *broken = false;
    if (!lay_openings(plan, err) || !read_numbers(plan, err) || !seat_player(plan, err))
        return false;
    plan->file = tune_file_open(plan->path, &plan->head, plan->call->common->seed < 0, &plan->log,
                                broken, err);
    if (plan->file && !plan->games.openings)
        plan->games.openings =
            openings_generate(plan->call->registry, &plan->board, plan->head.spsa.seed, err);
    return plan->games.openings != NULL && plan->file;
}

static int play(TunePlan *plan) {
    const Call *call = plan->call;
    const TuneOptions *given = call->options;
    TuneProgress progress = {.before = plan->log.count, .start_us = clock_now_us()};
    progress.live = terminal_is(stderr) && !given->common.quiet && !given->common.json;
    TuneOrder order = {.log = &plan->log,
                       .file = plan->file,
                       .threads = (int)given->concurrency,
                       .play = tune_games_play,
                       .player = &plan->games,
                       .on_pair = show,
                       .user = &progress};
    bool ok = tune_run(&order, call->err);
    bool closed = tune_file_close(plan->file, ok ? call->err : NULL);
    plan->file = NULL;
    if (progress.live)
        fputs("\r\x1b[K", stderr);
    return ok && closed ? tell(call, &plan->log) : call_error(call, EXIT_MACHINE);
}

static int tune(const Call *call) {
    TunePlan *plan = mem_new(sizeof *plan);
    bool broken;
    plan->call = call;
    plan->path = call->words[0];
    int code = make_plan(plan, &broken, call->err)
                   ? play(plan)
                   : call_error(call, broken ? EXIT_MACHINE : EXIT_USAGE);
    if (plan->file)
        tune_file_close(plan->file, NULL);
    openings_free(plan->games.openings);
    tune_head_free(&plan->head);
    tune_log_free(&plan->log);
    free(plan);
    return code;
}

static int report(const Call *call) {
    TuneLog *log = mem_new(sizeof *log);
    int code = tune_file_read(call->words[1], log, call->err) ? tell(call, log)
                                                              : call_error(call, EXIT_USAGE);
    tune_log_free(log);
    free(log);
    return code;
}

static int run(const Call *call) {
    bool is_list = strcmp(call->words[0], "list") == 0;
    bool is_report = strcmp(call->words[0], "report") == 0;
    if (is_report && call->word_count == 2)
        return report(call);
    if (is_report)
        return call_fail(call, EXIT_USAGE,
                         "report needs the file of a tuning; type: tengen tune report FILE");
    if (call->word_count == 2)
        return call_fail(call, EXIT_USAGE, "'%.60s' is one word too many; type: tengen tune %s",
                         call->words[1], call->command->usage);
    return is_list ? list(call) : tune(call);
}

const Command tune_command = {
    .name = "tune",
    .usage = "FILE --param NAME ...",
    .summary = "better numbers for the search, by games against itself (SPSA)",
    .details =
        "Looks for better values of numbers of the search, all of those named at once: two\n"
        "players of the same program, one with every number moved a step up or down as chance\n"
        "says and one with all of them moved the other way, play a pair of games from one\n"
        "opening, and every number goes a little towards the better player's. This is SPSA as\n"
        "fishtest has it; docs/tuning.md says how to choose steps and rate.\n"
        "It needs a program that was built with make TUNE=1.\n"
        "\n"
        "FILE grows by a line a pair. A run may be ended at any moment, even by force; the same\n"
        "command goes on where it was. With --seed everything repeats, whatever --concurrency\n"
        "is. In the end it prints where every number stands, and a match that tries them.\n"
        "\n"
        "  tengen tune list                     what there is to tune, as --param takes it\n"
        "  tengen tune new.tune --param RAZOR_MARGIN --param LMR_BASE=24:8:40:3 --games 10000\n"
        "  tengen tune report new.tune --chart new.svg    how it stands, also while it runs\n"
        "\n"
        "--player tengen:weights=FILE tunes for a network or for weights of your own.",
    .common = COMMON_BOARD | COMMON_SEED | COMMON_PLAYER | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(TuneOptions),
    .defaults = &defaults,
    .min_words = 1,
    .max_words = 2,
    .run = run,
};
