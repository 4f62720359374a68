// SPDX-License-Identifier: MIT
// The four-search against the rules.
#include "gomoku_thinking.h"

#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/worker.h"

static void four_searches_are_sound_and_shortest_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Worker worker;
    StopFlag quiet = {0};
    Futile *futile = futile_new(1 << 20);
    Sight *sights[RULE_COUNT];
    for (int rule = 0; rule < RULE_COUNT; rule++)
        sights[rule] = sight_new((GomokuRule)rule, weights_of_rule((GomokuRule)rule));
    size_t wins = 0, none = 0, count = test_count(300, 3000, 50000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 7, 15,
                                                    16 + (int)rng_below(&rng, 50));
        field_from_position(&worker.field, position, sights[position->rule]);
        worker.effort.limit = UINT64_MAX;
        worker.effort.stop = worker.effort.done = &quiet;
        Fours fours = {
            .field = &worker.field,
            .effort = &worker.effort,
            .futile = futile,
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
    futile_free(futile);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        sight_free(sights[rule]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_searches_are_sound_and_shortest_first),
    };
    return cmocka_run_group_tests_name("gomoku search parts", tests, NULL, NULL);
}
