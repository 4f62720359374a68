// SPDX-License-Identifier: MIT
// `tengen train`: weights from games.
#include "train/calibrate.h"
#include "train/trainer.h"

#include "base/file.h"
#include "cli/command.h"
#include "cli/train_view.h"

#include <inttypes.h>

typedef struct TrainOptions {
    CommonOptions common;
    FitSettings settings;
    char *out, *checkpoint, *curves;
    int64_t checkpoint_ms, report_positions;
    bool calibrate;
} TrainOptions;

#define AT(field) offsetof(TrainOptions, field)
static const Option options[] = {
    {"out", OPTION_TEXT, AT(out), "FILE", 0, 0, "where the weights go"},
    {"start", OPTION_TEXT, AT(settings.start), "FILE", 0, 0,
     "weights or network to start from (typed-in ones; none)"},
    {"passes", OPTION_INT, AT(settings.passes), "N", 1, 1000, "over all games (12)"},
    {"batch", OPTION_INT, AT(settings.batch), "N", 1, 10000000, "positions to a step (1024)"},
    {"blend", OPTION_INT, AT(settings.blend_percent), "PERCENT", 0, 100,
     "of a target that is the search's score (0)"},
    {"waiting", OPTION_INT, AT(settings.waiting), "N", 1, 10000000,
     "positions that wait to be drawn (up to 65536)"},
    {"rate", OPTION_INT, AT(settings.rate_percent), "PERCENT", 1, 1000,
     "how long steps are; less where --start is good already (100)"},
    {"network", OPTION_FLAG, AT(settings.network), NULL, 0, 0,
     "Gomoku: a network over the weights built in, not weights"},
    {"checkpoint", OPTION_TEXT, AT(checkpoint), "FILE", 0, 0,
     "where the run is kept as it goes (that of --out, with .part)"},
    {"checkpoint-every", OPTION_DURATION, AT(checkpoint_ms), "60s", 0, INT64_MAX / 1000000,
     "how often (60s)"},
    {"report", OPTION_INT, AT(report_positions), "N", 1, INT64_MAX,
     "positions from one report to the next (a pass)"},
    {"curves", OPTION_TEXT, AT(curves), "FILE", 0, 0, "losses and moves as they went, as SVG"},
    {"calibrate", OPTION_FLAG, AT(calibrate), NULL, 0, 0,
     "learn nothing; say what the scores in the games mean"},
    {0},
};

static const TrainOptions defaults = {.settings = FIT_SETTINGS, .checkpoint_ms = 60000};

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
    if (given->settings.waiting)
        text_addf(out, " --waiting %" PRId64, given->settings.waiting);
    if (given->settings.rate_percent != defaults.settings.rate_percent)
        text_addf(out, " --rate %" PRId64, given->settings.rate_percent);
    if (given->common.seed >= 0)
        text_addf(out, " --seed %" PRId64, given->common.seed);
    if (given->settings.start)
        text_addf(out, " --start %s", given->settings.start);
}

static int finish(const Call *call, const TrainOrder *order, const TrainResult *result) {
    const TrainOptions *given = call->options;
    Text out = {0};
    if (!file_write(given->out, text_chars(&result->weights), result->weights.length, call->err))
        return call_error(call, EXIT_MACHINE);
    checkpoint_remove(order->checkpoint);
    if (given->common.json)
        train_view_json(result, &out);
    else if (!given->common.quiet)
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
    TrainView view;
    Text command = {0}, checkpoint = {0};
    describe(call, &command);
    text_addf(&checkpoint, given->checkpoint ? "%s" : "%s.part",
              given->checkpoint ? given->checkpoint : given->out);
    TrainOrder order = {
        .games = registry_games(call->registry),
        .paths = &paths,
        .game = given->common.game,
        .rule = given->common.rule ? game_rule_index(given->common.game, given->common.rule) : -1,
        .settings = given->settings,
        .command = command.chars,
        .checkpoint = checkpoint.chars,
        .checkpoint_ms = given->checkpoint_ms,
        .on_game = train_view_game,
        .on_report = train_view_report,
        .report_positions = given->report_positions,
        .user = &view,
    };
    if (given->common.seed >= 0)
        order.settings.seed = (uint64_t)given->common.seed;
    TrainResult result;
    train_view_open(&view, call, &order, given->curves);
    bool ok = train_run(&order, &result, call->err);
    bool drawn = train_view_close(&view, ok ? call->err : NULL);
    int code = ok ? finish(call, &order, &result)
                  : call_error(call, result.broken    ? EXIT_MACHINE
                                     : result.stopped ? EXIT_BAD
                                                      : EXIT_USAGE);
    if (ok && !drawn && code == EXIT_GOOD)
        code = call_error(call, EXIT_MACHINE);
    train_result_free(&result);
    text_free(&checkpoint);
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
               "With --network, --start takes a network of the same rule, or one of freestyle\n"
               "for any other rule.\n"
               "\n"
               "After every pass (--report N: after so many positions) it says on stderr what\n"
               "it expects of the games kept apart by now; --json makes that, and the end, an\n"
               "object a line on stdout, and --curves FILE draws it.\n"
               "\n"
               "What is learned is kept in a file beside that of --out until the end. A run may\n"
               "be ended at any moment, even by force; the same command goes on from there, and\n"
               "ends in the very numbers it would have ended in. --seed makes other ones.\n"
               "\n"
               "--calibrate fits the scale by which scores of the search become winning\n"
               "chances, and prints how often what it expects came.",
    .common = COMMON_BOARD | COMMON_SEED | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(TrainOptions),
    .defaults = &defaults,
    .max_words = -1,
    .run = run,
};
