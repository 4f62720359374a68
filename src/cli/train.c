// SPDX-License-Identifier: MIT
// `tengen train`: weights from games.
#include "train/calibrate.h"
#include "train/trainer.h"

#include "base/file.h"
#include "cli/command.h"
#include "cli/terminal.h"

#include <inttypes.h>

typedef struct TrainOptions {
    CommonOptions common;
    FitSettings settings;
    char *out;
    bool calibrate;
} TrainOptions;

#define AT(field) offsetof(TrainOptions, field)
static const Option options[] = {
    {"out", OPTION_TEXT, AT(out), "FILE", 0, 0, "where the weights go"},
    {"start", OPTION_TEXT, AT(settings.start), "FILE", 0, 0,
     "weights to start from (typed-in ones)"},
    {"passes", OPTION_INT, AT(settings.passes), "N", 1, 1000, "over all games (12)"},
    {"batch", OPTION_INT, AT(settings.batch), "N", 1, 10000000, "positions to a step (1024)"},
    {"blend", OPTION_INT, AT(settings.blend_percent), "PERCENT", 0, 100,
     "of a target that is the search's score (0)"},
    {"network", OPTION_FLAG, AT(settings.network), NULL, 0, 0,
     "Gomoku: a network over the weights built in, not weights"},
    {"calibrate", OPTION_FLAG, AT(calibrate), NULL, 0, 0,
     "learn nothing; say what the scores in the games mean"},
    {0},
};

static const TrainOptions defaults = {.settings = FIT_SETTINGS};

static void show_pass(int64_t pass, int64_t passes, void *user) {
    if (*(bool *)user)
        fprintf(stderr, "\rpass %" PRId64 " of %" PRId64, pass, passes);
}

// The command as it could be typed again.
static void describe(const Call *call, Text *out) {
    const TrainOptions *given = call->options;
    text_add(out, "tengen train");
    for (size_t i = 0; i < call->word_count; i++)
        text_addf(out, " %s", call->words[i]);
    text_addf(out, " --passes %" PRId64 " --batch %" PRId64 " --blend %" PRId64,
              given->settings.passes, given->settings.batch, given->settings.blend_percent);
    if (given->settings.network)
        text_add(out, " --network");
    if (given->settings.start)
        text_addf(out, " --start %s", given->settings.start);
}

static int finish(const Call *call, TrainResult *result) {
    const TrainOptions *given = call->options;
    Text out = {0};
    if (!file_write(given->out, text_chars(&result->weights), result->weights.length, call->err))
        return call_error(call, EXIT_MACHINE);
    if (!given->common.quiet)
        train_print(result, &out);
    output_end(&out);
    return EXIT_GOOD;
}

static int calibrate(const Call *call, const TextList *paths) {
    Calibration calibration;
    Text out = {0};
    if (!paths->count)
        return call_fail(call, EXIT_USAGE, "which games? --calibrate takes the files of selfplay");
    if (!calibrate_run(registry_games(call->registry), paths, &calibration, call->err))
        return call_error(call, EXIT_USAGE);
    calibrate_print(&calibration, &out);
    output_end(&out);
    return calibration.scale > 0 ? EXIT_GOOD : EXIT_BAD;
}

static int run(const Call *call) {
    const TrainOptions *given = call->options;
    TextList paths = {.items = call->words, .count = call->word_count};
    if (given->calibrate)
        return calibrate(call, &paths);
    if (!given->out)
        return call_fail(call, EXIT_USAGE, "where should the weights go? --out FILE says it");
    bool live = terminal_is(stderr) && !given->common.quiet;
    Text command = {0};
    describe(call, &command);
    TrainOrder order = {
        .games = registry_games(call->registry),
        .paths = &paths,
        .game = given->common.game,
        .rule = given->common.rule ? game_rule_index(given->common.game, given->common.rule) : -1,
        .settings = given->settings,
        .command = command.chars,
        .on_pass = show_pass,
        .user = &live,
    };
    TrainResult result;
    bool ok = train_run(&order, &result, call->err);
    if (live)
        fputs("\r\x1b[K", stderr);
    int code = ok ? finish(call, &result) : call_error(call, EXIT_USAGE);
    text_free(&result.weights);
    text_free(&command);
    return code;
}

const Command train_command = {
    .name = "train",
    .usage = "[FILE...] --out FILE",
    .summary = "weights from games",
    .details = "Learns the numbers the engine judges by from the games of `tengen selfplay`,\n"
               "and writes them to the file of --out. A tenth of the games is kept apart; what\n"
               "the numbers expect of these is printed: the loss of the winning chances, how\n"
               "often what was expected came (of positions called 70% about 70 in 100 should be\n"
               "won), and how often the move the search chose is the one they suggest first.\n"
               "Without files it writes the numbers that learning starts from. Where the games\n"
               "say little, the weights stay near those.\n"
               "\n"
               "A player uses them by tengen:weights=FILE; those in nets/ are built in.\n"
               "\n"
               "--calibrate fits the scale by which scores of the search become winning\n"
               "chances, and prints how often what it expects came.",
    .common = COMMON_BOARD | COMMON_QUIET,
    .options = options,
    .size = sizeof(TrainOptions),
    .defaults = &defaults,
    .max_words = -1,
    .run = run,
};
