// SPDX-License-Identifier: MIT
#include "gomoku_thinking.h"

#include "base/clock.h"
#include "base/memory.h"
#include "gomoku/gomoku.h"

#include <stdlib.h>

const char *const gomoku_rules[GOMOKU_RULES] = {"freestyle", "standard", "renju", "caro",
                                                "caro-exact"};

Thinking *thinking_new(int threads, int64_t nodes) {
    Thinking *thinking = mem_new(sizeof *thinking);
    thinking->memory = memory_new(8 << 20); // half of it is the table
    thinking->pool = pool_new(threads);
    thinking->searcher =
        gomoku_searcher.create(&(Services){.pool = thinking->pool, .memory = thinking->memory});
    thinking->limits = LIMITS_OPEN;
    thinking->limits.nodes = nodes;
    thinking->budget_ms = LIMIT_NONE;
    return thinking;
}

void thinking_free(Thinking *thinking) {
    gomoku_searcher.destroy(thinking->searcher);
    pool_free(thinking->pool);
    memory_free(thinking->memory);
    free(thinking);
}

static void count_info(const Info *info, void *user) {
    Thinking *thinking = user;
    if (info->line.pv_length < 1 || info->multipv < 1)
        abort(); // cmocka's assertions belong to the main thread
    thinking->infos++;
}

Move thinking_move(Thinking *thinking, const Position *position) {
    Ask order = {
        .position = position,
        .limits = thinking->limits,
        .seed = thinking->seed,
        .stop = &thinking->stop,
        .start_us = clock_now_us(),
        .budget_ms = thinking->budget_ms,
        .on_info = count_info,
        .user = thinking,
    };
    thinking->infos = 0;
    gomoku_searcher.think(thinking->searcher, &order, &thinking->outcome);
    return thinking->outcome.move;
}

void thinking_forget(Thinking *thinking) {
    gomoku_searcher.new_game(thinking->searcher);
}

Position *gomoku_random_position(Rng *rng, const char *rule, int least, int most, int stones) {
    Position *position = NULL;
    int width = least + (int)rng_below(rng, (uint32_t)(most - least) + 1);
    int height = least + (int)rng_below(rng, (uint32_t)(most - least) + 1);
    // Dense in a corner of the board more often than spread all over it.
    int reach_x = 5 + (int)rng_below(rng, (uint32_t)width - 4);
    int reach_y = 5 + (int)rng_below(rng, (uint32_t)height - 4);
    stones = stones < reach_x * reach_y ? stones : reach_x * reach_y - 1;
    do {
        position_free(position);
        position = position_new(&gomoku_game, rule, width, height, NULL);
        for (int i = 0; i < stones; i++) {
            int x = (int)rng_below(rng, (uint32_t)reach_x),
                y = (int)rng_below(rng, (uint32_t)reach_y);
            if (position_check(position, move_at(x, y), NULL) == VERDICT_LEGAL)
                position_play(position, move_at(x, y), NULL);
        }
    } while (position_result(position) != RESULT_NONE);
    return position;
}

size_t gomoku_slow_fives(const Position *position, Side side, Move *fives) {
    size_t count = 0;
    Position *copy = position_clone(position);
    position_set_to_move(copy, side);
    Move moves[MOVES_MAX];
    size_t legal = position_moves(copy, moves);
    for (size_t i = 0; i < legal; i++) {
        position_play(copy, moves[i], NULL);
        if (position_result(copy) == side_wins(side))
            fives[count++] = moves[i];
        position_undo(copy);
    }
    position_free(copy);
    return count;
}

size_t gomoku_slow_defences(const Position *position, Move *defences) {
    size_t count = 0;
    Position *copy = position_clone(position);
    Side opponent = side_other(position->to_move);
    Move moves[MOVES_MAX], fives[MOVES_MAX];
    size_t legal = position_moves(copy, moves);
    for (size_t i = 0; i < legal; i++) {
        position_play(copy, moves[i], NULL);
        if (!gomoku_slow_fives(copy, opponent, fives))
            defences[count++] = moves[i];
        position_undo(copy);
    }
    position_free(copy);
    return count;
}

Result gomoku_replay(const Position *position, const Move *moves, size_t length) {
    Position *copy = position_clone(position);
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(position_check(copy, moves[i], NULL), VERDICT_LEGAL);
        assert_true(position_play(copy, moves[i], NULL));
    }
    Result result = position_result(copy);
    position_free(copy);
    return result;
}
