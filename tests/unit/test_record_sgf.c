// SPDX-License-Identifier: MIT
// SGF as the standard has it and as programs write it.
#include "support.h"

#include "game/coord.h"
#include "game/record.h"
#include "game/sgf.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <string.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
static const RecordHints no_hints = {.games = games};

static Record *read_sgf(const char *text) {
    Error err = {0};
    Record *record = record_parse(RECORD_SGF, text, strlen(text), &no_hints, &err);
    assert_string_equal(err.text, "");
    assert_non_null(record);
    return record;
}

static void check_print(const Record *record, const char *expected) {
    Text out = {0};
    assert_true(record_print(record, RECORD_SGF, &out, NULL));
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

// The main line as "b:h8 w:swap-pieces ...".
static void check_line(const Record *record, const char *expected) {
    Text line = {0};
    char word[COORD_CHARS];
    for (const RecordNode *node = record->root; node; node = node->first_child)
        if (node->move != MOVE_NONE)
            text_addf(&line, "%s%c:%s", line.length ? " " : "", side_name(node->side)[0],
                      coord_print_move(record->type, record->height, node->move, word));
    assert_string_equal(text_chars(&line), expected);
    text_free(&line);
}

static void check_wrong(const char *text, const char *part) {
    Error err = {0};
    assert_null(record_parse(RECORD_SGF, text, strlen(text), &no_hints, &err));
    if (!strstr(err.text, part))
        fail_msg("'%s' should mention '%s'", err.text, part);
}

static void gomoku_points_are_letters_or_coordinates(void **state) {
    (void)state;
    Record *record = read_sgf("(;FF[4]GM[4]SZ[15];B[hh];W[i9];B[]\n;W[ao] ;B [tt])");
    check_line(record, "b:h8 w:i9 b:pass w:a1 b:pass");
    check_print(record, "(;FF[4]GM[4]SZ[15]RU[freestyle]\n;B[hh];W[ig];B[];W[ao];B[])\n");
    record_free(record);
}

static void boards_need_not_be_square(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4]SZ[15:13];B[om])");
    assert_int_equal(record->width, 15);
    assert_int_equal(record->height, 13);
    check_line(record, "b:o1");
    check_print(record, "(;FF[4]GM[4]SZ[15:13]RU[freestyle]\n;B[om])\n");
    record_free(record);
    record = read_sgf("(;GM[11]);");
    assert_int_equal(record->width, 11);
    record_free(record);
}

static void the_first_game_of_a_collection_is_taken(void **state) {
    (void)state;
    Record *record = read_sgf("From: a mail (really)\n\n(;GM[11]SZ[5];B[a1])(;GM[1]nonsense");
    check_line(record, "b:a1");
    record_free(record);
}

static void a_collection_is_read_tree_by_tree(void **state) {
    (void)state;
    const char *text =
        "(;GM[11]SZ[5];B[a1](;W[b1]C[( ;])(;W[c1]))\n and then (;GM[11]SZ[5];B[b2]) end";
    const char *next = sgf_next_tree(text, strlen(text));
    assert_non_null(next);
    Record *record = read_sgf(next);
    check_line(record, "b:b2");
    record_free(record);
    assert_null(sgf_next_tree(next, strlen(next)));
    // Behind a tree that is not whole nobody knows where the next one begins.
    const char *broken = "(;GM[11];B[a1](;GM[11];B[b2])";
    assert_null(sgf_next_tree(broken, strlen(broken)));
    assert_null(sgf_next_tree("", 0));
}

static void names_rules_and_results_are_read(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4]PB[Ann \\] B.]PW[Cy\nD]DT[2026-11-15]EV[Cup]RE[B+]RU[Exactly "
                              "Five]GN[kept \\] as is][twice])");
    assert_string_equal(record->black, "Ann ] B.");
    assert_string_equal(record->white, "Cy D");
    assert_int_equal(record->rule, game_rule_index(&gomoku_game, "standard"));
    check_print(record, "(;FF[4]GM[4]SZ[15]RU[standard]PB[Ann \\] B.]PW[Cy D]DT[2026-11-15]"
                        "EV[Cup]RE[B+]GN[kept \\] as is][twice]\n)\n");
    record_free(record);
    static const char *const rules[][2] = {{"RENJU", "renju"},
                                           {"Free-Style", "freestyle"},
                                           {"4", "renju"},
                                           {"1", "standard"},
                                           {"Caro", "caro"},
                                           {"caro-exact", "caro-exact"},
                                           {"Some words", "freestyle"}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        Text text = {0};
        text_addf(&text, "(;GM[4]RU[%s])", rules[i][0]);
        record = read_sgf(text_chars(&text));
        assert_string_equal(record->type->rules[record->rule].name, rules[i][1]);
        text_free(&text);
        if (i == 6) // unknown words stay
            check_print(record, "(;FF[4]GM[4]SZ[15]RU[Some words]\n)\n");
        record_free(record);
    }
}

static void comments_keep_their_lines(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4]C[one\r\ntwo\n\rthree\rfour \\\nsame line \\\\ \\] \\: x])");
    assert_string_equal(record->root->comment, "one\ntwo\nthree\nfour same line \\ ] : x");
    check_print(record, "(;FF[4]GM[4]SZ[15]RU[freestyle]C[one\ntwo\nthree\nfour same line \\\\ "
                        "\\] : x]\n)\n");
    record_free(record);
}

static void variations_make_a_tree(void **state) {
    (void)state;
    Record *record =
        read_sgf("(;GM[11]SZ[9];B[a1](;W[b2];B[c3](;W[d4])(;W[e5]))(;W[f6]C[v])(;W[g7]))");
    check_line(record, "b:a1 w:b2 b:c3 w:d4");
    check_print(record, "(;FF[4]GM[11]SZ[9]\n;B[a1](;W[b2];B[c3](;W[d4])(;W[e5]))(;W[f6]C[v])"
                        "(;W[g7]))\n");
    record_free(record);
}

static void two_moves_in_a_node_are_two_nodes(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4]B[hh]W[hi];B[hj]W[hk]C[late])");
    check_line(record, "b:h8 w:h7 b:h6 w:h5");
    record_free(record);
}

static void stones_are_set_up_in_rectangles(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4]SZ[15]AB[aa:cb][oo]AW[dd]AE[bb]PL[W];W[ee])");
    Position *position = record_replay(record, NULL);
    assert_non_null(position);
    assert_int_equal(position->stones, 8); // 6 + 1 - 1 black, 2 white
    assert_int_equal(position_at(position, move_at(1, 1)), CELL_EMPTY);
    assert_int_equal(position_at(position, move_at(2, 1)), CELL_BLACK);
    assert_int_equal(position_at(position, move_at(4, 4)), CELL_WHITE);
    position_free(position);
    check_print(record, "(;FF[4]GM[4]SZ[15]RU[freestyle]AB[aa][ba][ca][ab][cb][oo]AW[dd]AE[bb]PL[W]"
                        "\n;W[ee])\n");
    record_free(record);
    record = read_sgf("(;GM[11]SZ[11]AB[c3:a1])");
    assert_int_equal(record->root->stone_count, 9);
    record_free(record);
}

static void stones_may_change_in_mid_game(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4];B[hh];W[hi];AE[hh]AB[aa][bb];W[cc])");
    Position *position = record_replay(record, NULL);
    assert_non_null(position);
    assert_int_equal(position->stones, 4);
    assert_int_equal(position_at(position, move_at(7, 7)), CELL_EMPTY);
    assert_int_equal(position->to_move, SIDE_BLACK);
    position_free(position);
    record_free(record);
}

// --- Hex ---

static void hex_words_are_moves(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[11]SZ[11];B[a2];W[Swap-Pieces];B[C3];W[pass];B[];W[resign])");
    check_line(record, "b:a2 w:swap-pieces b:c3 w:pass b:pass w:resign");
    check_print(record, "(;FF[4]GM[11]SZ[11]\n;B[a2];W[swap-pieces];B[c3];W[pass];B[pass];"
                        "W[resign])\n");
    Position *position = record_replay(record, NULL);
    assert_int_equal(position_at(position, move_at(1, 0)), CELL_WHITE); // a2 mirrored is b1
    assert_int_equal(position_at(position, move_at(0, 1)), CELL_EMPTY);
    position_free(position);
    record_free(record);
}

// White twice: the swap of Benzene and the old HexGui leaves the stone where it is.
static void white_twice_means_a_change_of_chairs(void **state) {
    (void)state;
    static const char *const forms[] = {
        "(;GM[11]SZ[11];B[i2];W[swap-pieces];W[h4];B[e6])",
        "(;GM[11]SZ[11];B[i2];W[SWAP]C[why not];C[a node between];W[h4];B[e6])",
        "(;GM[11]SZ[11];B[i2];W[swap-sides];W[h4];B[e6])",
        "(;GM[11]SZ[11];B[i2];W[swap-sides];B[h4];W[e6])", // letters name players
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Record *record = read_sgf(forms[i]);
        check_line(record, "b:i2 w:swap-sides w:h4 b:e6");
        Position *position = record_replay(record, NULL);
        assert_non_null(position);
        assert_int_equal(position_at(position, move_at(8, 1)), CELL_BLACK);
        assert_int_equal(position_at(position, move_at(7, 3)), CELL_WHITE);
        assert_int_equal(position_at(position, move_at(4, 5)), CELL_BLACK);
        assert_int_equal(position->stones, 3);
        assert_int_equal(position->to_move, SIDE_WHITE);
        assert_true(position->sides_swapped);
        position_free(position);
        record_free(record);
    }
}

static void letters_are_settled_in_each_variation(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[11]SZ[11];B[i2](;W[swap-sides];B[h4];W[a1])(;W[swap-pieces];"
                              "B[h4])(;W[c3];B[d4]))");
    check_print(record, "(;FF[4]GM[11]SZ[11]\n;B[i2](;W[swap-sides];W[h4];B[a1])(;W[swap-pieces];"
                        "B[h4])(;W[c3];B[d4]))\n");
    record_free(record);
}

// Little Golem: no GM, two letters a point, and W for the first player, who is PB all the same.
static void little_golem_calls_the_first_player_white(void **state) {
    (void)state;
    Record *record =
        read_sgf("(;FF[4]EV[hex.ch.1.1.1]PB[Ann]PW[Bob]SZ[13]RE[B]GC[ game #1]"
                 "SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[resign])");
    assert_ptr_equal(record->type, &hex_game);
    assert_string_equal(record->black, "Ann");
    assert_string_equal(record->result, "B");
    check_line(record, "b:m6 w:swap-pieces b:k10 w:i5 b:resign");
    record_free(record);
}

static void white_may_begin_where_colours_own_edges(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[11]SZ[5];W[a1];B[b2])");
    check_line(record, "w:a1 b:b2");
    Position *position = record_replay(record, NULL);
    assert_int_equal(position_at(position, move_at(0, 0)), CELL_WHITE);
    assert_int_equal(position->ply_count, 2);
    assert_int_equal(position->to_move, SIDE_WHITE);
    position_free(position);
    record_free(record);
}

static void sides_alternate_by_a_pass(void **state) {
    (void)state;
    Record *record = read_sgf("(;GM[4];B[hh];B[hi];W[aa])");
    Position *position = record_replay(record, NULL);
    assert_int_equal(position->ply_count, 4);
    assert_int_equal(position->plies[1].move, MOVE_PASS);
    for (size_t i = 1; i < position->ply_count; i++)
        assert_int_not_equal(position->plies[i].side, position->plies[i - 1].side);
    position_free(position);
    record_free(record);
}

static void gomoku_choices_are_private_properties(void **state) {
    (void)state;
    Record *record =
        read_sgf("(;GM[4];B[hh];W[hi];B[hj];CHOICE[W:swap-sides];W[aa];CHOICE[B:resign])");
    check_line(record, "b:h8 w:h7 b:h6 w:swap-sides w:a15 b:resign");
    check_print(record, "(;FF[4]GM[4]SZ[15]RU[freestyle]\n;B[hh];W[hi];B[hj];CHOICE[W:swap-sides];"
                        "W[aa];CHOICE[B:resign])\n");
    record_free(record);
}

// --- wrong input ---

static void replay_names_the_wrong_move(void **state) {
    (void)state;
    Error err = {0};
    Record *record = read_sgf("(;GM[4];B[hh];W[hi];B[hh])");
    assert_null(record_replay(record, &err));
    assert_non_null(strstr(err.text, "move 3, h8"));
    assert_non_null(strstr(err.text, "occupied"));
    record_free(record);
    record = read_sgf("(;GM[11]SZ[1];B[a1];W[pass])");
    assert_null(record_replay(record, &err));
    assert_non_null(strstr(err.text, "over"));
    record_free(record);
}

static void a_forbidden_move_stands_and_loses(void **state) {
    (void)state;
    // Two threes crossing at h8: 33.
    Record *record = read_sgf("(;GM[4]RU[renju]AB[gh][ih][hg][hi]AW[aa][ca][ea][ga]PL[B];B[hh])");
    Position *position = record_replay(record, NULL);
    assert_non_null(position);
    assert_int_equal(position_result(position), RESULT_WHITE);
    position_free(position);
    record_free(record);
}

static void wrong_text_gets_a_sentence(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", "no SGF"},
        {"hello (world)", "no SGF"},
        {"(;GM[4];B[hh]", ") is missing"},
        {"(;GM[4]\n;B[hh", "line 2: the value of B has no closing bracket"},
        {"(;GM[4]\n\n;B[zz])", "line 3: B[zz]: not a point of the 15x15 board"},
        {"(;GM[4];B[h16])", "not a point"},
        {"(;GM[11];B[l1])", "not a point of the 11x11 board"},
        {"(;GM[1])", "4 is gomoku, 11 is hex"},
        {"(;GM[four])", "4 is gomoku, 11 is hex"},
        {"(;GM[4]SZ[big])", "columns:rows"},
        {"(;GM[4]SZ[99])", "5x5 to 25x25, not 99x99"},
        {"(;GM[4];B)", "has no [value]"},
        {"(;GM[4];[hh])", "'[' is none of"},
        {"(;GM[4](B[hh]))", "a ; is missing"},
        {"(;GM[4];b[hh])", "capital letters"},
        {"(;GM[4];B[hh][ii])", "not several"},
        {"(;GM[4]PL[x])", "B or W"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_wrong(wrong[i][0], wrong[i][1]);
}

static void hints_fill_in_and_must_not_contradict(void **state) {
    (void)state;
    Error err = {0};
    RecordHints hints = {.games = games, .game = &gomoku_game, .rule = "renju", .width = 15};
    const char *text = "(;FF[4];B[hh])";
    Record *record = record_parse(RECORD_SGF, text, strlen(text), &hints, &err);
    assert_non_null(record);
    assert_string_equal(record->type->rules[record->rule].name, "renju");
    record_free(record);
    text = "(;FF[4]GM[1]SZ[15];B[hh])"; // KataGomo's Gomoku
    record = record_parse(RECORD_SGF, text, strlen(text), &hints, &err);
    assert_non_null(record);
    record_free(record);
    static const char *const wrong[] = {"(;GM[11])", "(;GM[4]RU[caro])", "(;GM[4]SZ[19])"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(record_parse(RECORD_SGF, wrong[i], strlen(wrong[i]), &hints, &err));
        assert_non_null(strstr(err.text, "contradiction"));
    }
}

// A megabyte of each shape that breaks recursive or quadratic readers. Done in a blink or not at
// all.
static void size_and_depth_cost_nothing(void **state) {
    (void)state;
    static const char *const repeated[] = {
        "(;",   ";B[hh]", "(;W[ii])",       "XX[]", "AB[aa:oo]", ";AB[aa]", "C[x]",
        "(;C[", "\\]",    ";W[swap-sides]", "[",    "(",         ";PL[B]",  "B[hh]W[ii]"};
    size_t bytes = test_count(20000, 1 << 20, 1 << 22);
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
        Text text = {0};
        text_add(&text, "(;GM[4]SZ[15]");
        while (text.length < bytes)
            text_add(&text, repeated[i]);
        Error err = {0};
        Record *record = record_parse(RECORD_SGF, text.chars, text.length, &no_hints, &err);
        assert_true(record || err.text[0]);
        record_free(record);
        if (i == 0) { // deep and complete, out and in again
            for (size_t k = 0; k <= bytes / 2; k++)
                text_add_char(&text, ')');
            record = record_parse(RECORD_SGF, text.chars, text.length, &no_hints, &err);
            assert_non_null(record);
            Text out = {0};
            assert_true(record_print(record, RECORD_SGF, &out, NULL));
            text_free(&out);
            record_free(record);
        }
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gomoku_points_are_letters_or_coordinates),
        cmocka_unit_test(boards_need_not_be_square),
        cmocka_unit_test(the_first_game_of_a_collection_is_taken),
        cmocka_unit_test(a_collection_is_read_tree_by_tree),
        cmocka_unit_test(names_rules_and_results_are_read),
        cmocka_unit_test(comments_keep_their_lines),
        cmocka_unit_test(variations_make_a_tree),
        cmocka_unit_test(two_moves_in_a_node_are_two_nodes),
        cmocka_unit_test(stones_are_set_up_in_rectangles),
        cmocka_unit_test(stones_may_change_in_mid_game),
        cmocka_unit_test(hex_words_are_moves),
        cmocka_unit_test(white_twice_means_a_change_of_chairs),
        cmocka_unit_test(letters_are_settled_in_each_variation),
        cmocka_unit_test(little_golem_calls_the_first_player_white),
        cmocka_unit_test(white_may_begin_where_colours_own_edges),
        cmocka_unit_test(sides_alternate_by_a_pass),
        cmocka_unit_test(gomoku_choices_are_private_properties),
        cmocka_unit_test(replay_names_the_wrong_move),
        cmocka_unit_test(a_forbidden_move_stands_and_loses),
        cmocka_unit_test(wrong_text_gets_a_sentence),
        cmocka_unit_test(hints_fill_in_and_must_not_contradict),
        cmocka_unit_test(size_and_depth_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
