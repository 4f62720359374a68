// SPDX-License-Identifier: MIT
// Whole games under every rule: the referee and the fast board against the slow twin, move by move,
// and back again.
#include "support.h"

#include "base/rng.h"
#include "game/symmetry.h"
#include "gomoku/board.h"
#include "gomoku/forbidden.h"
#include "gomoku/gomoku.h"
#include "gomoku_twin.h"

#include <string.h>

// How the games ended, so that a test in which nothing happens is noticed.
typedef struct Tally {
    size_t black, white, draws, forbidden;
} Tally;

static bool black_may(const Twin *twin, int x, int y) {
    TwinVerdict verdict = twin_judge(twin, x, y);
    return !verdict.overline && !verdict.double_four && !verdict.double_three;
}

// What the rules say after `side` put a stone on (x, y), from the twin alone. `before` is the board
// without it.
static Result expected_result(const Twin *before, const Twin *after, const char *rule, Side side,
                              int x, int y) {
    bool renju = strcmp(rule, "renju") == 0;
    if (twin_has_five(after, rule, side == SIDE_BLACK ? 'X' : 'O'))
        return side_wins(side);
    bool full = true, black_can_move = false;
    for (int row = 0; row < after->height; row++)
        for (int column = 0; column < after->width; column++)
            if (after->cells[row][column] == '.') {
                full = false;
                black_can_move = black_can_move || !renju || black_may(after, column, row);
            }
    if (renju && side == SIDE_BLACK && !black_may(before, x, y))
        return RESULT_WHITE;
    if (full || (renju && side == SIDE_WHITE && !black_can_move))
        return RESULT_DRAW;
    return RESULT_NONE;
}

// The empty cell with most stones of the mover's around it, of so many drawn by lot: one draw is
// pure chance and fills small boards, with eight the rows grow.
static Move choose(const Position *position, int draws, Rng *rng) {
    Move best = MOVE_NONE;
    int most = -1;
    for (int tries = 0; tries < 400; tries++) {
        int x = (int)rng_below(rng, (uint32_t)position->width);
        int y = (int)rng_below(rng, (uint32_t)position->height);
        if (position_at(position, move_at(x, y)) != CELL_EMPTY)
            continue;
        int friends = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && y + dy >= 0 && x + dx < position->width &&
                    y + dy < position->height)
                    friends += position_at(position, move_at(x + dx, y + dy)) ==
                               side_cell(position->to_move);
        if (friends > most) {
            most = friends;
            best = move_at(x, y);
        }
        if (tries + 1 >= draws && best != MOVE_NONE)
            return best;
    }
    return best;
}

static void assert_same_board(const Position *position, const Board *board, const Twin *twin) {
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            Cell expected = twin->cells[y][x] == '.'   ? CELL_EMPTY
                            : twin->cells[y][x] == 'X' ? CELL_BLACK
                                                       : CELL_WHITE;
            assert_int_equal(position_at(position, move_at(x, y)), expected);
            assert_int_equal(board_at(board, move_at(x, y)), expected);
        }
    assert_true(position->key == board->key);
    assert_int_equal(position->stones, board->stones);
    // What was kept move by move is what one would build afresh.
    Board fresh;
    board_from_position(&fresh, position);
    assert_memory_equal(&fresh, board, sizeof fresh);
}

enum { GAME_MAX = 140 };

static void play_one_game(const char *rule, int width, int height, int draws, Rng *rng,
                          Tally *tally) {
    Position *position = position_new(&gomoku_game, rule, width, height, NULL);
    assert_non_null(position);
    static Twin history[GAME_MAX + 1];
    Board board;
    uint64_t keys[GAME_MAX + 1];
    board_init(&board, (GomokuRule)position->rule, width, height);
    twin_clear(&history[0], width, height);
    int plies = 0;
    for (; plies < GAME_MAX && position_result(position) == RESULT_NONE; plies++) {
        assert_same_board(position, &board, &history[plies]);
        keys[plies] = position->key;
        Move move = choose(position, draws, rng);
        assert_int_not_equal(move, MOVE_NONE);
        Side side = position->to_move;
        bool wins = board_makes_five(&board, move, side);
        Verdict verdict = position_check(position, move, NULL);
        assert_true(position_play(position, move, NULL));
        board_play(&board, move);
        history[plies + 1] = history[plies];
        history[plies + 1].cells[move_y(move)][move_x(move)] = side == SIDE_BLACK ? 'X' : 'O';
        Result expected = expected_result(&history[plies], &history[plies + 1], rule, side,
                                          move_x(move), move_y(move));
        assert_int_equal(position_result(position), expected);
        assert_int_equal(wins, expected == side_wins(side));
        assert_int_equal(board_wins_at(&board, move), wins);
        assert_int_equal(verdict == VERDICT_FORBIDDEN,
                         expected == RESULT_WHITE && side == SIDE_BLACK);
        tally->forbidden += verdict == VERDICT_FORBIDDEN;
    }
    tally->black += position_result(position) == RESULT_BLACK;
    tally->white += position_result(position) == RESULT_WHITE;
    tally->draws += position_result(position) == RESULT_DRAW;
    while (plies-- > 0) {
        Move last = position_last_move(position);
        position_undo(position);
        board_undo(&board, last);
        assert_same_board(position, &board, &history[plies]);
        assert_true(position->key == keys[plies]);
        assert_int_equal(position_result(position), RESULT_NONE);
    }
    position_free(position);
}

static void games_end_as_the_definitions_say(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t games = test_count(20, 150, 5000);
    for (const RuleInfo *rule = gomoku_game.rules; rule->name; rule++) {
        Tally tally = {0};
        for (size_t i = 0; i < games; i++) {
            int width = 5 + (int)rng_below(&rng, i % 3 ? 8 : 21);
            int height = 5 + (int)rng_below(&rng, i % 3 ? 8 : 21);
            play_one_game(rule->name, i ? width : 25, i ? height : 25, 8, &rng, &tally);
        }
        for (size_t i = 0; i < games; i++) // small enough to be filled
            play_one_game(rule->name, 5, 5 + (int)rng_below(&rng, 3), 1, &rng, &tally);
        print_message("%s: black %zu, white %zu, draws %zu, by a forbidden move %zu\n", rule->name,
                      tally.black, tally.white, tally.draws, tally.forbidden);
        assert_true(tally.black > 0 && tally.white > 0 && tally.draws > 0);
        assert_int_equal(tally.forbidden > 0, strcmp(rule->name, "renju") == 0);
    }
}

// A crowded set-up: who has a five, and the same of the board turned and mirrored.
static void set_ups_are_judged_whole(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 1);
    size_t boards = test_count(60, 1000, 50000), won = 0, open = 0;
    for (size_t i = 0; i < boards; i++) {
        const char *rule = gomoku_game.rules[i % RULE_COUNT].name;
        int width = 5 + (int)rng_below(&rng, 21), height = 5 + (int)rng_below(&rng, 21);
        if (i % 2)
            height = width;
        uint32_t crowd = 20 + rng_below(&rng, 60);
        int empty = 0;
        Twin twin;
        twin_clear(&twin, width, height);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (rng_below(&rng, 100) < crowd)
                    twin.cells[y][x] = rng_below(&rng, 2) ? 'X' : 'O';
                else
                    empty++;
        bool black = twin_has_five(&twin, rule, 'X'), white = twin_has_five(&twin, rule, 'O');
        uint64_t canonical = 0;
        for (int s = 0; s < SYMMETRY_COUNT; s++) {
            Position *position = position_new(&gomoku_game, rule, s & 4 ? height : width,
                                              s & 4 ? width : height, NULL);
            // Something else first, so that stones are changed and taken away as well as put.
            for (int n = 0; s == 0 && n < width * height; n++)
                position_put(position, move_at(n % width, n / width), (Cell)rng_below(&rng, 3));
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++)
                    position_put(position, symmetry_apply(s, width, height, move_at(x, y)),
                                 twin.cells[y][x] == '.'   ? CELL_EMPTY
                                 : twin.cells[y][x] == 'X' ? CELL_BLACK
                                                           : CELL_WHITE);
            position_set_to_move(position, SIDE_WHITE);
            assert_int_equal(position_result(position), black   ? RESULT_BLACK
                                                        : white ? RESULT_WHITE
                                                        : empty ? RESULT_NONE
                                                                : RESULT_DRAW);
            position_set_to_move(position, SIDE_BLACK);
            if (white)
                assert_int_equal(position_result(position), RESULT_WHITE);
            if (s == 0)
                canonical = position_canonical_key(position);
            else if (symmetry_fits(s, width, height))
                assert_true(position_canonical_key(position) == canonical);
            position_free(position);
        }
        won += black || white;
        open += !black && !white;
    }
    assert_true(won > boards / 10 && open > boards / 10);
}

// A four is what the next stone can make five: tried out stone by stone.
static void fours_are_fives_to_come(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 2);
    size_t boards = test_count(10, 60, 5000), fours = 0;
    for (size_t i = 0; i < boards; i++) {
        Board board;
        int width = 5 + (int)rng_below(&rng, 11), height = 5 + (int)rng_below(&rng, 11);
        board_init(&board, (GomokuRule)(i % RULE_COUNT), width, height);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                board_set(&board, move_at(x, y), (Cell)rng_below(&rng, 3));
        for (int n = 0; n < width * height; n++) {
            Move cell = move_at(n % width, n / width);
            for (Side side = SIDE_BLACK; side <= SIDE_WHITE && !board_at(&board, cell); side++) {
                if (board_makes_five(&board, cell, side))
                    continue;
                bool before[BOARD_CELLS] = {0};
                for (int k = 0; k < width * height; k++) {
                    Move next = move_at(k % width, k / width);
                    before[next] = !board_at(&board, next) && board_makes_five(&board, next, side);
                }
                board_set(&board, cell, side_cell(side));
                Move through[2 * DIRECTIONS];
                int count = board_fives_through(&board, cell, through);
                for (int k = 0; k < count; k++)
                    assert_true(board_makes_five(&board, through[k], side));
                bool found = false;
                for (int k = 0; k < width * height; k++) {
                    Move next = move_at(k % width, k / width);
                    found = found || (!board_at(&board, next) && !before[next] &&
                                      board_makes_five(&board, next, side));
                }
                board_set(&board, cell, CELL_EMPTY);
                if (found)
                    assert_true(count > 0); // a new five point makes a four
                fours += count > 0;
            }
        }
    }
    assert_true(fours > boards);
}

static void off_the_board_is_outside(void **state) {
    (void)state;
    Board board;
    board_init(&board, RULE_FREESTYLE, 25, 25);
    for (int y = -BOARD_GUARD; y < 25 + BOARD_GUARD; y++)
        for (int x = -BOARD_GUARD; x < 25 + BOARD_GUARD; x++) {
            bool inside = x >= 0 && y >= 0 && x < 25 && y < 25;
            assert_int_equal(board_at(&board, y * BOARD_STRIDE + x),
                             inside ? (int)CELL_EMPTY : (int)CELL_OUTSIDE);
        }
}

static void lines_show_what_is_around_a_cell(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed() + 3);
    for (int i = 0; i < 20; i++) {
        Board board;
        int width = 5 + (int)rng_below(&rng, 21), height = 5 + (int)rng_below(&rng, 21);
        board_init(&board, RULE_FREESTYLE, width, height);
        for (int n = 0; n < width * height; n++)
            board_set(&board, move_at(n % width, n / width), (Cell)rng_below(&rng, 3));
        for (int n = 0; n < width * height; n++)
            for (int d = 0; d < DIRECTIONS; d++)
                for (int k = -FIVE; k <= FIVE; k++) {
                    Move cell = move_at(n % width, n / width);
                    int there = board_at(&board, cell + k * board_step(d));
                    const LineWords *line = board_line(&board, d, cell);
                    int bit = board_line_bit(d, cell) + k;
                    for (Cell value = CELL_EMPTY; value <= CELL_WHITE; value++)
                        assert_int_equal(bit <= LINE_BITS && line_has(line->cells[value], bit),
                                         there == (int)value);
                }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_as_the_definitions_say),
        cmocka_unit_test(set_ups_are_judged_whole),
        cmocka_unit_test(fours_are_fives_to_come),
        cmocka_unit_test(off_the_board_is_outside),
        cmocka_unit_test(lines_show_what_is_around_a_cell),
    };
    return cmocka_run_group_tests_name("gomoku games", tests, NULL, NULL);
}
