// SPDX-License-Identifier: MIT
// `tengen analyze`: what the engine thinks of a position, for people and for programs.
#include "cli/analyze.h"
#include "cli/terminal.h"
#include "cli/thought.h"
#include "engine/balance.h"
#include "game/coord.h"
#include "game/marks.h"
#include "search/info_text.h"

#include <inttypes.h>

typedef struct AnalyzeOptions {
    CommonOptions common;
    int64_t balance;
    bool annotations, swap_map;
} AnalyzeOptions;

static const Option options[] = {
    {"annotations", OPTION_FLAG, offsetof(AnalyzeOptions, annotations), NULL, 0, 0,
     "first what can be seen: threats, forbidden points"},
    {"balance", OPTION_INT, offsetof(AnalyzeOptions, balance), "1|2", 1, BALANCE_STONES,
     "not the best moves but the stones that leave it most even"},
    {"swap-map", OPTION_FLAG, offsetof(AnalyzeOptions, swap_map), NULL, 0, 0,
     "Hex, an empty board: every first stone, and whether to swap it"},
    {0},
};

typedef struct Analysis {
    const Call *call;
    const Position *position;
    bool json;
    bool watched; // a person looks at it
    size_t lines; // written so far
} Analysis;

static void write_row(const Analysis *analysis, const Info *info, Text *out) {
    Text score = {0}, nodes = {0};
    info_score(&info->line, &score);
    info_count(info->nodes, &nodes);
    text_addf(out, "%5d  %2d  %7s  %5.1f%%  %7s  %6" PRId64 " ms  ", info->depth, info->multipv,
              text_chars(&score), 100 * info->line.win, text_chars(&nodes), info->time_ms);
    // A proof is shown to its end, an estimate as far as is worth reading.
    char proven[24];
    bool whole = info_proven(&info->line, proven) != NULL;
    info_pv(analysis->position, &info->line, whole ? PV_MAX : 12, out);
    text_add_char(out, '\n');
    text_free(&score);
    text_free(&nodes);
}

// Nodes and time below the table, on a terminal only.
static void show_beat(const Analysis *analysis, const Info *info) {
    Text out = {0};
    if (analysis->watched && info->multipv == 1) {
        info_count(info->nodes, &out);
        fprintf(stderr, "\r\033[K%s nodes, %.1f s\r", text_chars(&out),
                (double)info->time_ms / 1000);
    }
    text_free(&out);
}

static bool on_info(const Info *info, void *user) {
    Analysis *analysis = user;
    Text out = {0};
    if (info->beat && (!analysis->json || !info->line.pv_length)) {
        show_beat(analysis, info);
        return true;
    }
    if (analysis->watched)
        fputs("\033[K", stderr);
    if (analysis->json) {
        info_json(analysis->position, info, &(Json){.out = &out});
        text_add_char(&out, '\n');
    } else {
        if (!analysis->lines)
            text_add(&out, "depth  no    score     win    nodes       time  line\n");
        write_row(analysis, info, &out);
    }
    if (analysis->call->log && !info->beat)
        fputs(text_chars(&out), analysis->call->log);
    analysis->lines += !info->beat;
    return output_end(&out);
}

static void write_annotations(const Position *position, bool json) {
    Annotations annotations = {.closely = true};
    Text out = {0};
    position_annotate(position, &annotations);
    if (json) {
        Json writer = json_line(&out);
        json_key(&writer, "annotations");
        marks_json(position, &annotations, &writer);
        json_end_line(&writer);
    } else {
        marks_text(position, &annotations, &out);
    }
    output_end(&out);
    annotations_free(&annotations);
}

static int analyze(const Call *call, const Position *position, Player *player) {
    Analysis analysis = {.call = call, .position = position, .json = call->common->json};
    analysis.watched = !call->common->json && terminal_is(stdout) && terminal_is(stderr);
    Thought thought = {
        .player = player,
        .limits = common_limits(call->common),
        .on_info = on_info,
        .user = &analysis,
    };
    Choice choice;
    if (!thought_think(&thought, position, &choice, call->err))
        return call_error(call, EXIT_MACHINE);
    // A forced move may be answered without a search: there is still one candidate to report.
    if (!analysis.lines) {
        choice.info.multipv = 1;
        choice.info.line.pv[0] = choice.move;
        if (!choice.info.line.pv_length)
            choice.info.line.pv_length = 1;
        on_info(&choice.info, &analysis);
    }
    char word[COORD_CHARS];
    if (!analysis.json)
        printf("bestmove %s\n", move_print(position, choice.move, word));
    return EXIT_GOOD;
}

static int run(const Call *call) {
    const AnalyzeOptions *given = call->options;
    Position *position = thought_position(call, call->words[0]);
    if (!position)
        return call_error(call, EXIT_USAGE);
    int code;
    Player *player = NULL;
    bool over = position_result(position) != RESULT_NONE;
    if (given->annotations)
        write_annotations(position, given->common.json);
    if (over && given->annotations)
        code = EXIT_GOOD;
    else if (over)
        code = call_fail(call, EXIT_USAGE, "the game is over (%s: %s); there is nothing to analyze",
                         result_name(position_result(position)), position_result_reason(position));
    else if (given->swap_map)
        code = analyze_swap(call, position);
    else if (given->balance)
        code = analyze_balance(call, position, (int)given->balance);
    else if (!(player = thought_player(call, NULL)))
        code = call_error(call, EXIT_USAGE);
    else
        code = analyze(call, position, player);
    player_free(player);
    position_free(position);
    return code;
}

const Command analyze_command = {
    .name = "analyze",
    .usage = "POSITION",
    .summary = "candidates, scores, lines",
    .details =
        "Thinks about the side to move and writes a row for each depth and candidate:\n"
        "its score, the chance to win, the nodes so far and the line; then the best\n"
        "move. 'win 9' means: wins, and the game ends in 9 plies with the line shown.\n"
        "Scores are from the side to move. The position is taken as it stands, without\n"
        "swap. Ctrl-C ends the search with what it has.\n"
        "\n"
        "With --json every row is one object:\n"
        "  {\"depth\":8,\"multipv\":1,\"score\":35,\"win\":0.53,\"proven\":null,\n"
        "   \"nodes\":81234,\"nps\":812340,\"time_ms\":100,\"pv\":[\"h8\",\"i9\"]}\n"
        "where proven is null, \"win 9\", \"loss 8\" or \"draw\"; searches that count\n"
        "visits add \"visits\". While nothing new is found, rows come again at least four\n"
        "times a second with \"beat\":true: the last line with the nodes and time so far.\n"
        "\n"
        "--annotations writes first what can be seen without thinking: where each side\n"
        "makes a five, an open four (or two fours), a four-three, a four, two threes or\n"
        "an open three, the fours and open threes that stand, what Black may not play in\n"
        "renju and why; in Hex a shortest path of each side, the connections that cannot\n"
        "be cut, dead and captured cells, the moves that lose at once and those that need\n"
        "not be played; when the game is over, the row or path that won, and nothing\n"
        "more. As JSON it is one object:\n"
        "  {\"annotations\":{\"marks\":[{\"cell\":\"h8\",\"kind\":\"five\",\"side\":\"b\"}],\n"
        "   "
        "\"groups\":[{\"kind\":\"four\",\"side\":\"b\",\"cells\":[\"d8\",\"e8\",\"f8\",\"g8\"]}]}}"
        "\n"
        "A forbidden mark has a \"reason\": 33, 44, 6 or several as 6+44.\n"
        "\n"
        "--swap-map thinks about every first stone of an empty Hex board, with the limits\n"
        "given for each, and draws the board: W and L are proven, swap a W; a number is\n"
        "the chance in percent of who put the stone, swap what is above 50. With --json\n"
        "every stone is one object:\n"
        "  {\"stone\":\"a1\",\"win\":0.31,\"proven\":null,\"swap\":false}\n"
        "where proven is null, \"win\" or \"loss\".\n",
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_LIMITS | COMMON_ENGINE | COMMON_LEVEL |
              COMMON_MULTIPV | COMMON_SEED | COMMON_LOG | COMMON_JSON,
    .options = options,
    .size = sizeof(AnalyzeOptions),
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
