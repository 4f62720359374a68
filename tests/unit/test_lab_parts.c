// SPDX-License-Identifier: MIT
// What the laboratory's searches stand on: its table, its evaluations and predictions.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/explain.h"
#include "lab/searches.h"
#include "lab/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void memo_keeps_what_it_says(void **state) {
    (void)state;
    Memo *memo = memo_new(1 << 16);
    MemoEntry entry;
    assert_false(memo_probe(memo, 0, &entry));
    memo_store(memo, 0, &(MemoEntry){.lower = -LAB_INFINITE, .upper = -7, .depth = 3, .move = 5});
    assert_true(memo_probe(memo, 0, &entry));
    assert_int_equal(entry.lower, -LAB_INFINITE);
    assert_int_equal(entry.upper, -7);
    assert_int_equal(entry.depth, 3);
    assert_int_equal(entry.move, 5);
    assert_false(memo_probe(memo, (uint64_t)1 << 60, &entry)); // the same slot, another key
    memo_store(memo, 9,
               &(MemoEntry){.lower = 1, .upper = LAB_INFINITE, .depth = 0, .move = MOVE_NONE});
    assert_true(memo_probe(memo, 9, &entry));
    assert_int_equal(entry.upper, LAB_INFINITE);
    assert_int_equal(entry.move, MOVE_NONE);
    memo_free(memo);
}

// Zero-sum, legal candidates, and blind to how the position came about.
static void evaluations_depend_on_the_position_alone(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (const Evaluator *const *row = lab_evaluators; *row; row++)
        for (size_t n = 0; n < test_count(20, 200, 2000); n++) {
            const GameType *game = (*row)->game;
            int size = game->min_size + 1 + (int)rng_below(&rng, 9);
            Position *position = position_new(game, NULL, size, size, NULL);
            Position *built = position_new(game, NULL, size, size, NULL);
            Move moves[MOVES_MAX], again[MOVES_MAX];
            for (int stones = (int)rng_below(&rng, 12); stones; stones--) {
                size_t count = position_moves(position, moves);
                if (count)
                    position_play(position, moves[rng_below(&rng, (uint32_t)count)], NULL);
            }
            for (int y = 0; y < size; y++)
                for (int x = 0; x < size; x++)
                    position_put(built, move_at(x, y), position_at(position, move_at(x, y)));
            position_set_to_move(built, position->to_move);
            if (position_result(position) == RESULT_NONE) {
                int64_t value = (*row)->evaluate(position, SIDE_BLACK);
                assert_true(value > -VALUE_WIN && value < VALUE_WIN);
                assert_int_equal(value, -(*row)->evaluate(position, SIDE_WHITE));
                assert_int_equal(value, (*row)->evaluate(built, SIDE_BLACK));
                size_t count = (*row)->candidates(position, moves);
                assert_true(count > 0);
                assert_int_equal(count, (*row)->candidates(built, again));
                assert_memory_equal(moves, again, count * sizeof *moves);
                for (size_t i = 0; i < count; i++) {
                    assert_int_equal(position_check(position, moves[i], NULL), VERDICT_LEGAL);
                    assert_int_equal((*row)->promise(position, moves[i]),
                                     (*row)->promise(built, moves[i]));
                }
            }
            position_free(position);
            position_free(built);
        }
}

//    a b c
//  1 . X .        Black needs one stone, b3
//   2 . X .       White needs two, b3 and c3
//    3 O . .
static void distance_counts_stones(void **state) {
    (void)state;
    Position *position = position_new(&hex_game, NULL, 3, 3, NULL);
    position_put(position, move_at(1, 0), CELL_BLACK);
    position_put(position, move_at(1, 1), CELL_BLACK);
    position_put(position, move_at(0, 2), CELL_WHITE);
    assert_int_equal(distance_evaluator.evaluate(position, SIDE_BLACK), (2 - 1) * 100);
    position_free(position);
    position = position_new(&hex_game, NULL, 5, 7, NULL);
    assert_int_equal(distance_evaluator.evaluate(position, SIDE_BLACK), (5 - 7) * 100);
    position_free(position);
}

static void tell(Recording *recording, WalkEventKind kind, int ply, int depth) {
    recording_event(&(WalkEvent){.kind = kind, .ply = ply, .depth = depth}, recording);
}

// A root with three children of depth 1, which have 3, 2 and 1 leaves: 4 + 3 + 2 nodes.
static void predictions_follow_from_the_tree(void **state) {
    (void)state;
    Recording *recording = recording_new();
    for (int leaves = 3; leaves; leaves--) {
        tell(recording, WALK_ENTER, 1, 1);
        for (int i = 0; i < leaves; i++) {
            tell(recording, WALK_ENTER, 2, 0);
            tell(recording, WALK_LEAF, 2, 0);
        }
        tell(recording, WALK_LEAVE, 1, 1);
    }
    assert_true(recording_nodes(recording) == 9);
    assert_true(simulate_root_split(recording, 1) == 9);
    assert_true(simulate_root_split(recording, 2) == 5); // 4 | 3 + 2
    assert_true(simulate_root_split(recording, 8) == 4);
    assert_true(simulate_pv_split(recording, 1) == 9);
    // The leftmost leaf and its parent alone (2), its brothers shared (1), then 3 | 2.
    assert_true(simulate_pv_split(recording, 2) == 6);
    assert_true(simulate_ybw(recording, 1) == 9);
    assert_true(simulate_ybw(recording, 2) == 8); // the path is 4 + 3
    recording_free(recording);
}

static void more_workers_never_take_longer(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, NULL, 9, 9, NULL);
    position_play(position, move_at(4, 4), NULL);
    Recording *recording = recording_new();
    LabSettings settings = {.evaluator = &windows_evaluator,
                            .threads = 1,
                            .ordering = ORDER_STATIC,
                            .on_event = recording_event,
                            .user = recording};
    Finding found;
    search_run(search_find("failsoft", NULL), &settings, position, 4, &found);
    assert_true(recording_nodes(recording) + 1 == (double)found.tally.nodes);
    double (*const models[])(const Recording *, int) = {simulate_root_split, simulate_pv_split,
                                                        simulate_ybw};
    for (size_t m = 0; m < 3; m++) {
        assert_true(models[m](recording, 1) == recording_nodes(recording));
        for (int n = 2; n < 40; n++) {
            assert_true(models[m](recording, n) <= models[m](recording, n - 1));
            assert_true(models[m](recording, n) * n >= recording_nodes(recording));
        }
    }
    recording_free(recording);
    position_free(position);
}

static size_t count_of(const char *text, const char *word) {
    size_t count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

// What is told is what was counted.
static void explanations_are_complete(void **state) {
    (void)state;
    Position *position = position_new(&hex_game, NULL, 3, 3, NULL);
    static const char *const names[] = {"minimax",  "negamax", "alphabeta",
                                        "failsoft", "scout",   "negascout"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Explanation told = {0};
        LabSettings settings = {.evaluator = &distance_evaluator,
                                .threads = 1,
                                .on_event = explain_event,
                                .user = &told};
        Finding found;
        search_run(search_find(names[i], NULL), &settings, position, 2, &found);
        assert_int_equal(count_of(told.text.chars, "cut:"), found.tally.cutoffs);
        // Leaves on one line each, and a line to enter every other node but the root.
        assert_int_equal(count_of(told.text.chars, "        "), found.tally.evals);
        assert_int_equal(count_of(told.text.chars, "("), found.tally.nodes - found.tally.evals - 1);
        text_free(&told.text);
    }
    position_free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memo_keeps_what_it_says),
        cmocka_unit_test(evaluations_depend_on_the_position_alone),
        cmocka_unit_test(distance_counts_stones),
        cmocka_unit_test(predictions_follow_from_the_tree),
        cmocka_unit_test(more_workers_never_take_longer),
        cmocka_unit_test(explanations_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
