// SPDX-License-Identifier: MIT
// The seed systems against their documents and against slow twins of themselves.
#include "support.h"

#include "base/rng.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "lab/evaluator.h"
#include "lab/nthu_eval.h"
#include "lab/seed_gomokuku.h"
#include "lab/seed_hexmax.h"
#include "seed_twin.h"

#include <stdlib.h>
#include <string.h>

// --- positions ---

// Stones of both colours in a window of the board, as many of one as of the other or one more, and no
// five. Crowded windows have long runs, edges and blocked ends.
static Position *random_gomoku(Rng *rng, const char *rule, int window, int stones) {
    for (;;) {
        Position *position = position_new(&gomoku_game, rule, 15, 15, NULL);
        int left = (int)rng_below(rng, (uint32_t)(16 - window));
        int top = (int)rng_below(rng, (uint32_t)(16 - window));
        for (int i = 0; i < stones;) {
            Move cell = move_at(left + (int)rng_below(rng, (uint32_t)window),
                                top + (int)rng_below(rng, (uint32_t)window));
            if (position_at(position, cell) != CELL_EMPTY)
                continue;
            position_put(position, cell, i % 2 ? CELL_WHITE : CELL_BLACK);
            i++;
        }
        position_set_to_move(position, stones % 2 ? SIDE_WHITE : SIDE_BLACK);
        if (position_result(position) == RESULT_NONE)
            return position;
        position_free(position);
    }
}

static Position *random_hex(Rng *rng, int size, int stones) {
    for (;;) {
        Position *position = position_new(&hex_game, "hex", size, size, NULL);
        for (int i = 0; i < stones;) {
            Move cell =
                move_at((int)rng_below(rng, (uint32_t)size), (int)rng_below(rng, (uint32_t)size));
            if (position_at(position, cell) != CELL_EMPTY)
                continue;
            position_put(position, cell, i % 2 ? CELL_WHITE : CELL_BLACK);
            i++;
        }
        position_set_to_move(position, stones % 2 ? SIDE_WHITE : SIDE_BLACK);
        if (position_result(position) == RESULT_NONE)
            return position;
        position_free(position);
    }
}

static SeedAnswer think_on(Pool *pool, const SeedType *seed, const Position *position,
                           SeedSettings settings) {
    StopFlag stop = {0};
    SeedOrder order = {.ask = {.position = position, .limits = LIMITS_OPEN, .stop = &stop},
                       .settings = settings,
                       .pool = pool};
    SeedAnswer answer;
    seed->think(&order, &answer);
    assert_true(answer.complete);
    return answer;
}

static SeedAnswer think(const SeedType *seed, const Position *position, SeedSettings settings) {
    return think_on(NULL, seed, position, settings);
}

// --- gomokuku's own tests ---

// Black stones from the centre to the right, as many as asked.
static void centre_row(RunBoard *board, RunTable *table, int stones) {
    RunUndo undo;
    gomokuku_table_init(table, false);
    run_board_init(board, table, 15);
    for (int i = 0; i < stones; i++)
        run_board_play(board, move_at(7 + i, 7), SIDE_BLACK, &undo);
}

static int64_t centre_row_value(int stones) {
    RunTable table;
    RunBoard board;
    centre_row(&board, &table, stones);
    return 2 * board.score[SIDE_BLACK] - board.score[SIDE_WHITE];
}

static void gomokuku_first_board_has_eight_children(void **state) {
    (void)state;
    RunTable table;
    RunBoard board;
    Move cells[LINES_POINTS];
    centre_row(&board, &table, 1);
    assert_int_equal(gomokuku_children(&board, false, cells), 8);
    assert_int_equal(gomokuku_children(&board, true, cells), 8);
}

static void gomokuku_overline_scores_nothing(void **state) {
    (void)state;
    assert_int_equal(centre_row_value(6), 0);
}

static void gomokuku_rows_score_as_published(void **state) {
    (void)state;
    assert_int_equal(centre_row_value(2), 200);
    assert_int_equal(centre_row_value(3), 1000);
    assert_int_equal(centre_row_value(4), 2000000);
    assert_int_equal(centre_row_value(5), 2000000000);
}

// The fifth stone ends the game, the fourth and the sixth do not; and the search looks no further.
static void gomokuku_five_is_terminal(void **state) {
    (void)state;
    RunTable table;
    RunBoard board;
    for (int stones = 3; stones <= 5; stones++) {
        centre_row(&board, &table, stones);
        const Outlook *next = &board.outlook[SIDE_BLACK][move_at(7 + stones, 7)];
        assert_int_equal(gomokuku_makes_five(next), stones == 4);
    }
    centre_row(&board, &table, 4);
    StopFlag stop = {0};
    SeedOrder order = {.ask = {.limits = LIMITS_OPEN, .stop = &stop},
                       .settings = {.mode = GOMOKUKU_NO_MAP, .depth = 1}};
    SeedAnswer answer;
    gomokuku_search(&order, &board, SIDE_BLACK, &answer);
    assert_true(answer.move == move_at(6, 7) || answer.move == move_at(11, 7));
    assert_int_equal(answer.value, 2000000000);
}

typedef struct Replay {
    Move moves[10];
    int64_t values[10];
    uint64_t nodes;
    int root_children;
} Replay;

static Replay replay(int mode, int threads, bool faithful) {
    RunTable table;
    RunBoard board;
    RunUndo undo;
    StopFlag stop = {0};
    SeedOrder order = {.ask = {.limits = LIMITS_OPEN, .stop = &stop},
                       .settings = {.mode = mode, .depth = 5, .faithful = faithful},
                       .pool = pool_new(threads)};
    Replay result = {.nodes = 0};
    gomokuku_table_init(&table, faithful);
    run_board_init(&board, &table, 15);
    run_board_play(&board, move_at(7, 7), SIDE_BLACK, &undo);
    for (int i = 0; i < 10; i++) {
        Side side = i % 2 ? SIDE_BLACK : SIDE_WHITE;
        SeedAnswer answer;
        gomokuku_search(&order, &board, side, &answer);
        run_board_play(&board, answer.move, side, &undo);
        result.moves[i] = answer.move;
        result.values[i] = 2 * board.score[SIDE_BLACK] - board.score[SIDE_WHITE];
        result.nodes += answer.nodes;
        result.root_children += answer.root_children;
    }
    pool_free(order.pool);
    return result;
}

static void gomokuku_parallel_is_serial(void **state) {
    (void)state;
    for (int faithful = 0; faithful < 2; faithful++) {
        Replay serial = replay(GOMOKUKU_SERIAL, 1, faithful);
        Replay parallel = replay(GOMOKUKU_PARALLEL, 3, faithful);
        assert_memory_equal(serial.moves, parallel.moves, sizeof serial.moves);
        assert_memory_equal(serial.values, parallel.values, sizeof serial.values);
        assert_int_equal(serial.nodes, parallel.nodes);
        assert_int_equal(serial.root_children, faithful ? 91 : 174); // over the ten plies
    }
    assert_int_equal(replay(GOMOKUKU_NO_MAP, 1, false).root_children, 188);
}

// What the program of the document prints when it is compiled.
static void gomokuku_plays_as_it_is_listed(void **state) {
    (void)state;
    static const int64_t printed[10] = {0, 200, 0, 400, 100, 200, -300, 900, -998650, -498650};
    assert_memory_equal(replay(GOMOKUKU_SERIAL, 1, true).values, printed, sizeof printed);
}

static void gomokuku_two_behind_a_stone(void **state) {
    (void)state;
    assert_int_equal(gomokuku_worth(2, SEEN_WHITE, SEEN_EMPTY), 50);
    assert_int_equal(gomokuku_faithful_worth(2, SEEN_WHITE, SEEN_EMPTY), 0);
    assert_int_equal(gomokuku_faithful_worth(2, SEEN_EMPTY, SEEN_WHITE), 50);
    assert_int_equal(gomokuku_faithful_worth(2, SEEN_EDGE, SEEN_EMPTY), 50);
}

static void gomokuku_six_at_the_edge(void **state) {
    (void)state;
    assert_int_equal(gomokuku_worth(6, SEEN_EDGE, SEEN_EMPTY), 0);
    assert_int_equal(gomokuku_faithful_worth(6, SEEN_EDGE, SEEN_EMPTY), 1200000000);
    assert_int_equal(gomokuku_faithful_worth(6, SEEN_WHITE, SEEN_EMPTY), 0);
    assert_int_equal(gomokuku_faithful_worth(7, SEEN_EDGE, SEEN_EMPTY), 0);
}

// --- what is kept is what is counted ---

static void check_runs(const RunBoard *board, const Position *position, RunWorth worth) {
    for (int side = 0; side < 2; side++)
        assert_int_equal(board->score[side], twin_runs(position, worth, (Side)side));
}

static void run_boards_agree_with_their_twin(void **state) {
    (void)state;
    static const RunWorth worths[] = {gomokuku_worth, gomokuku_faithful_worth, sustech_worth,
                                      hust_worth};
    Rng rng = rng_seed(test_seed());
    size_t rounds = test_count(20, 200, 5000);
    for (size_t round = 0; round < rounds; round++) {
        RunWorth worth = worths[round % 4];
        RunTable table;
        RunBoard board, before;
        run_table_init(&table, worth, worth);
        Position *position = random_gomoku(&rng, "standard", 5 + (int)rng_below(&rng, 11), 12);
        run_board_set(&board, &table, position);
        check_runs(&board, position, worth);
        before = board;
        Move cells[40];
        Side sides[40];
        RunUndo undo[40];
        int played = 0;
        for (; played < 40; played++) {
            Move near[LINES_POINTS];
            size_t count = lines_near(&board.lines, 1 + (int)rng_below(&rng, 2), near);
            Move cell = cells[played] = near[rng_below(&rng, (uint32_t)count)];
            Side side = sides[played] = (Side)rng_below(&rng, 2);
            run_board_play(&board, cell, side, &undo[played]);
            position_put(position, cell, side_cell(side));
            check_runs(&board, position, worth);
        }
        while (played-- > 0)
            run_board_undo(&board, cells[played], sides[played], &undo[played]);
        assert_memory_equal(&board, &before, sizeof board);
        position_free(position);
    }
}

static void evaluators_agree_with_the_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 1);
    for (size_t round = 0; round < test_count(10, 100, 2000); round++) {
        Position *position = random_gomoku(&rng, "freestyle", 9, 20);
        for (int i = 0; i < 2; i++) {
            Side side = (Side)i;
            int64_t sign = side == SIDE_BLACK ? 1 : -1;
            assert_int_equal(gomokuku_evaluator.evaluate(position, side),
                             sign * (2 * twin_runs(position, gomokuku_worth, SIDE_BLACK) -
                                     twin_runs(position, gomokuku_worth, SIDE_WHITE)));
            assert_int_equal(hust_evaluator.evaluate(position, side),
                             twin_runs(position, hust_worth, side) -
                                 twin_runs(position, hust_worth, side_other(side)));
            assert_int_equal(sustech_evaluator.evaluate(position, side),
                             -sustech_evaluator.evaluate(position, side_other(side)));
        }
        Move moves[MOVES_MAX], near[LINES_POINTS];
        PlainLines lines;
        lines_set(&lines, position);
        size_t count = lines_near(&lines, 1, near);
        assert_int_equal(gomokuku_evaluator.candidates(position, moves), count);
        assert_memory_equal(moves, near, count * sizeof *near);
        position_free(position);
    }
}

static void nthu_boards_agree_with_their_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 2);
    for (size_t round = 0; round < test_count(5, 40, 1000); round++) {
        Position *position = random_gomoku(&rng, "freestyle", 6 + (int)rng_below(&rng, 10), 14);
        NthuBoard board, before;
        nthu_board_set(&board, position);
        before = board;
        Move cells[20];
        Side sides[20];
        NthuUndo undo[20];
        int played = 0;
        for (; played < 20; played++) {
            Move near[LINES_POINTS];
            size_t count = lines_near(&board.lines, 2, near);
            for (size_t i = 0; i < count; i++)
                for (int side = 0; side < 2; side++)
                    assert_int_equal(board.scores[side][near[i]].score,
                                     twin_nthu_score(position, near[i], (Side)side));
            Move cell = cells[played] = near[rng_below(&rng, (uint32_t)count)];
            Side side = sides[played] = (Side)rng_below(&rng, 2);
            nthu_board_play(&board, cell, side, &undo[played]);
            position_put(position, cell, side_cell(side));
        }
        while (played-- > 0)
            nthu_board_undo(&board, cells[played], sides[played], &undo[played]);
        assert_memory_equal(&board, &before, sizeof board);
        position_free(position);
    }
}

static void nthu_patterns_score_as_listed(void **state) {
    (void)state;
    static const struct {
        TwinMeasure measures[4];
        int score;
    } cases[] = {
        {{{5, 2, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, 10004},
        {{{4, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, 703},
        {{{4, 1, 0}, {4, 2, 1}, {1, 0, 0}, {1, 0, 0}}, 706},
        {{{4, 1, 0}, {4, 1, 0}, {3, 0, 0}, {1, 0, 0}}, 708},
        {{{4, 2, 1}, {3, 0, 1}, {1, 0, 0}, {1, 0, 0}}, 505},
        {{{3, 0, 0}, {3, 0, 1}, {3, 0, 0}, {1, 0, 0}}, 306},
        {{{3, 0, 0}, {2, 0, 0}, {2, 0, 1}, {1, 0, 0}}, 144}, // 4 + 100 + 30 + 10
        {{{4, 1, 0}, {3, 1, 0}, {1, 2, 0}, {1, 0, 0}}, 73},  // 5 + 60 + 8
        {{{4, 2, 0}, {2, 1, 0}, {1, 2, 0}, {1, 0, 0}}, 4},
        {{{5, 0, 1}, {1, 1, 0}, {1, 2, 0}, {1, 0, 0}}, 4}, // five with a gap is none
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(twin_nthu_match(cases[i].measures), cases[i].score);
}

// --- whole searches ---

static void gomokuku_searches_as_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 3);
    for (size_t round = 0; round < test_count(2, 12, 200); round++) {
        Position *position = random_gomoku(&rng, "standard", 7, 4 + (int)rng_below(&rng, 5));
        bool faithful = round % 2;
        TwinAnswer twin = twin_gomokuku(position, 3, faithful);
        if (twin.move == MOVE_NONE) { // nothing within the clipped corner
            position_free(position);
            continue;
        }
        SeedAnswer answer =
            think(&gomokuku_seed, position, (SeedSettings){.depth = 3, .faithful = faithful});
        int64_t sign = position->to_move == SIDE_BLACK ? 1 : -1;
        assert_int_equal(answer.value, sign * twin.value);
        assert_int_equal(answer.move, twin.move);
        assert_int_equal(answer.nodes, twin.nodes);
        position_free(position);
    }
}

static void sustech_searches_as_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 4);
    for (size_t round = 0; round < test_count(1, 6, 100); round++) {
        Position *position = random_gomoku(&rng, "freestyle", 6, 3 + (int)rng_below(&rng, 4));
        int depth = 2 + (int)(round % 2);
        TwinAnswer twin = twin_sustech(position, depth);
        for (int faithful = 0; faithful < 2; faithful++) {
            SeedAnswer answer = think(&sustech_seed, position,
                                      (SeedSettings){.depth = depth, .faithful = faithful});
            assert_int_equal(answer.value, twin.value);
            assert_int_equal(answer.move, twin.move);
        }
        position_free(position);
    }
}

static void hust_finds_the_value_of_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 5);
    for (size_t round = 0; round < test_count(2, 6, 100); round++) {
        int stones = 4 + (int)rng_below(&rng, 5) + (int)test_count(8, 0, 0);
        Position *position = random_gomoku(&rng, "freestyle", 6, stones);
        int depth = round % 3 ? 2 : 4;
        SeedAnswer answer = think(&hust_seed, position, (SeedSettings){.depth = depth});
        assert_int_equal(answer.value, twin_hust(position, answer.depth));
        position_free(position);
    }
}

static void hexmax_searches_as_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 6);
    Pool *pool = pool_new(3);
    for (size_t round = 0; round < test_count(4, 30, 500); round++) {
        int size = 3 + (int)rng_below(&rng, 2), depth = 1 + (int)rng_below(&rng, 3);
        Position *position =
            random_hex(&rng, size, (int)rng_below(&rng, (uint32_t)(size * size - 3)));
        for (int faithful = 0; faithful < 2; faithful++) {
            TwinAnswer twin = twin_hexmax(position, depth, faithful);
            SeedSettings settings = {.depth = depth, .faithful = faithful};
            SeedAnswer serial = think(&hexmax_seed, position, settings);
            SeedAnswer parallel = think_on(pool, &hexmax_seed, position, settings);
            assert_int_equal(serial.value, twin.value);
            assert_int_equal(serial.move, twin.move);
            assert_int_equal(parallel.value, twin.value);
            assert_int_equal(parallel.move, twin.move);
            assert_int_equal(parallel.nodes, serial.nodes);
        }
        position_free(position);
    }
    pool_free(pool);
}

static void nthu_searches_as_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 7);
    for (size_t round = 0; round < test_count(2, 10, 200); round++) {
        Position *position = random_gomoku(&rng, "freestyle", 7, 5 + (int)rng_below(&rng, 8));
        int depth = round % 2 ? 2 : 4;
        TwinAnswer twin = twin_nthu(position, depth);
        SeedAnswer with = think(&nthu_seed, position, (SeedSettings){.depth = depth});
        SeedAnswer without =
            think(&nthu_seed, position, (SeedSettings){.depth = depth, .without_hash = true});
        assert_int_equal(with.value, twin.value);
        assert_int_equal(with.move, twin.move);
        assert_int_equal(without.value, twin.value);
        assert_int_equal(without.nodes, with.nodes);
        assert_int_equal(without.evaluations, with.evaluations);
        assert_int_equal(without.hits, 0);
        assert_true(depth < 4 || with.hits > 0);
        position_free(position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gomokuku_first_board_has_eight_children),
        cmocka_unit_test(gomokuku_overline_scores_nothing),
        cmocka_unit_test(gomokuku_rows_score_as_published),
        cmocka_unit_test(gomokuku_five_is_terminal),
        cmocka_unit_test(gomokuku_parallel_is_serial),
        cmocka_unit_test(gomokuku_plays_as_it_is_listed),
        cmocka_unit_test(gomokuku_two_behind_a_stone),
        cmocka_unit_test(gomokuku_six_at_the_edge),
        cmocka_unit_test(run_boards_agree_with_their_twin),
        cmocka_unit_test(evaluators_agree_with_the_twin),
        cmocka_unit_test(nthu_boards_agree_with_their_twin),
        cmocka_unit_test(nthu_patterns_score_as_listed),
        cmocka_unit_test(gomokuku_searches_as_its_twin),
        cmocka_unit_test(sustech_searches_as_its_twin),
        cmocka_unit_test(hust_finds_the_value_of_its_twin),
        cmocka_unit_test(hexmax_searches_as_its_twin),
        cmocka_unit_test(nthu_searches_as_its_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
