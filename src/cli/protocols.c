// SPDX-License-Identifier: MIT
// `tengen gomocup` and `tengen gtp`: any player behind the protocols of other programs, on standard
// input and output.
#include "cli/command.h"
#include "protocol/gomocup.h"
#include "protocol/gtp.h"
#include "protocol/inbox.h"
#include "tengen.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef struct ProtocolOptions {
    CommonOptions common;
    int swap; // 1 or 0
    bool suggest, debug, commands, ponder;
} ProtocolOptions;

#define AT(field) offsetof(ProtocolOptions, field)
static const char commands_help[] = "list the commands of the protocol and leave";

static const Option gomocup_options[] = {
    {"suggest", OPTION_FLAG, AT(suggest), NULL, 0, 0,
     "answer SUGGEST x,y and wait for the manager's PLAY"},
    {"ponder", OPTION_FLAG, AT(ponder), NULL, 0, 0,
     "think on the opponent's time; INFO ponder 0|1 changes it"},
    {"debug", OPTION_FLAG, AT(debug), NULL, 0, 0, "DEBUG lines on time and memory"},
    {"commands", OPTION_FLAG, AT(commands), NULL, 0, 0, commands_help},
    {0},
};

static const Option gtp_options[] = {
    {"swap", OPTION_SWITCH, AT(swap), NULL, 0, 0, "the swap rule of Hex for genmove (off)"},
    {"ponder", OPTION_FLAG, AT(ponder), NULL, 0, 0,
     "after a genmove, think until the next command"},
    {"commands", OPTION_FLAG, AT(commands), NULL, 0, 0, commands_help},
    {0},
};

// --- standard input and output: lines in, lines out, a log of both ---

typedef struct Speech {
    FILE *log;           // may be NULL
    atomic_bool cut_off; // our answers are no longer read
} Speech;

static void write_answer(const char *text, void *user) {
    Speech *speech = user;
    if (fputs(text, stdout) == EOF || fflush(stdout) != 0)
        atomic_store(&speech->cut_off, true);
}

static void write_log(char direction, const char *text, void *user) {
    const Speech *speech = user;
    while (*text) {
        int length = (int)strcspn(text, "\n");
        fprintf(speech->log, "%c %.*s\n", direction, length, text);
        text += length + (text[length] == '\n');
    }
}

// Until a line returns false, the input ends or the output is closed.
static void converse(Speech *speech, bool (*feed)(void *protocol, const char *line),
                     void *protocol) {
    Inbox *inbox = inbox_new(STDIN_FILENO);
    Text line = {0};
    while (inbox_next(inbox, &line) && feed(protocol, text_chars(&line)) &&
           !atomic_load(&speech->cut_off))
        ;
    text_free(&line);
    inbox_free(inbox);
}

// What comes before a conversation: true when it is all there is, with the exit code.
static bool ends_early(const Call *call, void (*help)(Text *out), int *code) {
    const ProtocolOptions *given = call->options;
    const TextList *players = &call->common->players;
    Text out = {0};
    *code = EXIT_GOOD;
    if (given->commands)
        help(&out);
    else if (players->count > 1)
        *code = call_fail(call, EXIT_USAGE, "one --player is enough; '%.60s' is one too many",
                          players->items[1]);
    output_end(&out);
    return given->commands || *code != EXIT_GOOD;
}

// --- Gomocup ---

static bool feed_gomocup(void *protocol, const char *line) {
    return gomocup_line(protocol, line);
}

static int run_gomocup(const Call *call) {
    const ProtocolOptions *given = call->options;
    int code;
    if (ends_early(call, gomocup_help, &code))
        return code;
    Speech speech = {.log = call->log};
    GomocupSetup setup = {
        .registry = call->registry,
        .game = call->common->game,
        .spec = common_player(call->common),
        .version = TENGEN_VERSION,
        .defaults = common_player_defaults(call->common),
        .limits = common_limits(call->common),
        .write = write_answer,
        .trace = call->log ? write_log : NULL,
        .user = &speech,
        .suggest = given->suggest,
        .debug = given->debug,
        .ponder = given->ponder,
    };
    setup.limits.time_ms =
        call->common->limits.time_ms; // five seconds only if the manager says nothing
    Gomocup *gomocup = gomocup_new(&setup, call->err);
    if (!gomocup)
        return call_error(call, EXIT_USAGE);
    converse(&speech, feed_gomocup, gomocup);
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
    .options = gomocup_options,
    .size = sizeof(ProtocolOptions),
    .game = "gomoku",
    .max_words = 0,
    .run = run_gomocup,
};

// --- GTP ---

static bool feed_gtp(void *protocol, const char *line) {
    return gtp_line(protocol, line);
}

static int run_gtp(const Call *call) {
    const ProtocolOptions *given = call->options;
    int code;
    if (ends_early(call, gtp_help, &code))
        return code;
    RecordHints board = common_board(call->common, registry_games(call->registry));
    Speech speech = {.log = call->log};
    GtpSetup setup = {
        .registry = call->registry,
        .spec = common_player(call->common),
        .version = TENGEN_VERSION,
        .game = board.game,
        .rule = board.rule,
        .width = board.width,
        .height = board.height,
        .swap = given->swap == 1,
        .ponder = given->ponder,
        .defaults = common_player_defaults(call->common),
        .limits = common_limits(call->common),
        .write = write_answer,
        .trace = call->log ? write_log : NULL,
        .user = &speech,
    };
    Gtp *gtp = gtp_new(&setup, call->err);
    if (!gtp)
        return call_error(call, EXIT_USAGE);
    converse(&speech, feed_gtp, gtp);
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
    .options = gtp_options,
    .size = sizeof(ProtocolOptions),
    .game = "hex", // most programs that speak GTP with us are Hex ones
    .max_words = 0,
    .run = run_gtp,
};
