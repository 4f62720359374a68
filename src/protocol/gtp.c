// SPDX-License-Identifier: MIT
// Framing and the command table. A command fills a Text or an Error; "=", "?", ids and blank lines
// are added here and nowhere else.
#include "protocol/gtp.h"

#include "base/memory.h"
#include "protocol/gtp_state.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- administration ---

static bool run_protocol_version(Gtp *t, Text *out, Error *err) {
    (void)t;
    (void)err;
    text_add(out, "2");
    return true;
}

static bool run_name(Gtp *t, Text *out, Error *err) {
    (void)t;
    (void)err;
    text_add(out, "tengen");
    return true;
}

static bool run_version(Gtp *t, Text *out, Error *err) {
    (void)err;
    text_add(out, t->version);
    return true;
}

static bool run_known_command(Gtp *t, Text *out, Error *err) {
    (void)err;
    text_add(out, gtp_find(t->args[0]) ? "true" : "false");
    return true;
}

static bool run_list_commands(Gtp *t, Text *out, Error *err);

static bool run_list_games(Gtp *t, Text *out, Error *err) {
    (void)err;
    for (const GameType *const *type = registry_games(t->registry); *type; type++)
        for (const RuleInfo *rule = (*type)->rules; rule->name; rule++)
            text_addf(out, "%s%s", out->length ? "\n" : "", rule->name);
    return true;
}

// Komi has no meaning here, but controllers of Go programs send it unasked.
static bool run_nothing(Gtp *t, Text *out, Error *err) {
    (void)t;
    (void)out;
    (void)err;
    return true;
}

static const GtpCommand commands[] = {
    {"protocol_version", run_protocol_version, 0, 0, "", "2"},
    {"name", run_name, 0, 0, "", "tengen"},
    {"version", run_version, 0, 0, "", "of the program"},
    {"known_command", run_known_command, 1, 1, "NAME", "true or false"},
    {"list_commands", run_list_commands, 0, 0, "", "all of these"},
    {"quit", run_nothing, 0, 0, "", "leave"},
    {"set_game", gtp_run_set_game, 1, 1, "GAME|RULE", "hex, gomoku, renju, ...; clears the board"},
    {"list_games", run_list_games, 0, 0, "", "what set_game takes"},
    {"boardsize", gtp_run_boardsize, 1, 2, "COLUMNS [ROWS]", "clears the board, too"},
    {"clear_board", gtp_run_clear_board, 0, 0, "", "a new game"},
    {"komi", run_nothing, 0, -1, "N", "taken and ignored"},
    {"swap", gtp_run_swap, 1, 1, "on|off", "the swap rule of Hex for genmove"},
    {"play", gtp_run_play, 2, 2, "COLOUR MOVE", "a cell, swap-pieces, swap-sides, pass or resign"},
    {"play-game", gtp_run_play_game, 0, -1, "MOVE...", "a whole game, Black first"},
    {"set_position", gtp_run_set_position, 0, -1, "COLOUR CELL...", "stones, or a POSITION"},
    {"undo", gtp_run_undo, 0, 0, "", "the last move"},
    {"loadsgf", gtp_run_loadsgf, 1, 2, "FILE [NUMBER]", "up to before that move"},
    {"genmove", gtp_run_genmove, 1, 1, "COLOUR", "choose a move and play it"},
    {"reg_genmove", gtp_run_reg_genmove, 1, 1, "COLOUR", "choose a move"},
    {"time_settings", gtp_run_time_settings, 3, 3, "MAIN PERIOD STONES", "seconds"},
    {"time_left", gtp_run_time_left, 0, 3, "COLOUR SECONDS STONES", "sets a clock, or tells it"},
    {"showboard", gtp_run_showboard, 0, 0, "", "a drawing"},
    {"final_score", gtp_run_final_score, 0, 0, "", "B+, W+ or 0"},
    {"all_legal_moves", gtp_run_all_legal_moves, 0, 0, "", "for the side to move"},
    {"hexgui-analyze_commands", gtp_run_analyze_commands, 0, 0, "", "for HexGui's menu"},
    {"gogui-analyze_commands", gtp_run_analyze_commands, 0, 0, "", "for GoGui's menu"},
    {"gogui-interrupt", run_nothing, 0, 0, "", "\"# interrupt\" is understood"},
    {"tengen-winning_path", gtp_run_winning_path, 0, 0, "", "the five or the path that won"},
    {"tengen-shortest_path", gtp_run_shortest_path, 1, 1, "COLOUR", "a shortest connection in Hex"},
    {"tengen-forbidden", gtp_run_forbidden, 0, 0, "", "points Black may not play in renju"},
    {"tengen-connections", gtp_run_connections, 1, 1, "COLOUR", "what cannot be cut in Hex"},
    {"tengen-inferior", gtp_run_inferior, 1, 1, "COLOUR", "cells not worth playing in Hex"},
    {"tengen-mustplay", gtp_run_mustplay, 1, 1, "COLOUR", "where not to play is to lose in Hex"},
    {"tengen-variation", gtp_run_variation, 1, 1, "COLOUR", "think; the principal variation"},
    {"tengen-candidates", gtp_run_candidates, 1, 1, "COLOUR", "think; several moves as graphics"},
    {"tengen-win_rates", gtp_run_win_rates, 1, 1, "COLOUR",
     "think; several moves and their chances"},
    {"tengen-winner", gtp_run_winner, 1, 1, "COLOUR", "think about nothing but who wins"},
    {"tengen-winning_line", gtp_run_winning_line, 1, 1, "COLOUR", "the same; the game to its end"},
    {"tengen-swap", gtp_run_swap_verdict, 0, 0, "", "think; swap the first stone, or not?"},
    {"tengen-swap_map", gtp_run_swap_map, 0, 0, "",
     "every first stone, from the maps that are kept"},
    {"vc-build", gtp_run_inferior, 1, 1, "COLOUR", "what HexGui's hint button sends"},
    {"dfpn-solve-state", gtp_run_winner, 1, 1, "COLOUR", "what HexGui's solve button sends"},
    {"param_dfpn", gtp_run_param_dfpn, 0, 2, "[use_guifx 0|1]", "... and before it"},
    {"param_game", gtp_run_param_game, 0, 2, "[NAME VALUE]", "swap rule and clock"},
    {"param_tengen", gtp_run_param_tengen, 0, 2, "[NAME VALUE]", "limits, level, live graphics"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static bool run_list_commands(Gtp *t, Text *out, Error *err) {
    (void)t;
    (void)err;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        text_addf(out, "%s%s", i ? "\n" : "", commands[i].name);
    return true;
}

const GtpCommand *gtp_find(const char *name) {
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

// An empty line ends a response, so there must be none inside it. The space comes even before nothing:
// older HexGuis take no answer for one that does not begin with "= " or "? ".
void gtp_respond(Gtp *t, bool ok, const char *text) {
    Text line = {0};
    text_addf(&line, "%c%s ", ok ? '=' : '?', t->id);
    for (; *text; text++)
        if (*text != '\n' || (text[1] && text[1] != '\n'))
            text_add_char(&line, *text);
    text_add(&line, "\n\n");
    outlet_write(&t->outlet, line.chars);
    text_free(&line);
}

bool gtp_side_arg(const Gtp *t, size_t index, Side *side, Error *err) {
    const char *word = t->args[index];
    for (Side each = SIDE_BLACK; each <= SIDE_WHITE; each++) {
        char letter[2] = {side_name(each)[0], '\0'};
        if (text_same(word, side_name(each)) || text_same(word, letter)) {
            *side = each;
            return true;
        }
    }
    return error_set(err, "'%.40s' is not a colour; black (b) and white (w) are", word);
}

static void run_command(Gtp *t, const char *name) {
    const GtpCommand *command = gtp_find(name);
    Error err = {""};
    Text out = {0};
    bool ok = false;
    t->deferred = false;
    if (!command)
        error_set(&err, "unknown command");
    else if ((int)t->arg_count < command->min_args ||
             (command->max_args >= 0 && (int)t->arg_count > command->max_args))
        error_set(&err, "syntax error: type %s%s%s", name, *command->takes ? " " : "",
                  command->takes);
    else
        ok = command->run(t, &out, &err);
    if (!t->deferred)
        gtp_respond(t, ok, ok ? text_chars(&out) : err.text);
    text_free(&out);
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
    if (player && player->type->is_human) {
        error_set(err, "a person cannot play through this protocol; name another player than '%s'",
                  setup->spec);
        player_free(player);
        player = NULL;
    }
    if (!player) {
        game_free(game);
        return NULL;
    }
    Gtp *t = mem_new(sizeof *t);
    t->registry = setup->registry;
    t->version = mem_copy_text(setup->version ? setup->version : "");
    t->options = (GtpOptions){.time_ms = setup->limits.time_ms,
                              .depth = setup->limits.depth,
                              .nodes = setup->limits.nodes,
                              .level = setup->limits.level,
                              .ponder = setup->ponder};
    t->player = player;
    t->sent.type = setup->game;
    t->sent.rule = position_rule(game_position(game));
    t->sent.width = setup->width;
    t->sent.height = setup->height;
    t->swap = setup->swap;
    t->game = game;
    t->main_ms = setup->limits.clock_ms;
    t->increment_ms = setup->limits.increment_ms;
    t->byo_ms = LIMIT_NONE;
    t->thinker = thinker_new();
    outlet_init(&t->outlet, setup->write, setup->trace, setup->user);
    gtp_clear(t);
    return t;
}

void gtp_wait(Gtp *t) {
    thinker_wait(t->thinker);
}

void gtp_free(Gtp *t) {
    if (!t)
        return;
    if (t->endless) // without a limit nobody else would end it
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
    free(t->version);
    free(t);
}
