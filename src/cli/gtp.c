// SPDX-License-Identifier: MIT
// `tengen gtp`: an engine for HexGui, GoGui, twogtp and online workers.
#include "protocol/gtp.h"
#include "cli/command.h"
#include "cli/speak.h"
#include "tengen.h"

typedef struct GtpCallOptions {
    CommonOptions common;
    int swap; // 1 or 0
    bool commands, ponder;
} GtpCallOptions;

static const Option options[] = {
    {"swap", OPTION_SWITCH, offsetof(GtpCallOptions, swap), NULL, 0, 0,
     "the swap rule of Hex for genmove (off)"},
    {"ponder", OPTION_FLAG, offsetof(GtpCallOptions, ponder), NULL, 0, 0,
     "after a genmove, think until the next command"},
    {"commands", OPTION_FLAG, offsetof(GtpCallOptions, commands), NULL, 0, 0,
     "list the commands of the protocol and leave"},
    {0},
};

static bool feed(void *protocol, const char *line) {
    return gtp_line(protocol, line);
}

static int list_commands(void) {
    Text out = {0};
    gtp_help(&out);
    output_flush(&out);
    text_free(&out);
    return EXIT_GOOD;
}

static int run(const Call *call) {
    const GtpCallOptions *given = call->options;
    if (given->commands)
        return list_commands();
    const char *spec = speech_player(call);
    if (!spec)
        return EXIT_USAGE;
    // Elsewhere a game is Gomoku unless said otherwise; the programs that speak GTP are Hex ones.
    CommonOptions common = given->common;
    if (!common.game)
        common.game = registry_game(call->registry, "hex", NULL);
    BoardChoice board = common_board(&common, registry_games(call->registry));
    Speech speech = {.log = call->log};
    GtpSetup setup = {
        .registry = call->registry,
        .spec = spec,
        .version = TENGEN_VERSION,
        .game = board.game,
        .rule = board.rule,
        .width = board.width,
        .height = board.height,
        .swap = given->swap == 1,
        .ponder = given->ponder,
        .defaults = common_player_defaults(&common),
        .limits = common_limits(&common),
        .write = speech_write,
        .trace = call->log ? speech_trace : NULL,
        .user = &speech,
    };
    Error err = {""};
    Gtp *gtp = gtp_new(&setup, &err);
    if (!gtp)
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    speech_run(&speech, feed, gtp);
    gtp_free(gtp);
    return EXIT_GOOD;
}

const Command gtp_command = {
    .name = "gtp",
    .usage = "",
    .summary = "GTP/HTP on stdin/stdout, both games",
    .details = "For HexGui, GoGui and whatever else speaks the Go Text Protocol, version 2. The\n"
               "game is Hex unless --game or --rule says otherwise; `set_game renju` changes it\n"
               "later. Limits hold until the controller sends time_settings or time_left.\n",
    .common = COMMON_BOARD | COMMON_LIMITS | COMMON_CLOCK | COMMON_ENGINE | COMMON_LEVEL |
              COMMON_SEED | COMMON_PLAYER | COMMON_LOG,
    .options = options,
    .size = sizeof(GtpCallOptions),
    .max_words = 0,
    .run = run,
};
