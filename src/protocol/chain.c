// SPDX-License-Identifier: MIT
#include "protocol/chain.h"

#include "base/clock.h"

// The time is for the whole turn; whether "put two" will be the answer is not known beforehand. So
// in an opening every choice gets an equal share of what is left, and one share is kept back: each
// choice is made of many short searches, and each of them ends a little late.
static Limits share_of_turn(const Ask *turn, int64_t start_us, size_t made) {
    Limits limits = turn->limits;
    if (game_opening(turn->game) == OPENING_FREE)
        return limits;
    int64_t spent = (clock_now_us() - start_us) / 1000;
    int64_t shares = (int64_t)(CHAIN_MAX - made) + 1;
    if (limits.time_ms > 0)
        limits.time_ms = limits.time_ms > spent ? (limits.time_ms - spent) / shares : 0;
    if (limits.clock_ms > 0)
        limits.clock_ms = limits.clock_ms > spent ? (limits.clock_ms - spent) / shares : 0;
    return limits;
}

static Move first_legal(const Game *game) {
    Move moves[MOVES_MAX];
    size_t count = position_moves(game_position(game), moves);
    return count ? moves[0] : MOVE_NONE;
}

static bool chain_choose(Player *base, const Ask *turn, Choice *choice, Error *err) {
    Chain *chain = (Chain *)base;
    Game *game = game_clone(turn->game);
    Ask each = *turn;
    each.game = game;
    if (game_opening(game) != OPENING_FREE) // every choice has a share of its own
        each.start_us = 0;
    Seat seat = game_actor(game);
    int64_t start = clock_now_us();
    bool ok = true;
    chain->count = 0;
    do {
        Choice next;
        each.limits = share_of_turn(turn, start, chain->count);
        ok = player_choose(chain->inner, &each, &next, err) &&
             game_play(game, next.move, false, err);
        if (!ok)
            break;
        if (!chain->count)
            *choice = next;
        if (next.move == MOVE_RESIGN)
            chain->instead = first_legal(game);
        chain->moves[chain->count++] = next.move;
    } while (chain->count < CHAIN_MAX && !game_over(game) && game_actor(game) == seat);
    game_free(game);
    return ok;
}

static void chain_ponder(Player *base, const Position *position, const Limits *limits,
                         StopFlag *stop) {
    player_ponder(((Chain *)base)->inner, position, limits, stop);
}

static const PlayerType chain_type = {
    .name = "chain",
    .summary = "asks another player until the turn passes",
    .choose = chain_choose,
    .ponder = chain_ponder,
};

void chain_init(Chain *chain, Player *inner) {
    *chain = (Chain){.player = {.type = &chain_type, .spec = inner->spec}, .inner = inner};
}
