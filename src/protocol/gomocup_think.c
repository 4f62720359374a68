// SPDX-License-Identifier: MIT
// From a question to an answer: a player that knows the game, limits, a thread, a line.
#include "base/clock.h"
#include "protocol/gomocup_state.h"
#include "search/info_text.h"

#include <stdio.h>

// What a thought gets before another command may cut it short. Scripted input sends END right
// behind the question and still wants a sensible move; a manager waits half a second for our end.
enum { GRACE_US = 200 * 1000 };

enum {
    CELL_CHARS = 16,
    MEMORY_LITTLE = 32 << 20,
    LATE_MOST_MS = 300, // later than that and we were suspended, not slow
};

static const char *print_cell(Move cell, char out[CELL_CHARS]) {
    snprintf(out, CELL_CHARS, "%d,%d", move_x(cell), move_y(cell));
    return out;
}

// --- on the thinking thread ---

// Managers show every message, so beats are told in debug mode only.
static void say_beat(Gomocup *g, const Info *info) {
    if (g->setup.debug && info->multipv == 1)
        outlet_line(&g->outlet, "DEBUG nodes %llu time %lld", (unsigned long long)info->nodes,
                    (long long)info->time_ms);
}

static void say_info(Gomocup *g, const Info *info) {
    Text line = {0};
    text_addf(&line, "MESSAGE depth %d-%d", info->depth, info->selective_depth);
    if (info->multipv > 1)
        text_addf(&line, " candidate %d", info->multipv);
    char proven[24];
    if (info_proven(&info->line, proven))
        text_addf(&line, " score %s", proven);
    else
        text_addf(&line, " score %d win %.0f%%", info->line.score, info->line.win * 100);
    text_addf(&line, " nodes %llu time %lld pv", (unsigned long long)info->nodes,
              (long long)info->time_ms);
    char cell[CELL_CHARS];
    for (size_t i = 0; i < info->line.pv_length && move_is_stone(info->line.pv[i]); i++)
        text_addf(&line, " %s", print_cell(info->line.pv[i], cell));
    outlet_line(&g->outlet, "%s", line.chars);
    text_free(&line);
}

static void answer_swap2(Gomocup *g) {
    Text line = {0};
    char cell[CELL_CHARS];
    for (size_t i = 0; i < g->chain.count; i++) {
        Move move = g->chain.moves[i] == MOVE_RESIGN ? g->chain.instead : g->chain.moves[i];
        if (move == MOVE_SWAP_SIDES)
            text_add(&line, "SWAP");
        if (!move_is_stone(move))
            continue;
        text_addf(&line, "%s%s", line.length ? " " : "", print_cell(move, cell));
        g->stones[g->stone_count++] = move;
    }
    outlet_line(&g->outlet, "%s", text_chars(&line));
    text_free(&line);
}

static void answer_move(Gomocup *g) {
    Move move = g->chain.moves[0];
    if (move == MOVE_RESIGN) { // the protocol has no word for giving up
        outlet_line(&g->outlet, "MESSAGE I resign");
        move = g->chain.instead;
    }
    char cell[CELL_CHARS];
    if (!g->setup.suggest)
        g->stones[g->stone_count++] = move;
    outlet_line(&g->outlet, "%s%s", g->setup.suggest ? "SUGGEST " : "", print_cell(move, cell));
}

static void say_answer(Gomocup *g, bool ok, const Error *err) {
    // Read before the answer is out: a manager may suspend us the moment it has it, and the
    // opponent's time is not ours.
    int64_t now = clock_now_us();
    if (!ok)
        outlet_line(&g->outlet, "ERROR %s", err->text);
    else if (g->asks_swap2)
        answer_swap2(g);
    else
        answer_move(g);
    int64_t late = g->allowed_ms == LIMIT_NONE ? 0 : (now - g->thought_us) / 1000 - g->allowed_ms;
    g->used_ms += (now - g->asked_us) / 1000;
    // A machine that was busy once will be again; it is forgiven slowly.
    g->late_ms -= g->late_ms / 4;
    late = late < LATE_MOST_MS ? late : LATE_MOST_MS;
    g->late_ms = late > g->late_ms ? late : g->late_ms;
}

void think_hear(void *user) {
    Gomocup *g = user;
    ThinkerUpdate update;
    thinker_poll(g->thinker, &update);
    for (const Said *said = update.said; said; said = said->next)
        (said->info.beat ? say_beat : say_info)(g, &said->info);
    if (update.done) // the chain has all of the choices
        say_answer(g, update.ok, &update.err);
}

// --- on the feeding thread ---

// A player that knows this game.
static bool prepare(Gomocup *g, const Game *game, Error *err) {
    PlayerDefaults wanted = info_resources(g);
    bool fits = wanted.threads == g->made_with.threads &&
                wanted.hash_bytes == g->made_with.hash_bytes && g->player;
    if (!fits) {
        player_free(g->player); // before the new one, or both would need memory
        g->player = registry_player(g->setup.registry, g->setup.spec, &wanted, err);
        g->begun = false;
        if (!g->player)
            return false;
        g->made_with = wanted;
        if (g->info.max_memory && g->info.max_memory < MEMORY_LITTLE)
            outlet_line(&g->outlet, "MESSAGE max_memory %lld is little; the table gets %lld kB",
                        (long long)g->info.max_memory, (long long)wanted.hash_bytes / 1024);
        chain_init(&g->chain, g->player);
    }
    if (g->begun && g->begun_opening == game_opening(game) && g->begun_rule == g->info.rule)
        return true;
    if (!player_begin(g->player, game, err))
        return false;
    g->begun = true;
    g->begun_opening = game_opening(game);
    g->begun_rule = g->info.rule;
    return true;
}

bool think_ahead(Gomocup *g, Error *err) {
    if (!g->started || thinker_busy(g->thinker))
        return true;
    thinker_wait(g->thinker); // it may ponder
    Game *game = game_from_position(board_position(g, NULL, 0));
    bool ok = prepare(g, game, err);
    game_free(game);
    return ok;
}

void think_about(Gomocup *g, Game *game, bool swap2, int64_t multipv) {
    Error err = {""};
    if (g->info.continuous) {
        gomocup_error(g, "continuous games are not supported; send INFO rule without bit 2");
    } else if (game_over(game)) {
        gomocup_error(g, "the game is over, %s: %s", result_name(game_result(game)),
                      game_result_reason(game));
    } else if (!prepare(g, game, &err)) {
        gomocup_error(g, "%s", err.text);
    } else {
        int64_t spent_us = g->busy_us + clock_now_us() - g->line_us;
        Ask ask = {.game = game, .limits = info_limits(g, spent_us / 1000)};
        if (multipv > 0)
            ask.limits.multipv = multipv;
        if (g->setup.debug)
            outlet_line(&g->outlet, "DEBUG time %lld clock %lld spent %lld hash %lld threads %lld",
                        (long long)ask.limits.time_ms, (long long)ask.limits.clock_ms,
                        (long long)(spent_us / 1000), (long long)g->made_with.hash_bytes,
                        (long long)g->made_with.threads);
        g->info.left_ms = LIMIT_NONE;
        g->busy_us = 0;
        g->asks_swap2 = swap2;
        g->asked_us = g->line_us;
        g->allowed_ms = ask.limits.time_ms;
        g->line_us = g->thought_us = clock_now_us(); // from here on it is the thought's time
        ask.ponder = g->info.ponder && !g->setup.suggest;
        thinker_ask(g->thinker, &g->chain.player, &ask);
    }
    game_free(game);
}

void think_position(Gomocup *g, int64_t multipv) {
    think_about(g, game_from_position(board_position(g, g->stones, g->stone_count)), false,
                multipv);
}

void think_finish(Gomocup *g) {
    thinker_wait_until(g->thinker, g->asked_us + GRACE_US);
    thinker_stop(g->thinker);
    thinker_wait(g->thinker);
}
