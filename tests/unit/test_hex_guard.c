// SPDX-License-Identifier: MIT
// What keeps the Hex search good and is easily lost without a wrong answer anywhere: that results are
// counted for the side that won them, that the most visited move is the one that is played, that more
// simulations and higher levels are better.
#include "support.h"

#include "base/clock.h"
#include "base/rng.h"
#include "hex/hex.h"
#include "hex/level.h"

typedef struct GuardMind {
    Services services;
    Searcher *searcher;
} GuardMind;

static void mind_open(GuardMind *mind) {
    mind->services = (Services){pool_new(1), memory_new(12 << 20)};
    mind->searcher = hex_searcher.create(&mind->services);
}

static void mind_close(GuardMind *mind) {
    hex_searcher.destroy(mind->searcher);
    pool_free(mind->services.pool);
    memory_free(mind->services.memory);
}

// The lines of the last iteration.
typedef struct LinesHeard {
    Line lines[MULTIPV_MAX];
    int count;
} LinesHeard;

static void hear(const Info *info, void *user) {
    LinesHeard *heard = user;
    heard->count = info->multipv;
    heard->lines[info->multipv - 1] = info->line;
}

static Outcome think(GuardMind *mind, const Position *position, Limits limits, LinesHeard *heard) {
    Outcome outcome;
    StopFlag stop = {0};
    Ask ask = {.position = position,
               .limits = limits,
               .seed = 1,
               .stop = &stop,
               .start_us = clock_now_us(),
               .budget_ms = LIMIT_NONE,
               .on_info = heard ? hear : NULL,
               .user = heard};
    hex_searcher.new_game(mind->searcher);
    hex_searcher.think(mind->searcher, &ask, &outcome);
    return outcome;
}

static Position *scattered(Rng *rng, int size, uint32_t stones) {
    Position *position = position_new(&hex_game, NULL, size, size, NULL);
    Move moves[MOVES_MAX];
    for (; stones > 0; stones--) {
        position_play(position, moves[rng_below(rng, (uint32_t)position_moves(position, moves))],
                      NULL);
        if (position_result(position) != RESULT_NONE)
            position_undo(position);
    }
    return position;
}

static Limits nodes(int64_t count) {
    Limits limits = LIMITS_OPEN;
    limits.nodes = count;
    return limits;
}

// A few simulations prove nothing; what they come to should be near the truth all the same.
static void opinions_agree_with_the_solver(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    GuardMind mind;
    mind_open(&mind);
    Limits prove = LIMITS_OPEN;
    prove.prove = true;
    size_t asked = 0, right = 0, good_moves = 0, won = 0;
    for (size_t i = 0; i < test_count(25, 60, 2000); i++) {
        Position *position = scattered(&rng, 6, rng_below(&rng, 5));
        Limits few = nodes(150);
        few.multipv = 3; // or the solver would be asked first
        LinesHeard heard = {.count = 0};
        Outcome outcome = think(&mind, position, few, &heard);
        if (!score_is_proven(outcome.info.line.score)) {
            bool wins = think(&mind, position, prove, NULL).info.line.score > 0;
            asked++;
            right += wins == (outcome.info.line.score > 0);
            position_play(position, outcome.move, NULL);
            won += wins;
            good_moves += wins && think(&mind, position, prove, NULL).info.line.score < 0;
        }
        position_free(position);
    }
    print_message("%zu of %zu opinions were right, %zu of %zu won positions kept\n", right, asked,
                  good_moves, won);
    assert_true(asked > test_count(25, 60, 2000) / 8);
    assert_true(right * 10 > asked * 6);
    assert_true(good_moves * 10 > won * 6);
    mind_close(&mind);
}

// With several candidates the solver is not asked first, so what is proven the tree has proven.
static void what_the_tree_proves_is_true(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    GuardMind mind;
    mind_open(&mind);
    Limits prove = LIMITS_OPEN;
    prove.prove = true;
    size_t proven[2] = {0};
    for (size_t i = 0; i < test_count(15, 40, 2000); i++) {
        Position *position = scattered(&rng, 6, rng_below(&rng, 4));
        Limits several = nodes(2000);
        several.multipv = MULTIPV_MAX;
        LinesHeard heard = {.count = 0};
        think(&mind, position, several, &heard);
        for (int k = 0; k < heard.count; k++) {
            int score = heard.lines[k].score;
            if (!score_is_proven(score))
                continue;
            position_play(position, heard.lines[k].pv[0], NULL);
            bool wins = think(&mind, position, prove, NULL).info.line.score < 0;
            assert_int_equal(score > 0, wins);
            position_undo(position);
            proven[wins]++;
        }
        position_free(position);
    }
    print_message("%zu wins and %zu losses proven\n", proven[1], proven[0]);
    assert_true(proven[0] + proven[1] > 4);
    mind_close(&mind);
}

static void the_most_visited_move_is_played(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    GuardMind mind;
    mind_open(&mind);
    int concentrated = 0;
    for (int i = 0; i < 8; i++) {
        Position *position = scattered(&rng, 9, 2 + rng_below(&rng, 4));
        Limits limits = nodes(600);
        limits.multipv = 8;
        LinesHeard heard = {.count = 0};
        Outcome outcome = think(&mind, position, limits, &heard);
        assert_int_equal(heard.count, 8);
        assert_int_equal(outcome.move, heard.lines[0].pv[0]);
        int64_t sum = 0;
        for (int k = 0; k < heard.count; k++) {
            const Line *line = &heard.lines[k];
            sum += line->visits;
            assert_true(line->win >= 0 && line->win <= 1);
            if (k > 0 && !score_is_proven(line->score))
                assert_true(line->visits <= line[-1].visits || score_is_proven(line[-1].score));
        }
        assert_true(sum > 0 && sum <= (int64_t)outcome.info.nodes);
        concentrated += heard.lines[0].visits > 4 * heard.lines[7].visits;
        position_free(position);
    }
    assert_true(concentrated >= 6);
    mind_close(&mind);
}

static void levels_look_more_and_choose_better(void **state) {
    (void)state;
    for (int n = 1; n < LEVEL_MAX; n++) {
        const HexLevel *level = hex_level_of(n);
        assert_non_null(level);
        assert_true(level->simulations >= 1 && level->heat > 0);
        if (n > 1) {
            assert_true(level->simulations >= hex_level_of(n - 1)->simulations);
            assert_true(level->heat < hex_level_of(n - 1)->heat);
        }
    }
    assert_null(hex_level_of(LEVEL_MAX));
    assert_ptr_equal(hex_level_of(0), hex_level_of(1));
}

// The highest level below full strength nearly always plays the move with most visits, the lowest one
// many different moves.
static void a_low_level_varies_and_a_high_one_does_not(void **state) {
    (void)state;
    GuardMind mind;
    mind_open(&mind);
    Position *position = position_new(&hex_game, NULL, 7, 7, NULL);
    position_play(position, move_at(1, 1), NULL);
    int different[LEVEL_MAX] = {0};
    uint64_t seeds = test_count(12, 30, 100);
    for (int level = 1; level < LEVEL_MAX; level += 8) {
        bool seen[BOARD_CELLS] = {false};
        for (uint64_t seed = 0; seed < seeds; seed++) {
            Outcome outcome;
            StopFlag stop = {0};
            Ask ask = {.position = position,
                       .limits = LIMITS_OPEN,
                       .seed = seed,
                       .stop = &stop,
                       .budget_ms = LIMIT_NONE};
            ask.limits.level = level;
            hex_searcher.new_game(mind.searcher);
            hex_searcher.think(mind.searcher, &ask, &outcome);
            different[level] += !seen[outcome.move];
            seen[outcome.move] = true;
        }
    }
    print_message("level 1 played %d moves, level 9 %d\n", different[1], different[9]);
    assert_true(different[1] >= (int)seeds / 4);
    assert_true(different[9] <= 3);
    position_free(position);
    mind_close(&mind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opinions_agree_with_the_solver),
        cmocka_unit_test(what_the_tree_proves_is_true),
        cmocka_unit_test(the_most_visited_move_is_played),
        cmocka_unit_test(levels_look_more_and_choose_better),
        cmocka_unit_test(a_low_level_varies_and_a_high_one_does_not),
    };
    return cmocka_run_group_tests_name("hex guard", tests, NULL, NULL);
}
