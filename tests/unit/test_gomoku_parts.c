// SPDX-License-Identifier: MIT
// The parts of the Gomoku search against their slow twins: windows, fives and defences, fours.
#include "gomoku_thinking.h"

#include "gomoku/field.h"
#include "gomoku/gomoku.h"
#include "gomoku/worker.h"

static void windows_agree_with_a_count(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    static Windows twin;
    for (size_t game = 0; game < test_count(20, 200, 5000); game++) {
        Position *position =
            gomoku_random_position(&rng, gomoku_rules[game % GOMOKU_RULES], 5, 25, 0);
        field_from_position(&field, position);
        Move played[BOARD_POINTS];
        int count = 0;
        for (int i = 0; i < 120; i++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)position->width),
                                (int)rng_below(&rng, (uint32_t)position->height));
            if (count && rng_below(&rng, 3) == 0)
                field_undo(&field, played[--count]);
            else if (board_at(&field.board, cell) == CELL_EMPTY)
                field_play(&field, played[count++] = cell);
            windows_count(&twin, &field.board);
            assert_memory_equal(&twin, &field.windows, sizeof twin);
        }
        position_free(position);
    }
}

static void fives_and_defences_agree_with_trying_everything(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    size_t with_fives = 0, by_an_end = 0, count = test_count(500, 4000, 100000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 5, 12,
                                                    20 + (int)rng_below(&rng, 60));
        field_from_position(&field, position);
        Side side = position->to_move;
        CellList fives, defences;
        Move slow[MOVES_MAX];
        field_fives(&field, side, &fives);
        size_t own = gomoku_slow_fives(position, side, slow);
        assert_int_equal(fives.count, own < CELLS_MAX ? own : CELLS_MAX);
        assert_memory_equal(fives.cells, slow, (size_t)fives.count * sizeof *slow);
        field_fives(&field, side_other(side), &fives);
        if (!own && fives.count) {
            field_defences(&field, &fives, &defences);
            size_t expected = gomoku_slow_defences(position, slow);
            assert_int_equal(defences.count, expected);
            for (size_t k = 0; k < expected; k++) {
                int found = 0;
                for (int j = 0; j < defences.count; j++)
                    found += defences.cells[j] == slow[k];
                assert_int_equal(found, 1);
            }
            with_fives++;
            by_an_end += expected > 1;
        }
        position_free(position);
    }
    assert_true(with_fives > count / 20); // the property was put to the test
    assert_true(by_an_end > 0);           // ... caro's second way included
}

static void four_searches_are_sound_and_shortest_first(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Worker worker;
    StopFlag quiet = {0};
    Table *table = table_new(1 << 20);
    size_t wins = 0, none = 0, count = test_count(300, 3000, 50000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 7, 15,
                                                    16 + (int)rng_below(&rng, 50));
        field_from_position(&worker.field, position);
        worker.effort.limit = UINT64_MAX;
        worker.effort.stop = worker.effort.done = &quiet;
        Fours fours = {
            .field = &worker.field,
            .effort = &worker.effort,
            .table = table,
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
    table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_agree_with_a_count),
        cmocka_unit_test(fives_and_defences_agree_with_trying_everything),
        cmocka_unit_test(four_searches_are_sound_and_shortest_first),
    };
    return cmocka_run_group_tests_name("gomoku search parts", tests, NULL, NULL);
}
