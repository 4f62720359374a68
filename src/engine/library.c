// SPDX-License-Identifier: MIT
// The public library, tengen.h: one handle that owns a registry, a game, the engine's player and a
// thinker. The composition root for programs that are not ours.
//
// A library must not end its host. What may run out of memory or threads runs within an
// error_catch(), and die() becomes a sentence.
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

static const int64_t TIME_MOST_MS = 1000000000000; // 31 years, and no overflow in microseconds

struct tengen {
    Player player; // what the thinker asks: the engine's, within an error_catch()
    Registry *registry;
    Game *game;
    Player *engine; // NULL: it failed, and the next thought makes another
    PlayerDefaults resources;
    Thinker *thinker;
    bool broken; // the machine failed while the game was changed
    Error err;   // of the last call that failed
    bool asked;  // and not yet waited for
    tengen_info_fn on_info;
    void *user;
    char pv[PV_MAX * COORD_CHARS];
};

// --- failures ---

const char *tengen_version(void) {
    return TENGEN_VERSION;
}

static void copy_error(const Error *err, char *error) {
    if (error)
        memcpy(error, err->text, sizeof err->text);
}

// Keeps the sentence (a const game is none of its own: we have made it) and hands it out.
static bool report(const tengen *t, const Error *err, char *error) {
    ((tengen *)t)->err = *err;
    copy_error(err, error);
    return false;
}

static bool refuse(const tengen *t, const char *sentence, char *error) {
    Error err;
    error_set(&err, "%s", sentence);
    return report(t, &err, error);
}

const char *tengen_error(const tengen *t) {
    return t ? t->err.text : "there is no game: the handle is NULL";
}

static bool usable(const tengen *t, char *error) {
    if (t && !t->broken)
        return true;
    if (t)
        copy_error(&t->err, error);
    else if (error)
        snprintf(error, TENGEN_ERROR_CHARS, "%s", tengen_error(NULL));
    return false;
}

static bool usable_now(const tengen *t, char *error) {
    if (!usable(t, error))
        return false;
    return !t->asked || refuse(t, "it is thinking; call tengen_wait() first", error);
}

// One call that may run out of memory or threads: what it is given, and what comes of it.
typedef struct LibraryCall {
    tengen *t;
    const char *text;
    PlayerDefaults resources;
    Ask ask;
    bool ok;
    Error err;
} LibraryCall;

// When the machine fails, the game may be half changed: from then on it can only be closed.
static bool call_guarded(LibraryCall *call, void (*body)(void *call), char *error) {
    tengen *t = call->t;
    Error failure;
    if (!error_catch(body, call, &failure)) {
        t->broken = true;
        error_set(&call->err, "%.400s; this game can only be closed now", failure.text);
    }
    return call->ok || report(t, &call->err, error);
}

// --- the engine's player, whose failures end a thought and nothing else ---

typedef struct LibraryThought {
    tengen *t;
    const Ask *ask;
    Choice *choice;
    Error *err;
    bool ok;
} LibraryThought;

static void choose_body(void *argument) {
    LibraryThought *thought = argument;
    tengen *t = thought->t;
    if (!t->engine)
        t->engine = registry_player(t->registry, "tengen", &t->resources, thought->err);
    thought->ok =
        t->engine && player_choose(t->engine, thought->ask, thought->choice, thought->err);
}

static bool choose_guarded(Player *player, const Ask *ask, Choice *choice, Error *err) {
    tengen *t = (tengen *)player;
    LibraryThought thought = {t, ask, choice, err, false};
    if (error_catch(choose_body, &thought, err))
        return thought.ok;
    player_free(t->engine);
    t->engine = NULL;
    return false;
}

static const PlayerType guarded_player = {.name = "tengen", .choose = choose_guarded};

// --- what it says ---

// Our Info in the words of the public header.
static void pass_on(tengen *t, const Info *info) {
    const Line *line = &info->line;
    char word[COORD_CHARS], *end = t->pv;
    *end = '\0';
    for (size_t i = 0; i < line->pv_length; i++)
        end += sprintf(end, "%s%s", i ? " " : "",
                       move_print(game_position(t->game), line->pv[i], word));
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
        .pv = t->pv,
        .beat = info->beat,
    };
    t->on_info(&shown, t->user);
}

// Runs on the engine's threads.
static void pass_all_on(void *user) {
    tengen *t = user;
    ThinkerUpdate update;
    thinker_poll(t->thinker, &update); // even without a listener: reports must not pile up
    for (const Said *said = update.said; said && t->on_info; said = said->next)
        pass_on(t, &said->info);
}

// --- opening and closing ---

typedef struct OpenCall {
    tengen *t;
    const char *game, *rule, *opening;
    int columns, rows;
    Error err;
} OpenCall;

static void open_body(void *argument) {
    OpenCall *call = argument;
    tengen *t = call->t = mem_new(sizeof *t);
    t->player = (Player){.type = &guarded_player, .spec = "tengen"};
    t->resources = PLAYER_DEFAULTS;
    t->registry = registry_new();
    registry_add_game(t->registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(t->registry, &hex_game, &hex_searcher);
    registry_add_player(t->registry, &engine_player);
    OpeningKind kind = OPENING_FREE;
    const GameType *type = registry_game(t->registry, call->game ? call->game : "", &call->err);
    if (!type || (call->opening && !opening_parse(call->opening, &kind, &call->err)))
        return;
    t->game = game_new(type, call->rule, call->columns, call->rows, kind, &call->err);
    if (!t->game)
        return;
    t->engine = registry_player(t->registry, "tengen", &t->resources, &call->err);
    if (t->engine)
        t->thinker = thinker_new(pass_all_on, t);
}

tengen *tengen_open(const char *game, const char *rule, int columns, int rows, const char *opening,
                    char *error) {
    OpenCall call = {
        .game = game, .rule = rule, .opening = opening, .columns = columns, .rows = rows};
    if (error_catch(open_body, &call, &call.err) && call.t->thinker)
        return call.t;
    copy_error(&call.err, error);
    tengen_close(call.t);
    return NULL;
}

void tengen_close(tengen *t) {
    if (!t)
        return;
    thinker_free(t->thinker);
    player_free(t->engine);
    game_free(t->game);
    registry_free(t->registry);
    free(t);
}

static void resources_body(void *argument) {
    LibraryCall *call = argument;
    tengen *t = call->t;
    Player *engine = registry_player(t->registry, "tengen", &call->resources, &call->err);
    if (!engine)
        return;
    player_free(t->engine);
    t->engine = engine;
    t->resources = call->resources;
    call->ok = true;
}

bool tengen_resources(tengen *t, int threads, size_t hash_bytes, char *error) {
    if (!usable_now(t, error))
        return false;
    if (threads < 1 || threads > 256 || hash_bytes < 1 << 16 || hash_bytes > (size_t)1 << 40)
        return refuse(t, "resources are 1 to 256 threads and 64 kB to 1 TB of table", error);
    LibraryCall call = {.t = t, .resources = PLAYER_DEFAULTS};
    call.resources.threads = threads;
    call.resources.hash_bytes = (int64_t)hash_bytes;
    Error failure; // the game is not touched, and the engine it has serves on
    if (!error_catch(resources_body, &call, &failure))
        return report(t, &failure, error);
    return call.ok || report(t, &call.err, error);
}

// --- the game ---

static void play_body(void *argument) {
    LibraryCall *call = argument;
    Game *game = call->t->game;
    Move move;
    call->ok = move_parse(game_position(game), call->text, &move, &call->err) &&
               game_play(game, move, false, &call->err);
}

bool tengen_play(tengen *t, const char *move, char *error) {
    if (!usable_now(t, error))
        return false;
    if (!move)
        return refuse(t, "no move was given: NULL", error);
    return call_guarded(&(LibraryCall){.t = t, .text = move}, play_body, error);
}

static void undo_body(void *argument) {
    LibraryCall *call = argument;
    call->ok = game_undo(call->t->game) || error_set(&call->err, "there is nothing to undo");
}

bool tengen_undo(tengen *t) {
    return usable_now(t, NULL) && call_guarded(&(LibraryCall){.t = t}, undo_body, NULL);
}

static void position_body(void *argument) {
    LibraryCall *call = argument;
    tengen *t = call->t;
    const Position *now = game_position(t->game);
    Position *parsed = position_parse(now->type, position_rule(now), now->width, now->height,
                                      call->text, -1, &call->err);
    if (!parsed)
        return;
    Game *game = game_from_position(parsed);
    game_free(t->game);
    t->game = game;
    call->ok = true;
}

bool tengen_set_position(tengen *t, const char *position, char *error) {
    if (!usable_now(t, error))
        return false;
    if (!position)
        return refuse(t, "no position was given: NULL", error);
    return call_guarded(&(LibraryCall){.t = t, .text = position}, position_body, error);
}

char tengen_to_move(const tengen *t) {
    if (!usable(t, NULL))
        return '?';
    return game_position(t->game)->to_move == SIDE_BLACK ? 'b' : 'w';
}

tengen_result tengen_state(const tengen *t) {
    static const tengen_result results[] = {
        [RESULT_NONE] = TENGEN_PLAYING,
        [RESULT_BLACK] = TENGEN_BLACK_WINS,
        [RESULT_WHITE] = TENGEN_WHITE_WINS,
        [RESULT_DRAW] = TENGEN_DRAW,
    };
    return usable(t, NULL) ? results[game_result(t->game)] : TENGEN_PLAYING;
}

const char *tengen_reason(const tengen *t) {
    return usable(t, NULL) ? game_result_reason(t->game) : "";
}

char tengen_at(const tengen *t, int column, int row) {
    if (!usable(t, NULL))
        return '?';
    const Position *position = game_position(t->game);
    if (column < 0 || row < 0 || column >= position->width || row >= position->height)
        return '?';
    return ".bw"[position_at(position, move_at(column, row))];
}

static void legal_body(void *argument) {
    LibraryCall *call = argument;
    const Game *game = call->t->game;
    Move move;
    call->ok = move_parse(game_position(game), call->text, &move, &call->err) &&
               game_check(game, move, &call->err) == VERDICT_LEGAL;
}

bool tengen_legal(const tengen *t, const char *move, char *error) {
    if (!usable(t, error))
        return false;
    if (!move)
        return refuse(t, "no move was given: NULL", error);
    return call_guarded(&(LibraryCall){.t = (tengen *)t, .text = move}, legal_body, error);
}

// --- thinking ---

tengen_limits tengen_limits_default(void) {
    return (tengen_limits){.time_ms = 5000, .nodes = -1, .depth = -1, .multipv = 1, .level = 10};
}

static bool read_limits(const tengen_limits *given, Limits *limits, Error *err) {
    if (!given)
        return error_set(err, "no limits were given: NULL");
    if (given->time_ms < -1 || given->time_ms > TIME_MOST_MS)
        return error_set(err, "time_ms is -1 for none, or 0 to %lld", (long long)TIME_MOST_MS);
    if (given->nodes < -1)
        return error_set(err, "nodes is -1 for no limit, or 0 and more");
    if (given->depth < -1 || given->depth > DEPTH_MAX)
        return error_set(err, "depth is -1 for no limit, or 0 to %d", DEPTH_MAX);
    if (given->multipv < 1 || given->multipv > MULTIPV_MAX)
        return error_set(err, "multipv is 1 to %d", MULTIPV_MAX);
    if (given->level < 1 || given->level > LEVEL_MAX)
        return error_set(err, "level is 1 to %d", LEVEL_MAX);
    *limits = LIMITS_OPEN;
    limits->time_ms = given->time_ms;
    limits->nodes = given->nodes;
    limits->depth = given->depth;
    limits->multipv = given->multipv;
    limits->level = given->level;
    return true;
}

static void think_body(void *argument) {
    LibraryCall *call = argument;
    tengen *t = call->t;
    call->ask.game = t->game;
    thinker_ask(t->thinker, &t->player, &call->ask);
    call->ok = true;
}

bool tengen_think(tengen *t, const tengen_limits *limits, tengen_info_fn on_info, void *user) {
    if (!usable_now(t, NULL))
        return false;
    LibraryCall call = {.t = t};
    if (!read_limits(limits, &call.ask.limits, &call.err))
        return report(t, &call.err, NULL);
    if (game_over(t->game))
        return refuse(t, "the game is over", NULL);
    t->on_info = on_info;
    t->user = user;
    t->asked = call_guarded(&call, think_body, NULL);
    return t->asked;
}

void tengen_stop(tengen *t) {
    if (t)
        thinker_stop(t->thinker);
}

bool tengen_wait(tengen *t, char move[TENGEN_MOVE_CHARS]) {
    if (!usable(t, NULL))
        return false;
    if (!move)
        return refuse(t, "no room for the move was given: NULL", NULL);
    if (!t->asked)
        return refuse(t, "it is not thinking", NULL);
    ThinkerUpdate update;
    thinker_wait(t->thinker);
    thinker_poll(t->thinker, &update);
    t->asked = false;
    if (!update.ok)
        return report(t, &update.err, NULL);
    move_print(game_position(t->game), update.choice.move, move);
    return true;
}
