// SPDX-License-Identifier: MIT
// `tengen gomocup`: a brain for Piskvork and the other managers that speak the Gomocup protocol.
#include "protocol/gomocup.h"
#include "cli/command.h"
#include "cli/speak.h"
#include "tengen.h"

typedef struct GomocupOptions {
    CommonOptions common;
    bool suggest, debug, commands, ponder;
} GomocupOptions;

static const Option options[] = {
    {"suggest", OPTION_FLAG, offsetof(GomocupOptions, suggest), NULL, 0, 0,
     "answer SUGGEST x,y and wait for the manager's PLAY"},
    {"ponder", OPTION_FLAG, offsetof(GomocupOptions, ponder), NULL, 0, 0,
     "think on the opponent's time; INFO ponder 0|1 changes it"},
    {"debug", OPTION_FLAG, offsetof(GomocupOptions, debug), NULL, 0, 0,
     "DEBUG lines on time and memory"},
    {"commands", OPTION_FLAG, offsetof(GomocupOptions, commands), NULL, 0, 0,
     "list the commands of the protocol and leave"},
    {0},
};

static bool feed(void *protocol, const char *line) {
    return gomocup_line(protocol, line);
}

static int list_commands(void) {
    Text out = {0};
    gomocup_help(&out);
    output_flush(&out);
    text_free(&out);
    return EXIT_GOOD;
}

static int run(const Call *call) {
    const GomocupOptions *given = call->options;
    if (given->commands)
        return list_commands();
    const char *spec = speech_player(call);
    if (!spec)
        return EXIT_USAGE;
    Speech speech = {.log = call->log};
    GomocupSetup setup = {
        .registry = call->registry,
        .spec = spec,
        .version = TENGEN_VERSION,
        .defaults = common_player_defaults(&given->common),
        .limits = common_limits(&given->common),
        .write = speech_write,
        .trace = call->log ? speech_trace : NULL,
        .user = &speech,
        .suggest = given->suggest,
        .debug = given->debug,
        .ponder = given->ponder,
    };
    setup.limits.time_ms = given->common.time_ms; // five seconds only if the manager says nothing
    Error err = {""};
    Gomocup *gomocup = gomocup_new(&setup, &err);
    if (!gomocup)
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    speech_run(&speech, feed, gomocup);
    gomocup_free(gomocup);
    return EXIT_GOOD;
}

const Command gomocup_command = {
    .name = "gomocup",
    .usage = "",
    .summary = "the Gomocup protocol on stdin/stdout (also when called pbrain-*)",
    .details = "A brain for Piskvork, Yixin-Board and other managers: Gomocup protocol 2 with\n"
               "SWAP2BOARD and caro, and Yixin-Board's YXBOARD, YXSTOP, YXNBEST and\n"
               "YXSHOWFORBID. Install a link named pbrain-tengen where the manager looks for\n"
               "brains. Limits given here hold beside those the manager sends.\n",
    .common =
        COMMON_LIMITS | COMMON_ENGINE | COMMON_LEVEL | COMMON_SEED | COMMON_PLAYER | COMMON_LOG,
    .options = options,
    .size = sizeof(GomocupOptions),
    .max_words = 0,
    .run = run,
};
