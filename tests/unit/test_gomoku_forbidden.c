// SPDX-License-Identifier: MIT
// Renju's forbidden points, fast against slow, point by point.
#include "support.h"

#include "game/symmetry.h"
#include "gomoku/forbidden.h"
#include "gomoku_adversary.h"

#include <stdlib.h>

static void board_of_twin(Board *board, const Twin *twin) {
    board_init(board, RULE_RENJU, twin->width, twin->height);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            if (twin->cells[y][x] != '.')
                board_set(board, move_at(x, y), twin->cells[y][x] == 'X' ? CELL_BLACK : CELL_WHITE);
}

// How often each kind of case came up, so that a test that has nothing to say is noticed.
typedef struct Tally {
    size_t points, fives, overlines, double_fours, double_threes, several, one_line_double_fours;
    size_t false_threes; // two lines look like threes, but one of them is none in the end
    size_t nested;       // the answer hangs on a forbidden point three moves ahead or more
} Tally;

static void tally_add(Tally *tally, const TwinVerdict *verdict) {
    int reasons = verdict->overline + verdict->double_four + verdict->double_three;
    tally->points++;
    tally->fives += verdict->five;
    tally->overlines += verdict->overline;
    tally->double_fours += verdict->double_four;
    tally->double_threes += verdict->double_three;
    tally->several += reasons > 1;
    tally->one_line_double_fours += verdict->one_line_double_fours > 0;
    tally->false_threes += verdict->hopeful_threes >= 2 && !verdict->double_three;
    tally->nested += verdict->depth >= 3;
}

static _Noreturn void report(const Twin *twin, int x, int y, unsigned fast, unsigned slow) {
    char text[2][FORBIDDEN_CHARS];
    for (int row = 0; row < twin->height; row++)
        print_error("%.*s\n", twin->width, twin->cells[row]);
    fail_msg("column %d, row %d from the top left: fast says '%s', slow '%s'", x, y,
             forbidden_text(fast, text[0]), forbidden_text(slow, text[1]));
    abort();
}

static void compare_board(const Twin *twin, Tally *tally) {
    Board board;
    board_of_twin(&board, twin);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            if (twin->cells[y][x] != '.')
                continue;
            TwinVerdict verdict = twin_judge(twin, x, y);
            unsigned slow = (verdict.overline ? FORBIDDEN_OVERLINE : 0u) |
                            (verdict.double_four ? FORBIDDEN_FOURS : 0u) |
                            (verdict.double_three ? FORBIDDEN_THREES : 0u);
            unsigned fast = forbidden_at(&board, move_at(x, y));
            if (fast != slow || forbidden_is(&board, move_at(x, y)) != (slow != 0))
                report(twin, x, y, fast, slow);
            tally_add(tally, &verdict);
        }
}

static void fast_agrees_with_the_definitions(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t wanted = test_count(50000, 1000000, 100000000);
    Tally tally = {0};
    Twin twin;
    while (tally.points < wanted) {
        adversary_fill(&twin, &rng);
        compare_board(&twin, &tally);
    }
    print_message("%zu points: %zu fives, %zu overlines, %zu double fours (%zu in one line), "
                  "%zu double threes, %zu false ones, %zu with several reasons, %zu nested\n",
                  tally.points, tally.fives, tally.overlines, tally.double_fours,
                  tally.one_line_double_fours, tally.double_threes, tally.false_threes,
                  tally.several, tally.nested);
    assert_true(tally.fives > wanted / 100);
    assert_true(tally.overlines > wanted / 200);
    assert_true(tally.double_fours > wanted / 100);
    assert_true(tally.one_line_double_fours > wanted / 500);
    assert_true(tally.double_threes > wanted / 400);
    assert_true(tally.false_threes > wanted / 400);
    assert_true(tally.several > wanted / 1000);
    assert_true(tally.nested > wanted / 200);
}

// Games as they are played: Black and White in turn, near each other, on the usual board.
static void fast_agrees_on_boards_of_random_games(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 1);
    size_t wanted = test_count(10000, 200000, 5000000);
    Tally tally = {0};
    while (tally.points < wanted) {
        Twin twin;
        twin_clear(&twin, 15, 15);
        int stones = 10 + (int)rng_below(&rng, 60), spread = 5 + (int)rng_below(&rng, 11);
        for (int i = 0; i < stones; i++) {
            uint32_t x = rng_below(&rng, (uint32_t)spread), y = rng_below(&rng, (uint32_t)spread);
            if (twin.cells[y][x] == '.')
                twin.cells[y][x] = i % 2 ? 'O' : 'X';
        }
        compare_board(&twin, &tally);
    }
    assert_true(tally.double_threes > wanted / 2000);
}

static void forbidden_points_turn_with_the_board(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 2);
    size_t boards = test_count(50, 500, 20000);
    for (size_t i = 0; i < boards; i++) {
        Twin twin, turned;
        Board board, turned_board;
        adversary_fill(&twin, &rng);
        board_of_twin(&board, &twin);
        for (int s = 0; s < 8; s++) {
            int width = twin.width, height = twin.height;
            twin_clear(&turned, s & 4 ? height : width, s & 4 ? width : height);
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) {
                    Move to = symmetry_apply(s, width, height, move_at(x, y));
                    turned.cells[move_y(to)][move_x(to)] = twin.cells[y][x];
                }
            board_of_twin(&turned_board, &turned);
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++)
                    if (twin.cells[y][x] == '.')
                        assert_int_equal(
                            forbidden_at(&board, move_at(x, y)),
                            forbidden_at(&turned_board,
                                         symmetry_apply(s, width, height, move_at(x, y))));
        }
    }
}

static void reasons_have_names(void **state) {
    (void)state;
    static const char *const expected[] = {"", "6", "44", "6+44", "33", "6+33", "44+33", "6+44+33"};
    char text[FORBIDDEN_CHARS];
    for (unsigned reasons = 0; reasons < 8; reasons++)
        assert_string_equal(forbidden_text(reasons, text), expected[reasons]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_agrees_with_the_definitions),
        cmocka_unit_test(fast_agrees_on_boards_of_random_games),
        cmocka_unit_test(forbidden_points_turn_with_the_board),
        cmocka_unit_test(reasons_have_names),
    };
    return cmocka_run_group_tests_name("gomoku forbidden points", tests, NULL, NULL);
}
