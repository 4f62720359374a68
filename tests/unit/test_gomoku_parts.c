// SPDX-License-Identifier: MIT
// The four-search against the rules; what a node takes from the table.
#include "gomoku_thinking.h"

#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/worker.h"

static Memory *memory; // of all that is made here

static void four_searches_are_sound_and_shortest_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Worker worker;
    StopFlag quiet = {0};
    VcfCache *vcf_cache = vcf_cache_new(memory, 1 << 20);
    Evaluation *evaluations[RULE_COUNT];
    for (int rule = 0; rule < RULE_COUNT; rule++)
        evaluations[rule] = evaluation_new((GomokuRule)rule, weights_of_rule((GomokuRule)rule));
    size_t wins = 0, none = 0, count = test_count(300, 3000, 50000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 7, 15,
                                                    16 + (int)rng_below(&rng, 50));
        field_from_position(&worker.field, position, evaluations[position->rule]);
        worker.effort.limit = UINT64_MAX;
        worker.effort.stop = worker.effort.done = &quiet;
        Fours fours = {
            .field = &worker.field,
            .effort = &worker.effort,
            .vcf_cache = vcf_cache,
            .last_node = effort_nodes(&worker.effort) + 5000,
        };
        FourLine line;
        FoursVerdict verdict = fours_shortest(&fours, &line);
        assert_int_equal(worker.field.board.key, position->key);
        if (verdict == FOURS_WIN) {
            wins++;
            assert_int_equal(line.length % 2, 1);
            assert_int_equal(gomoku_replay(position, line.moves, (size_t)line.length),
                             side_wins(position->to_move));
            // Every second move of the loser's was forced: before it the winner had a five.
            Move fives[MOVES_MAX];
            Position *copy = position_clone(position);
            for (int k = 0; k + 1 < line.length; k++) {
                position_play(copy, line.moves[k], NULL);
                if (k % 2 == 0)
                    assert_true(gomoku_slow_fives(copy, position->to_move, fives) > 0);
            }
            position_free(copy);
            // With one four less there is no win.
            fours.last_node = effort_nodes(&worker.effort) + 5000;
            if (line.length > 1)
                assert_int_not_equal(fours_search(&fours, (line.length - 1) / 2 - 1, &line),
                                     FOURS_WIN);
        }
        none += verdict == FOURS_NONE;
        position_free(position);
    }
    assert_true(wins > count / 50);
    assert_true(none > count / 20);
    vcf_cache_free(vcf_cache);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        evaluation_free(evaluations[rule]);
}

// The value of the leaf after `move`, its table entry being `eval` or none.
static int leaf_value(Worker *worker, Move move, int eval) {
    if (eval != TABLE_NO_EVAL)
        table_store(worker->table, board_key_after(&worker->field.board, move) ^ worker->salt,
                    &(TableEntry){.move = MOVE_NONE,
                                  .score = -9000, // says nothing
                                  .eval = (int16_t)eval,
                                  .depth = TABLE_DEPTH_MIN,
                                  .bound = BOUND_LOWER});
    return -worker_try(worker, move, -SCORE_INFINITE, SCORE_INFINITE, 0, 0);
}

// A leaf's score is its evaluation and the level's error. The first visit keeps the evaluation without
// the error; the second takes it from there, so an entry with one that could not be is believed.
static void evaluations_come_from_the_table(void **state) {
    (void)state;
    static Worker worker;
    StopFlag quiet = {0};
    VcfCache *vcf_cache = vcf_cache_new(memory, 1 << 20);
    Evaluation *evaluation = evaluation_new(RULE_FREESTYLE, weights_of_rule(RULE_FREESTYLE));
    Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    position_play(position, move_at(7, 7), NULL);
    Move move = move_at(8, 8);
    for (int level = 1; level <= LEVEL_MAX; level += LEVEL_MAX - 1) {
        Table *table = table_new(memory, 1 << 16);
        worker_begin(&worker, position, evaluation, NULL, table, vcf_cache, level, 5);
        worker.effort.limit = UINT64_MAX;
        worker.effort.stop = worker.effort.done = &quiet;
        field_play(&worker.field, move);
        int eval = field_evaluate(&worker.field);
        int error = level_error(&worker.level, 5, worker.field.board.key);
        field_undo(&worker.field, move);
        assert_int_equal(error != 0, level < LEVEL_MAX);
        assert_int_equal(leaf_value(&worker, move, TABLE_NO_EVAL), eval + error);
        TableEntry kept;
        assert_true(
            table_probe(table, board_key_after(&worker.field.board, move) ^ worker.salt, &kept));
        assert_int_equal(kept.eval, eval);
        assert_int_equal(leaf_value(&worker, move, TABLE_NO_EVAL), eval + error);
        assert_int_equal(leaf_value(&worker, move, 123), 123 + error);
        table_free(table);
    }
    position_free(position);
    evaluation_free(evaluation);
    vcf_cache_free(vcf_cache);
}

int main(void) {
    memory = memory_new(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_searches_are_sound_and_shortest_first),
        cmocka_unit_test(evaluations_come_from_the_table),
    };
    int failed = cmocka_run_group_tests_name("gomoku search parts", tests, NULL, NULL);
    memory_free(memory);
    return failed;
}
