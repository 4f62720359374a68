// SPDX-License-Identifier: MIT
#include "match/even.h"

#include "engine/balance.h"
#include "game/scatter.h"

// One more random stone; false when there is none or it ended the game.
static bool scatter_one(Position *position, Rng *rng) {
    Move move = scatter_stone(position, position->type->scatter.window_most, rng);
    return move != MOVE_NONE && position_play(position, move, NULL) &&
           position_result(position) == RESULT_NONE;
}

static int stones_of(const EvenOrder *order, Rng *rng) {
    const Scatter *scatter = &order->board.game->scatter;
    int spread = scatter->match_most - scatter->match_least;
    if (order->stones)
        return order->stones;
    return scatter->match_least + (spread ? (int)rng_below(rng, (uint32_t)spread + 1) : 0);
}

static Ask counted(const Position *position, int64_t nodes, StopFlag *stop) {
    Ask order = {.position = position, .limits = LIMITS_OPEN, .stop = stop};
    order.limits.nodes = nodes;
    return order;
}

// The last stone, as even as the nodes can make it.
static bool even_out(Engine *engine, Position *position, int64_t nodes, uint64_t seed,
                     StopFlag *stop) {
    Ask order = counted(position, nodes, stop);
    Game *game = game_from_position(position_clone(position));
    Trial trials[BALANCE_TRIALS];
    size_t room = balance_room(&order.limits, position);
    size_t count = balance_draw(game, 1, seed, trials, room);
    game_free(game);
    if (!count)
        return false;
    engine_new_game(engine);
    balance_rank(engine, &order, 0.5, trials, count);
    return position_play(position, trials[0].stones[0], NULL);
}

Position *even_try(Engine *engine, const EvenOrder *order, uint64_t seed, double *win) {
    const RecordHints *board = &order->board;
    StopFlag own = {0}, *stop = order->stop ? order->stop : &own;
    Rng rng = rng_seed(seed);
    int stones = stones_of(order, &rng);
    Position *position = position_new(board->game, board->rule, board->width, board->height, NULL);
    bool ok = true;
    for (int i = 1; i < stones && ok; i++)
        ok = scatter_one(position, &rng);
    if (!ok || !even_out(engine, position, order->nodes, rng_next(&rng), stop)) {
        position_free(position);
        return NULL;
    }
    Ask weighing = counted(position, order->nodes, stop);
    Outcome outcome;
    engine_new_game(engine);
    *win = balance_verdict(engine, &weighing, &outcome);
    return position;
}
