// SPDX-License-Identifier: MIT
// `tengen solve`: a proof, or "unknown" at the limit. Nothing is called won that is only likely.
#include "cli/command.h"
#include "cli/thought.h"
#include "game/coord.h"
#include "game/notation.h"
#include "search/info_text.h"

#include <string.h>
#include <unistd.h>

typedef struct SolveOptions {
    CommonOptions common;
    char *proofs;
} SolveOptions;

static const Option options[] = {
    {"proofs", OPTION_TEXT, offsetof(SolveOptions, proofs), "FILE", 0, 0,
     "keep what is found here, and go on from it next time; Hex"},
    {0},
};

static const char *answer_of_result(const Position *position) {
    Result result = position_result(position);
    if (result == RESULT_DRAW)
        return "draw";
    return result == side_wins(position->to_move) ? "win" : "loss";
}

static const char *answer_of_line(const Line *line) {
    if (line->drawn)
        return "draw";
    if (!score_is_proven(line->score))
        return "unknown";
    return line->score > 0 ? "win" : "loss";
}

// A win comes with its line, where there is one.
static void answer_text(const Position *position, const char *answer, const Info *info, Text *out) {
    text_add(out, answer);
    if (info && info->line.pv_length && strcmp(answer, "win") == 0) {
        text_add_char(out, ' ');
        info_pv(position, &info->line, info->line.pv_length, out);
    }
    text_add_char(out, '\n');
}

static void answer_json(const Position *position, const char *answer, const Info *info, Text *out) {
    Text asked = {0};
    char proven[24];
    position_print(position, &asked);
    Json json = json_line(out);
    json_put_text(&json, "position", text_chars(&asked));
    json_put_text(&json, "answer", answer);
    json_put_text(&json, "proven", info ? info_proven(&info->line, proven) : NULL);
    json_put_int(&json, "nodes", info ? (int64_t)info->nodes : 0);
    json_put_int(&json, "time_ms", info ? info->time_ms : 0);
    json_put_array(&json, "pv");
    char word[COORD_CHARS];
    bool won = strcmp(answer, "win") == 0;
    for (size_t i = 0; info && won && i < info->line.pv_length; i++)
        json_text(&json, move_print(position, info->line.pv[i], word));
    json_end_array(&json);
    json_end_line(&json);
    text_free(&asked);
}

// `info` is what the search said last, NULL when there was nothing to search.
static void write_answer(const Call *call, const Position *position, const char *answer,
                         const Info *info) {
    Text out = {0};
    (call->common->json ? answer_json : answer_text)(position, answer, info, &out);
    if (call->log)
        fputs(text_chars(&out), call->log);
    output_end(&out);
}

// Progress, on a terminal only.
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

static bool can_begin(Player *player, const Position *position, Error *err) {
    Game *game = game_from_position(position_clone(position));
    bool ok = player_begin(player, game, err);
    game_free(game);
    return ok;
}

// Is a failure to begin that of the file which should keep the proofs? What is there and is none of
// ours was named wrongly; what cannot be read or made is the machine's fault.
static int cannot_begin(const Call *call, const Position *position) {
    const SolveOptions *given = call->options;
    const SearcherType *searcher = registry_searcher(call->registry, position->type);
    bool keeps = given->proofs && options_know(searcher->options, "proofs=");
    bool failed = keeps && access(given->proofs, R_OK) != 0;
    return call_error(call, failed ? EXIT_MACHINE : EXIT_USAGE);
}

// Without a limit on a board that is decided sooner or later the question is who wins, not what the
// usual five seconds come to.
static Limits limits_for(const Call *call, const Position *position) {
    Limits limits = common_limits(call->options);
    limits.prove = true;
    if (!common_has_limit(call->options) &&
        position->width * position->height <=
            registry_searcher(call->registry, position->type)->solves_cells)
        limits.time_ms = LIMIT_NONE;
    return limits;
}

// Returns the exit code for this position.
static int solve(const Call *call, Thought *thought, const char *text) {
    Position *position = thought_position(call, text);
    if (!position)
        return call_error(call, EXIT_USAGE);
    int code = EXIT_GOOD;
    Choice choice;
    bool is_watched = isatty(STDERR_FILENO);
    thought->limits = limits_for(call, position);
    thought->on_info = is_watched ? show_progress : NULL;
    thought->user = position;
    if (!can_begin(thought->player, position, call->err)) {
        code = cannot_begin(call, position);
        position_free(position);
        return code;
    }
    if (position_result(position) != RESULT_NONE) {
        write_answer(call, position, answer_of_result(position), NULL);
    } else if (!thought_think(thought, position, &choice, call->err)) {
        code = call_error(call, EXIT_MACHINE);
    } else {
        if (is_watched)
            fputs("\r\033[K", stderr);
        const char *answer = choice.has_info ? answer_of_line(&choice.info.line) : "unknown";
        write_answer(call, position, answer, choice.has_info ? &choice.info : NULL);
        code = strcmp(answer, "unknown") == 0 ? EXIT_BAD : EXIT_GOOD;
    }
    position_free(position);
    return code;
}

static int run(const Call *call) {
    const SolveOptions *given = call->options;
    Text proofs = {0};
    if (given->proofs) // an engine that cannot keep them says so when a game begins
        text_addf(&proofs, "proofs=%s", given->proofs);
    Player *player = thought_player(call, proofs.chars);
    text_free(&proofs);
    if (!player)
        return call_error(call, EXIT_USAGE);
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
               "8x8. Ctrl-C ends it.\n"
               "\n"
               "With --json every answer is one object:\n"
               "  {\"position\":\"h8 i9\",\"answer\":\"win\",\"proven\":\"win 9\",\"nodes\":812,\n"
               "   \"time_ms\":3,\"pv\":[\"g7\",\"f6\"]}\n"
               "where proven is null without a proof or a search, and pv is that of a win.\n",
    .options = options,
    .size = sizeof(SolveOptions),
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_LIMITS | COMMON_ENGINE | COMMON_SEED |
              COMMON_LOG | COMMON_JSON,
    .min_words = 1,
    .max_words = -1,
    .run = run,
};
