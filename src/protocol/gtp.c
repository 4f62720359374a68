// SPDX-License-Identifier: MIT
// Framing and the command table. A command fills a Text or an Error; "=", "?", ids and blank lines
// are added here and nowhere else.
#include "protocol/gtp.h"

#include "base/memory.h"
#include "game/coord.h"
#include "protocol/gtp_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- administration ---

static bool run_protocol_version(Gtp *t) {
    text_add(&t->out, "2");
    return true;
}

static bool run_name(Gtp *t) {
    text_add(&t->out, "tengen");
    return true;
}

static bool run_version(Gtp *t) {
    text_add(&t->out, t->setup.version);
    return true;
}

static const GtpCommand *find_command(const char *name);

static bool run_known_command(Gtp *t) {
    text_add(&t->out, find_command(t->args[0]) ? "true" : "false");
    return true;
}

static GtpRun run_list_commands;

static bool run_list_games(Gtp *t) {
    for (const GameType *const *type = registry_games(t->setup.registry); *type; type++)
        for (const RuleInfo *rule = (*type)->rules; rule->name; rule++)
            text_addf(&t->out, "%s%s", t->out.length ? "\n" : "", rule->name);
    return true;
}

// Komi has no meaning here, but controllers of Go programs send it unasked.
static bool run_nothing(Gtp *t) {
    (void)t;
    return true;
}

static const GtpCommand commands[] = {
    {"protocol_version", run_protocol_version, 0, 0, "", "2", 0},
    {"name", run_name, 0, 0, "", "tengen", 0},
    {"version", run_version, 0, 0, "", "of the program", 0},
    {"known_command", run_known_command, 1, 1, "NAME", "true or false", 0},
    {"list_commands", run_list_commands, 0, 0, "", "all of these", 0},
    {"quit", run_nothing, 0, 0, "", "leave", 0},
    {"set_game", gtp_run_set_game, 1, 1, "GAME|RULE", "hex, gomoku, renju, ...; clears the board",
     0},
    {"list_games", run_list_games, 0, 0, "", "what set_game takes", 0},
    {"boardsize", gtp_run_boardsize, 1, 2, "COLUMNS [ROWS]", "clears the board, too", 0},
    {"clear_board", gtp_run_clear_board, 0, 0, "", "a new game", 0},
    {"komi", run_nothing, 0, -1, "N", "taken and ignored", 0},
    {"swap", gtp_run_swap, 1, 1, "on|off", "the swap rule of Hex for genmove", 0},
    {"play", gtp_run_play, 2, 2, "COLOUR MOVE", "a cell, swap-pieces, swap-sides, pass or resign",
     0},
    {"play-game", gtp_run_play_game, 0, -1, "MOVE...", "a whole game, Black first", 0},
    {"set_position", gtp_run_set_position, 0, -1, "COLOUR CELL...", "stones, or a POSITION", 0},
    {"undo", gtp_run_undo, 0, 0, "", "the last move", 0},
    {"loadsgf", gtp_run_loadsgf, 1, 2, "FILE [NUMBER]", "up to before that move", 0},
    {"genmove", gtp_run_ask, 1, 1, "COLOUR", "choose a move and play it", ANSWER_GENMOVE},
    {"reg_genmove", gtp_run_ask, 1, 1, "COLOUR", "choose a move", ANSWER_REG},
    {"time_settings", gtp_run_time_settings, 3, 3, "MAIN PERIOD STONES", "seconds", 0},
    {"time_left", gtp_run_time_left, 0, 3, "COLOUR SECONDS STONES", "sets a clock, or tells it", 0},
    {"showboard", gtp_run_showboard, 0, 0, "", "a drawing", 0},
    {"final_score", gtp_run_final_score, 0, 0, "", "B+, W+ or 0", 0},
    {"all_legal_moves", gtp_run_all_legal_moves, 0, 0, "", "for the side to move", 0},
    {"hexgui-analyze_commands", gtp_run_analyze_commands, 0, 0, "", "for HexGui's menu", 0},
    {"gogui-analyze_commands", gtp_run_analyze_commands, 0, 0, "", "for GoGui's menu", 0},
    {"gogui-interrupt", run_nothing, 0, 0, "", "\"# interrupt\" is understood", 0},
    {"tengen-winning_path", gtp_run_marks, 0, 0, "", "the five or the path that won", MARK_WINNING},
    {"tengen-shortest_path", gtp_run_marks, 0, 1, "[COLOUR]", "a shortest connection in Hex",
     MARK_PATH},
    {"tengen-forbidden", gtp_run_marks, 0, 0, "", "points Black may not play in renju",
     MARK_FORBIDDEN},
    {"tengen-connections", gtp_run_connections, 0, 1, "[COLOUR]", "what cannot be cut in Hex", 0},
    {"tengen-inferior", gtp_run_inferior, 0, 1, "[COLOUR]", "cells not worth playing in Hex", 0},
    {"tengen-mustplay", gtp_run_mustplay, 0, 1, "[COLOUR]", "where not to play is to lose in Hex",
     0},
    {"tengen-variation", gtp_run_ask, 0, 1, "[COLOUR]", "think; the principal variation",
     ANSWER_VARIATION},
    {"tengen-candidates", gtp_run_ask, 0, 1, "[COLOUR]", "think; several moves as graphics",
     ANSWER_CANDIDATES},
    {"tengen-win_rates", gtp_run_ask, 0, 1, "[COLOUR]", "think; several moves and their chances",
     ANSWER_WIN_RATES},
    {"tengen-winner", gtp_run_ask, 0, 1, "[COLOUR]", "think about nothing but who wins",
     ANSWER_WINNER},
    {"tengen-winning_line", gtp_run_ask, 0, 1, "[COLOUR]", "the same; the game to its end",
     ANSWER_LINE},
    {"tengen-swap", gtp_run_swap_verdict, 0, 0, "", "think; swap the first stone, or not?", 0},
    {"tengen-swap_map", gtp_run_swap_map, 0, 0, "",
     "every first stone, from the maps that are kept", 0},
    {"vc-build", gtp_run_inferior, 1, 1, "COLOUR", "what HexGui's hint button sends", 0},
    {"dfpn-solve-state", gtp_run_ask, 1, 1, "COLOUR", "what HexGui's solve button sends",
     ANSWER_WINNER},
    {"param_dfpn", gtp_run_param_dfpn, 0, 2, "[use_guifx 0|1]", "... and before it", 0},
    {"param_game", gtp_run_param_game, 0, 2, "[NAME VALUE]", "swap rule and clock", 0},
    {"param_tengen", gtp_run_param_tengen, 0, 2, "[NAME VALUE]", "limits, level, live graphics", 0},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static bool run_list_commands(Gtp *t) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        text_addf(&t->out, "%s%s", i ? "\n" : "", commands[i].name);
    return true;
}

static const GtpCommand *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

void gtp_help(Text *out) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        text_addf(out, "  %-24s %-21s %s\n", commands[i].name, commands[i].takes, commands[i].help);
}

// --- framing ---

// An empty line ends a response, so there must be none inside it. The space comes even before
// nothing: older HexGuis take no answer for one that does not begin with "= " or "? ".
void gtp_respond(Gtp *t, bool ok) {
    const char *text = ok ? text_chars(&t->out) : t->err.text;
    Text line = {0};
    text_addf(&line, "%c%s ", ok ? '=' : '?', t->id);
    for (; *text; text++)
        if (*text != '\n' || (text[1] && text[1] != '\n'))
            text_add_char(&line, *text);
    text_add(&line, "\n\n");
    outlet_write(&t->outlet, line.chars);
    text_free(&line);
}

void gtp_add_move(Gtp *t, Move move) {
    char word[COORD_CHARS];
    bool first = !t->out.length || strchr(" \n", t->out.chars[t->out.length - 1]);
    text_addf(&t->out, "%s%s", first ? "" : " ", move_print(game_position(t->game), move, word));
}

bool gtp_side_arg(Gtp *t, size_t index, Side *side) {
    *side = game_position(t->game)->to_move;
    if (index >= t->arg_count)
        return true;
    const char *word = t->args[index];
    for (Side each = SIDE_BLACK; each <= SIDE_WHITE; each++) {
        char letter[2] = {side_name(each)[0], '\0'};
        if (text_same(word, side_name(each)) || text_same(word, letter)) {
            *side = each;
            return true;
        }
    }
    return error_set(&t->err, "'%.40s' is not a colour; black (b) and white (w) are", word);
}

static void run_command(Gtp *t, const char *name) {
    const GtpCommand *command = find_command(name);
    bool ok = false;
    t->deferred = false;
    text_clear(&t->out);
    if (!command) {
        error_set(&t->err, "unknown command");
    } else if ((int)t->arg_count < command->min_args ||
               (command->max_args >= 0 && (int)t->arg_count > command->max_args)) {
        error_set(&t->err, "syntax error: type %s%s%s", name, *command->takes ? " " : "",
                  command->takes);
    } else {
        t->detail = command->detail;
        ok = command->run(t);
    }
    if (!t->deferred)
        gtp_respond(t, ok);
}

static bool all_digits(const char *word) {
    return *word && strspn(word, "0123456789") == strlen(word);
}

bool gtp_line(Gtp *t, const char *line) {
    outlet_heard(&t->outlet, line);
    size_t length = strcspn(line, "#");
    if (text_starts(line + length, "# interrupt"))
        thinker_stop(t->thinker);
    Text bare = {0};
    text_add_bytes(&bare, line, length);
    tokens_cut(&t->tokens, text_chars(&bare));
    text_free(&bare);
    if (!t->tokens.count)
        return true;
    thinker_wait(t->thinker);
    size_t first = 0;
    t->id[0] = '\0';
    if (all_digits(t->tokens.words[0]) && strlen(t->tokens.words[0]) < sizeof t->id)
        snprintf(t->id, sizeof t->id, "%s", t->tokens.words[first++]);
    const char *name = first < t->tokens.count ? t->tokens.words[first++] : "";
    t->args = t->tokens.words + first;
    t->arg_count = t->tokens.count - first;
    run_command(t, name);
    return strcmp(name, "quit") != 0 || t->arg_count;
}

// --- life ---

Gtp *gtp_new(const GtpSetup *setup, Error *err) {
    Game *game = game_new(setup->game, setup->rule, setup->width, setup->height, OPENING_FREE, err);
    if (!game)
        return NULL;
    Player *player = registry_player(setup->registry, setup->spec, &setup->defaults, err);
    if (!player) {
        game_free(game);
        return NULL;
    }
    Gtp *t = mem_new(sizeof *t);
    t->setup = *setup;
    t->options = (GtpOptions){.limits = setup->limits, .ponder = setup->ponder};
    t->options.limits.clock_ms = LIMIT_NONE; // see main_ms
    t->options.limits.increment_ms = 0;
    t->player = player;
    t->sent.type = setup->game;
    t->sent.rule = position_rule(game_position(game));
    t->sent.width = setup->width;
    t->sent.height = setup->height;
    t->game = game;
    t->main_ms = setup->limits.clock_ms;
    t->increment_ms = setup->limits.increment_ms;
    t->byo_ms = LIMIT_NONE;
    t->thinker = thinker_new(gtp_hear, t);
    outlet_init(&t->outlet, setup->write, setup->trace, setup->user);
    gtp_clear(t);
    return t;
}

void gtp_free(Gtp *t) {
    if (!t)
        return;
    if (t->endless) // without a limit nothing else ends it
        thinker_stop(t->thinker);
    thinker_wait(t->thinker);
    thinker_free(t->thinker);
    if (t->begun)
        player_end(t->player);
    player_free(t->player);
    game_free(t->game);
    outlet_free(&t->outlet);
    tokens_free(&t->tokens);
    free(t->sent.plies);
    text_free(&t->out);
    free(t);
}
