// SPDX-License-Identifier: MIT
// The public library, tengen.h: one handle that owns a registry, a game, the engine's player and a
// thinker. The composition root for programs that are not ours.
#include "tengen.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "game/coord.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(TENGEN_ERROR_CHARS == sizeof(Error), "an error sentence fits the caller's buffer");
_Static_assert((int)TENGEN_MOVE_CHARS == (int)COORD_CHARS,
               "a move's word fits the caller's buffer");

struct tengen {
    Registry *registry;
    Game *game;
    Player *player;
    Thinker *thinker;
    // The order under way.
    bool asked, answered;
    Choice choice;
    tengen_info_fn on_info;
    void *user;
};

const char *tengen_version(void) {
    return TENGEN_VERSION;
}

static bool report(const Error *err, char *error) {
    if (error)
        memcpy(error, err->text, sizeof err->text);
    return false;
}

static bool make_player(tengen *t, int threads, size_t hash_bytes, Error *err) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = threads;
    defaults.hash_bytes = (int64_t)hash_bytes;
    Player *player = registry_player(t->registry, "tengen", &defaults, err);
    if (!player)
        return false;
    player_free(t->player);
    t->player = player;
    return true;
}

tengen *tengen_open(const char *game, const char *rule, int columns, int rows, const char *opening,
                    char *error) {
    tengen *t = mem_new(sizeof *t);
    t->registry = registry_new();
    registry_add_game(t->registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(t->registry, &hex_game, &hex_searcher);
    registry_add_player(t->registry, &engine_player);
    Error err = {""};
    OpeningKind kind = OPENING_FREE;
    const GameType *type = registry_game(t->registry, game ? game : "", &err);
    if (type && (!opening || opening_parse(opening, &kind, &err)))
        t->game = game_new(type, rule, columns, rows, kind, &err);
    if (!t->game || !make_player(t, 1, (size_t)64 << 20, &err)) {
        report(&err, error);
        tengen_close(t);
        return NULL;
    }
    t->thinker = thinker_new();
    return t;
}

void tengen_close(tengen *t) {
    if (!t)
        return;
    thinker_free(t->thinker);
    player_free(t->player);
    game_free(t->game);
    registry_free(t->registry);
    free(t);
}

static bool refuse_while_thinking(const tengen *t, char *error) {
    Error err = {""};
    if (!t->asked)
        return true;
    error_set(&err, "it is thinking; call tengen_wait() first");
    return report(&err, error);
}

bool tengen_resources(tengen *t, int threads, size_t hash_bytes, char *error) {
    Error err = {""};
    if (!refuse_while_thinking(t, error))
        return false;
    if (threads < 1 || threads > 256 || hash_bytes < 1 << 16 || hash_bytes > (size_t)1 << 40) {
        error_set(&err, "resources are 1 to 256 threads and 64 kB to 1 TB of table");
        return report(&err, error);
    }
    return make_player(t, threads, hash_bytes, &err) || report(&err, error);
}

bool tengen_play(tengen *t, const char *move, char *error) {
    Error err = {""};
    Move parsed;
    if (!refuse_while_thinking(t, error))
        return false;
    if (!move_parse(game_position(t->game), move, &parsed, &err) ||
        !game_play(t->game, parsed, false, &err))
        return report(&err, error);
    return true;
}

bool tengen_undo(tengen *t) {
    return !t->asked && game_undo(t->game);
}

bool tengen_set_position(tengen *t, const char *position, char *error) {
    Error err = {""};
    if (!refuse_while_thinking(t, error))
        return false;
    const Position *now = game_position(t->game);
    Position *parsed =
        position_parse(now->type, position_rule(now), now->width, now->height, position, -1, &err);
    if (!parsed)
        return report(&err, error);
    game_free(t->game);
    t->game = game_from_position(parsed);
    return true;
}

char tengen_to_move(const tengen *t) {
    return game_position(t->game)->to_move == SIDE_BLACK ? 'b' : 'w';
}

tengen_result tengen_state(const tengen *t) {
    static const tengen_result results[] = {
        [RESULT_NONE] = TENGEN_PLAYING,
        [RESULT_BLACK] = TENGEN_BLACK_WINS,
        [RESULT_WHITE] = TENGEN_WHITE_WINS,
        [RESULT_DRAW] = TENGEN_DRAW,
    };
    return results[game_result(t->game)];
}

const char *tengen_reason(const tengen *t) {
    return game_result_reason(t->game);
}

char tengen_at(const tengen *t, int column, int row) {
    const Position *position = game_position(t->game);
    if (column < 0 || row < 0 || column >= position->width || row >= position->height)
        return '?';
    return ".bw"[position_at(position, move_at(column, row))];
}

bool tengen_legal(const tengen *t, const char *move, char *error) {
    Error err = {""};
    Move parsed;
    if (!move_parse(game_position(t->game), move, &parsed, &err) ||
        game_check(t->game, parsed, &err) != VERDICT_LEGAL)
        return report(&err, error);
    return true;
}

tengen_limits tengen_limits_default(void) {
    return (tengen_limits){.time_ms = 5000, .nodes = -1, .depth = -1, .multipv = 1, .level = 10};
}

// Runs on the engine's thread: our Info in the words of the public header.
static void pass_on(const Info *info, void *user) {
    tengen *t = user;
    const Line *line = &info->line;
    Text pv = {0};
    char word[COORD_CHARS];
    for (size_t i = 0; i < line->pv_length; i++)
        text_addf(&pv, "%s%s", i ? " " : "", move_print(game_position(t->game), line->pv[i], word));
    bool proven = score_is_proven(line->score);
    tengen_info shown = {
        .depth = info->depth,
        .multipv = info->multipv,
        .score = line->score,
        .win = line->win,
        .proven = line->drawn       ? 2
                  : !proven         ? 0
                  : line->score > 0 ? 1
                                    : -1,
        .proven_plies = proven ? score_plies(line->score) : 0,
        .nodes = (int64_t)info->nodes,
        .time_ms = info->time_ms,
        .pv = text_chars(&pv),
    };
    t->on_info(&shown, t->user);
    text_free(&pv);
}

static void keep_choice(bool ok, const Choice *choice, const Error *err, void *user) {
    tengen *t = user;
    (void)err;
    t->answered = ok;
    t->choice = *choice;
}

bool tengen_think(tengen *t, const tengen_limits *limits, tengen_info_fn on_info, void *user) {
    if (t->asked || game_over(t->game))
        return false;
    Limits ours = LIMITS_OPEN;
    ours.time_ms = limits->time_ms;
    ours.nodes = limits->nodes;
    ours.depth = limits->depth;
    ours.multipv = limits->multipv < 1 ? 1 : limits->multipv;
    if (ours.multipv > MULTIPV_MAX)
        ours.multipv = MULTIPV_MAX;
    ours.level = limits->level < 1 ? 1 : limits->level > LEVEL_MAX ? LEVEL_MAX : limits->level;
    t->asked = true;
    t->answered = false;
    t->on_info = on_info;
    t->user = user;
    thinker_start(t->thinker, t->player, t->game, &ours, on_info ? pass_on : NULL, keep_choice, t);
    return true;
}

void tengen_stop(tengen *t) {
    thinker_stop(t->thinker);
}

bool tengen_wait(tengen *t, char move[TENGEN_MOVE_CHARS]) {
    if (!t->asked)
        return false;
    thinker_wait(t->thinker);
    t->asked = false;
    if (t->answered)
        move_print(game_position(t->game), t->choice.move, move);
    return t->answered;
}
