// SPDX-License-Identifier: MIT
// `tengen solve`: a proof, or "unknown" at the limit. Nothing is called won that is only likely.
#include "cli/command.h"
#include "cli/info_text.h"
#include "cli/thought.h"
#include "hex/hex.h"

#include <stddef.h>
#include <unistd.h>

// Of a board of Hex that the solver decides sooner or later: who sets no limit there wants to know
// who wins, not what five seconds come to.
enum { PATIENT_CELLS = 64 };

typedef struct SolveOptions {
    CommonOptions common;
    char *proofs;
} SolveOptions;

static const Option options[] = {
    {"proofs", OPTION_TEXT, offsetof(SolveOptions, proofs), "FILE", 0, 0,
     "Hex: keep what is found here, and go on from it next time"},
    {0},
};

typedef enum Answer { ANSWER_UNKNOWN, ANSWER_WIN, ANSWER_LOSS, ANSWER_DRAW } Answer;

static Answer answer_of_result(const Position *position) {
    Result result = position_result(position);
    if (result == RESULT_DRAW)
        return ANSWER_DRAW;
    return result == side_wins(position->to_move) ? ANSWER_WIN : ANSWER_LOSS;
}

static Answer answer_of_line(const Line *line) {
    if (line->drawn)
        return ANSWER_DRAW;
    if (!score_is_proven(line->score))
        return ANSWER_UNKNOWN;
    return line->score > 0 ? ANSWER_WIN : ANSWER_LOSS;
}

static void write_answer(const Position *position, Answer answer, const Line *line, FILE *log) {
    static const char *const words[] = {"unknown", "win", "loss", "draw"};
    Text out = {0};
    text_add(&out, words[answer]);
    if (answer == ANSWER_WIN && line && line->pv_length) {
        text_add_char(&out, ' ');
        info_pv(position, line, line->pv_length, &out);
    }
    text_add_char(&out, '\n');
    if (log)
        fputs(text_chars(&out), log);
    output_flush(&out);
    text_free(&out);
}

// How it stands, for who sits in front of it.
static bool show_progress(const Info *info, void *user) {
    const Position *position = user;
    Text out = {0};
    text_addf(&out, "\r\033[K%.0f s, %llu nodes", (double)info->time_ms / 1000,
              (unsigned long long)info->nodes);
    if (info->proof && info->disproof)
        text_addf(&out, ", %u to prove, %u to disprove", info->proof, info->disproof);
    text_add(&out, ": ");
    info_pv(position, &info->line, info->line.pv_length < 8 ? info->line.pv_length : 8, &out);
    fputs(text_chars(&out), stderr);
    text_free(&out);
    return true;
}

static bool proofs_fit(const Call *call, Thought *thought, const Position *position, Error *err) {
    const SolveOptions *given = call->options;
    thought->limits.proofs = given->proofs;
    if (!given->proofs)
        return true;
    if (position->type != &hex_game)
        return error_set(err, "--proofs is for Hex; %s has no such file", position->type->name);
    return hex_proofs_usable(given->proofs, position->width, position->height, err);
}

static Limits limits_for(const Call *call, const Position *position) {
    Limits limits = common_limits(call->options);
    limits.prove = true;
    if (!common_has_limit(call->options) && position->type == &hex_game &&
        position->width * position->height <= PATIENT_CELLS)
        limits.time_ms = LIMIT_NONE;
    return limits;
}

// Returns the exit code for this position.
static int solve(const Call *call, Thought *thought, const char *text) {
    Error err = {""};
    Position *position = thought_position(call, text, &err);
    if (!position)
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    int code = EXIT_GOOD;
    Choice choice;
    bool is_watched = isatty(STDERR_FILENO);
    thought->limits = limits_for(call, position);
    thought->on_info = is_watched ? show_progress : NULL;
    thought->user = position;
    if (!proofs_fit(call, thought, position, &err)) {
        position_free(position);
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    }
    if (position_result(position) != RESULT_NONE) {
        write_answer(position, answer_of_result(position), NULL, call->log);
    } else if (!thought_think(thought, position, &choice, &err)) {
        code = call_fail(call, EXIT_MACHINE, "%s", err.text);
    } else {
        if (is_watched)
            fputs("\r\033[K", stderr);
        Answer answer = choice.has_info ? answer_of_line(&choice.info.line) : ANSWER_UNKNOWN;
        write_answer(position, answer, &choice.info.line, call->log);
        code = answer == ANSWER_UNKNOWN ? EXIT_BAD : EXIT_GOOD;
    }
    position_free(position);
    return code;
}

static int run(const Call *call) {
    Error err = {""};
    Player *player = thought_player(call, &err);
    if (!player)
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    Thought thought = {.player = player};
    int worst = EXIT_GOOD;
    for (size_t i = 0; i < call->word_count && !thought.interrupted; i++) {
        int code = solve(call, &thought, call->words[i]);
        worst = code > worst ? code : worst;
        if (code > EXIT_BAD)
            break;
    }
    player_free(player);
    return worst;
}

const Command solve_command = {
    .name = "solve",
    .usage = "POSITION...",
    .summary = "a proof, or \"unknown\" at the limit",
    .details = "Writes one answer a line, from the side to move: 'win LINE', 'loss', 'draw', or\n"
               "'unknown' when nothing was proven within the limits (then the exit code is 1).\n"
               "The position is taken as it stands, without swap. Without a limit a Hex board of\n"
               "up to 64 cells gets all the time it takes: seconds on 7x7, minutes to hours on\n"
               "8x8. Ctrl-C ends it.\n",
    .options = options,
    .size = sizeof(SolveOptions),
    .common =
        COMMON_BOARD | COMMON_TO_MOVE | COMMON_LIMITS | COMMON_ENGINE | COMMON_SEED | COMMON_LOG,
    .min_words = 1,
    .max_words = -1,
    .run = run,
};
