// SPDX-License-Identifier: MIT
// What a review says of a mistake is about the move that was better, or the answer that punishes it:
// what comes deep in a line is not at that point of the board yet, or not there for this reason.
#include "support.h"

#include "game/coord.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "serve/blame.h"

#include <stdio.h>
#include <string.h>

static Position *board(const char *text, Side to_move) {
    Error err = {""};
    Position *position =
        position_parse(&gomoku_game, "freestyle", 15, 15, text, (int)to_move, &err);
    if (!position)
        fail_msg("%s", err.text);
    return position;
}

// A line of these moves, "i8 a1 j8", worth `score`.
static Line line(const Position *position, const char *moves, int score) {
    Line out = {.score = score, .win = score > 0 ? 0.9 : 0.1};
    char copy[80];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        assert_true(move_parse(position, word, &out.pv[out.pv_length++], NULL));
    return out;
}

static Move cell(const Position *position, const char *word) {
    Move move;
    assert_true(move_parse(position, word, &move, NULL));
    return move;
}

// Black has g8 and h8: i8 makes an open three, j8 after it an open four.
#define TWO "B:g8,h8;W:a15,c15"

static void a_blow_deep_in_the_line_is_not_what_was_missed(void **state) {
    (void)state;
    Position *before = board(TWO, SIDE_BLACK), *after = board("B:g8,h8,j8;W:a15,c15", SIDE_WHITE);
    Line none = {.win = 0.5}, best = line(before, "i8 a1 j8", 300);
    // "j8 missed an open four at j8" it said.
    Blame blame = blame_find(before, &best, after, &none);
    assert_int_equal(blame.kind, BLAME_NONE);
    best.score = score_win_in(7);
    blame = blame_find(before, &best, after, &none);
    assert_int_equal(blame.kind, BLAME_MISSED);
    assert_false(blame.has_mark);
    assert_int_equal(blame.cell, cell(before, "i8"));
    assert_int_equal(blame.plies, 7);
    position_free(before);
    position_free(after);
}

static void nor_is_it_what_was_allowed(void **state) {
    (void)state;
    Position *before = board(TWO, SIDE_WHITE), *after = board("B:g8,h8;W:a15,c15,e15", SIDE_BLACK);
    Line none = {.win = 0.5}, reply = line(after, "i8 a1 j8", 300);
    assert_int_equal(blame_find(before, &none, after, &reply).kind, BLAME_NONE);
    reply.score = score_win_in(7);
    Blame blame = blame_find(before, &none, after, &reply);
    assert_int_equal(blame.kind, BLAME_ALLOWED);
    assert_false(blame.has_mark);
    assert_int_equal(blame.plies, 7);
    position_free(before);
    position_free(after);
}

static void a_blow_that_comes_first_is_named(void **state) {
    (void)state;
    Position *before = board("B:g8,h8,i8;W:a15,c15,e15", SIDE_BLACK),
             *after = board("B:g8,h8,i8,a1;W:a15,c15,e15", SIDE_WHITE);
    Line none = {.win = 0.5}, best = line(before, "j8 k8 f8", 300);
    Blame blame = blame_find(before, &best, after, &none);
    assert_int_equal(blame.kind, BLAME_MISSED);
    assert_true(blame.has_mark);
    assert_int_equal(blame.mark, MARK_OPEN_FOUR);
    assert_int_equal(blame.cell, cell(before, "j8"));
    position_free(before);
    position_free(after);
}

static void nobody_misses_the_move_he_made(void **state) {
    (void)state;
    Position *before = board("-", SIDE_BLACK), *after = board("h8", SIDE_WHITE);
    Line none = {.win = 0.5}, best = line(before, "h8", score_win_in(9));
    assert_int_equal(blame_find(before, &best, after, &none).kind, BLAME_NONE);
    position_free(before);
    position_free(after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blow_deep_in_the_line_is_not_what_was_missed),
        cmocka_unit_test(nor_is_it_what_was_allowed),
        cmocka_unit_test(a_blow_that_comes_first_is_named),
        cmocka_unit_test(nobody_misses_the_move_he_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
