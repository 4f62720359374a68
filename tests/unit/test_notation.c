// SPDX-License-Identifier: MIT
// POSITION, as it is typed.
#include "support.h"

#include "base/file.h"
#include "base/rng.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Position *parse(const GameType *type, int size, const char *text, int to_move) {
    Error err = {0};
    Position *position = position_parse(type, NULL, size, size, text, to_move, &err);
    assert_string_equal(err.text, "");
    assert_non_null(position);
    return position;
}

static void check_print(const Position *position, const char *expected) {
    Text out = {0};
    position_print(position, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void moves_alternate_from_black(void **state) {
    (void)state;
    Position *position = parse(&gomoku_game, 15, "h8 i9 g7", -1);
    assert_int_equal(position->ply_count, 3);
    assert_int_equal(position->to_move, SIDE_WHITE);
    assert_int_equal(position_at(position, move_at(7, 7)), CELL_BLACK);
    assert_int_equal(position_at(position, move_at(8, 6)), CELL_WHITE);
    check_print(position, "h8 i9 g7");
    position_free(position);
    position = parse(&hex_game, 5, "a2 swap-pieces c3", -1);
    assert_int_equal(position_at(position, move_at(1, 0)), CELL_WHITE);
    assert_int_equal(position->to_move, SIDE_WHITE);
    check_print(position, "a2 swap-pieces c3");
    position_free(position);
}

static void stones_come_in_any_counts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        Side to_move;
        const char *printed;
    } cases[] = {
        {"B:h8,i9;W:g7", SIDE_WHITE, "B:i9,h8;W:g7"}, // printed from the top left
        {"B:h8;W:g7", SIDE_BLACK, "B:h8;W:g7"},
        {"W:g7,g8,g9", SIDE_BLACK, "W:g9,g8,g7"},
        {"b:a1", SIDE_WHITE, "B:a1"},
        {"-", SIDE_BLACK, "-"},
        {" - ", SIDE_BLACK, "-"},
        {"", SIDE_BLACK, "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position *position = parse(&gomoku_game, 15, cases[i].text, -1);
        assert_int_equal(position->to_move, cases[i].to_move);
        assert_int_equal(position->ply_count, 0);
        check_print(position, cases[i].printed);
        position_free(position);
    }
}

static void the_turn_may_be_given(void **state) {
    (void)state;
    Position *position = parse(&gomoku_game, 15, "B:h8,i9;W:g7", SIDE_BLACK);
    assert_int_equal(position->to_move, SIDE_BLACK);
    position_free(position);
    position = parse(&gomoku_game, 15, "h8 i9", SIDE_WHITE);
    assert_int_equal(position->to_move, SIDE_WHITE);
    assert_int_equal(position->stones, 2);
    position_free(position);
}

static void wrong_positions_get_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"h8 h8", "move 2, h8: h8 is occupied"},
        {"h16", "cells run from a1 to o15"},
        {"B:h8;W:h8", "twice"},
        {"B:p1", "cells run from a1 to o15"},
        {"hello", "not a move"},
        {"a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", "over"},
        {"swap-pieces", "nothing else"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error err = {0};
        assert_null(position_parse(&gomoku_game, NULL, 15, 15, cases[i].text, -1, &err));
        if (!strstr(err.text, cases[i].part))
            fail_msg("'%s' should mention '%s'", err.text, cases[i].part);
    }
    Error err = {0};
    assert_null(position_parse(&gomoku_game, "hex", 15, 15, "-", -1, &err));
    assert_non_null(strstr(err.text, "no rule"));
    assert_null(position_parse(&gomoku_game, NULL, 3, 3, "-", -1, &err));
    assert_non_null(strstr(err.text, "5x5"));
}

static void records_are_positions_too(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
    RecordHints hints = {.games = games};
    char folder[] = "/tmp/tengen-notation-XXXXXX";
    assert_non_null(mkdtemp(folder));
    Text path = {0};
    Error err = {0};
    text_addf(&path, "%s/game.sgf", folder);
    const char *sgf = "(;GM[11]SZ[5];B[a1];W[b2])";
    assert_true(file_write(text_chars(&path), sgf, strlen(sgf), &err));
    Position *position = position_read(text_chars(&path), &hints, -1, &err);
    assert_non_null(position);
    check_print(position, "a1 b2");
    position_free(position);
    hints.game = &gomoku_game;
    assert_null(position_read(text_chars(&path), &hints, -1, &err));
    assert_non_null(strstr(err.text, "contradiction"));
    assert_non_null(strstr(err.text, "game.sgf"));
    unlink(text_chars(&path));
    assert_null(position_read(text_chars(&path), &hints, -1, &err));
    rmdir(folder);
    text_free(&path);
    hints = (RecordHints){.games = games};
    position = position_read("https://hexworld.org/board/#7c1,c2:sd4", &hints, SIDE_BLACK, &err);
    assert_non_null(position);
    assert_ptr_equal(position->type, &hex_game);
    assert_int_equal(position->to_move, SIDE_BLACK);
    position_free(position);
    position = position_read("h8 i9", &hints, -1, &err); // Gomoku, freestyle, 15
    assert_ptr_equal(position->type, &gomoku_game);
    assert_int_equal(position->width, 15);
    position_free(position);
}

// What position_print() writes is the same position again, moves or stones.
static void print_and_parse_agree(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game};
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(100, 1000, 20000); i++) {
        const GameType *type = games[i % 2];
        Position *position = position_new(type, NULL, 9, 9, NULL);
        if (rng_below(&rng, 2))
            for (uint32_t left = rng_below(&rng, 8); left; left--)
                position_put(position, move_at((int)rng_below(&rng, 9), (int)rng_below(&rng, 9)),
                             rng_below(&rng, 2) ? CELL_BLACK : CELL_WHITE);
        Move moves[MOVES_MAX];
        for (uint32_t left = rng_below(&rng, 20); left; left--) {
            size_t count = position_moves(position, moves);
            if (!count)
                break;
            assert_true(position_play(position, moves[rng_below(&rng, (uint32_t)count)], NULL));
        }
        Text text = {0};
        position_print(position, &text);
        Position *again =
            position_parse(type, NULL, 9, 9, text_chars(&text), (int)position->to_move, NULL);
        assert_non_null(again);
        assert_true(again->key == position->key);
        position_free(again);
        text_free(&text);
        position_free(position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_alternate_from_black),
        cmocka_unit_test(stones_come_in_any_counts),
        cmocka_unit_test(the_turn_may_be_given),
        cmocka_unit_test(wrong_positions_get_a_sentence),
        cmocka_unit_test(records_are_positions_too),
        cmocka_unit_test(print_and_parse_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
