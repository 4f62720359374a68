// SPDX-License-Identifier: MIT
// `tengen selfplay`: games to learn from.
#include "train/selfplay.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/rng.h"
#include "cli/command.h"
#include "cli/terminal.h"

#include <inttypes.h>

enum {
    GAMES_USUAL = 1000,
    GAMES_MAX = 100000000,
    NODES_USUAL = 2000,
    NOISY_USUAL = 6,
    CONCURRENCY_MAX = 256,
    HASH_BYTES = 8 << 20, // what is cleared before every game; a short search needs no more
    SHOW_EVERY_US = 500000,
};

typedef struct SelfplayOptions {
    CommonOptions common;
    int64_t games, nodes, noisy, quick, concurrency;
    char *out;
} SelfplayOptions;

#define AT(field) offsetof(SelfplayOptions, field)
static const Option options[] = {
    {"out", OPTION_TEXT, AT(out), "FILE", 0, 0, "where the games go; one that is there goes on"},
    {"games", OPTION_INT, AT(games), "N", 1, GAMES_MAX, "in the file when it is done (1000)"},
    {"nodes", OPTION_INT, AT(nodes), "N", 1, INT64_MAX, "stones placed for a move (2000)"},
    {"noisy", OPTION_INT, AT(noisy), "N", 0, 1000, "moves after the opening left to chance (6)"},
    {"quick", OPTION_INT, AT(quick), "PERCENT", 0, 100,
     "of the moves get a sixth of that and teach only results (0)"},
    {"concurrency", OPTION_INT, AT(concurrency), "N", 1, CONCURRENCY_MAX, "games at a time (1)"},
    {0},
};

static const SelfplayOptions defaults = {
    .games = GAMES_USUAL, .nodes = NODES_USUAL, .noisy = NOISY_USUAL, .concurrency = 1};

// --- what is seen of it ---

typedef struct Progress {
    int64_t before, games; // in the file when it began, and in the end
    int64_t start_us, shown_us;
    bool live;
} Progress;

static double percent(const SelfplayTally *tally, Result result) {
    return tally->games ? 100.0 * (double)tally->results[result] / (double)tally->games : 0;
}

static bool show(const SelfplayTally *tally, void *user) {
    Progress *progress = user;
    int64_t now = clock_now_us();
    if (!progress->live || now - progress->shown_us < SHOW_EVERY_US)
        return true;
    progress->shown_us = now;
    fprintf(stderr, "\r%" PRId64 " of %" PRId64 " games, %.1f a second, black %.0f%% white %.0f%%",
            progress->before + tally->games, progress->games,
            (double)tally->games * 1e6 / (double)(now - progress->start_us + 1),
            percent(tally, RESULT_BLACK), percent(tally, RESULT_WHITE));
    return true;
}

static void print_end(const SelfplayOptions *given, const Progress *progress,
                      const SelfplayTally *tally) {
    static const Result results[] = {RESULT_BLACK, RESULT_WHITE, RESULT_DRAW};
    double seconds = (double)(clock_now_us() - progress->start_us) / 1e6;
    Text out = {0};
    if (given->common.json) {
        Json json = json_line(&out);
        json_put_int(&json, "games", tally->games);
        for (int i = 0; i < 3; i++)
            json_put_int(&json, result_name(results[i]), tally->results[results[i]]);
        json_put_int(&json, "moves", tally->moves);
        json_put_int(&json, "time_ms", (int64_t)(seconds * 1000));
        json_end_line(&json);
    } else if (!given->common.quiet) {
        text_addf(&out,
                  "%" PRId64 " games (%" PRId64 " in the file) in %.1f s: black %.1f%%, white "
                  "%.1f%%, drawn %.1f%%; %" PRId64 " moves\n",
                  tally->games, progress->before + tally->games, seconds,
                  percent(tally, RESULT_BLACK), percent(tally, RESULT_WHITE),
                  percent(tally, RESULT_DRAW), tally->moves);
    }
    output_end(&out);
}

// --- the run ---

static int play(const Call *call, SelfplaySetup *setup, SampleWriter *writer) {
    const SelfplayOptions *given = call->options;
    Progress progress = {.before = setup->first, .games = setup->games};
    progress.start_us = clock_now_us();
    progress.live = terminal_is(stderr) && !given->common.quiet && !given->common.json;
    SelfplayTally tally = {0};
    bool ok = selfplay_run(setup, writer, show, &progress, &tally, call->err);
    bool closed = samples_close(writer, ok ? call->err : NULL);
    if (progress.live)
        fputs("\r\x1b[K", stderr);
    if (!ok || !closed)
        return call_error(call, EXIT_MACHINE);
    print_end(given, &progress, &tally);
    return EXIT_GOOD;
}

static int run(const Call *call) {
    const SelfplayOptions *given = call->options;
    RecordHints board = common_board(&given->common, registry_games(call->registry));
    if (!given->out)
        return call_fail(call, EXIT_USAGE, "where should the games go? --out FILE says it");
    if (given->common.players.count > 1)
        return call_fail(call, EXIT_USAGE, "one --player plays against itself; %zu were given",
                         given->common.players.count);
    SelfplaySetup setup = {
        .registry = call->registry,
        .spec = common_player(call->common),
        .defaults = common_player_defaults(&given->common),
        .board = {board.game, game_rule_index(board.game, board.rule), board.width, board.height},
        .limits = LIMITS_OPEN,
        .seed = given->common.seed >= 0 ? (uint64_t)given->common.seed : rng_entropy() >> 1,
        .games = given->games,
        .threads = (int)given->concurrency,
        .noisy = given->noisy,
        .quick = given->quick,
    };
    setup.defaults.threads = 1;
    setup.defaults.hash_bytes = HASH_BYTES;
    setup.defaults.seed = -1; // every game is seeded
    setup.limits.nodes = given->nodes;
    bool broken = false;
    if (!selfplay_check(&setup, call->err))
        return call_error(call, EXIT_USAGE);
    Text made_by = {0};
    text_addf(&made_by, "player=%s nodes=%" PRId64 " noisy=%" PRId64 " ", setup.spec, given->nodes,
              given->noisy);
    if (given->quick)
        text_addf(&made_by, "quick=%" PRId64 " ", given->quick);
    text_add(&made_by, "seed=");
    if (given->common.seed >= 0)
        text_addf(&made_by, "%" PRIu64, setup.seed);
    else
        text_add(&made_by, "any");
    SampleWriter *writer =
        samples_write(given->out, &setup.board, made_by.chars, &setup.first, &broken, call->err);
    text_free(&made_by);
    if (!writer)
        return call_error(call, broken ? EXIT_MACHINE : EXIT_USAGE);
    return play(call, &setup, writer);
}

const Command selfplay_command = {
    .name = "selfplay",
    .usage = "--out FILE",
    .summary = "games of the engine against itself, to learn from",
    .details = "Plays a player against itself and adds the games to FILE, a line each: who\n"
               "won, and every stone with what the search thought of it. Games begin with a few\n"
               "random stones that leave the result open, and end when it is proven.\n"
               "With --seed they are the same games whatever --concurrency is. A run may be ended\n"
               "at any moment, even by force; the same command goes on where it was.\n"
               "\n"
               "  tengen selfplay --rule renju --games 20000 --seed 1 --out renju.samples\n"
               "  tengen train renju.samples --out renju.weights\n"
               "  tengen match --rule renju --player tengen:weights=renju.weights --player tengen",
    .common = COMMON_BOARD | COMMON_SEED | COMMON_PLAYER | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(SelfplayOptions),
    .defaults = &defaults,
    .run = run,
};
