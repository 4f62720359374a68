// SPDX-License-Identifier: MIT
// The formats that hold one line of play: PSQ, move lists, HexWorld links.
#include "support.h"

#include "base/file.h"
#include "game/coord.h"
#include "game/record.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
static const RecordHints no_hints = {.games = games};

static Record *read_as(RecordFormat format, const char *text) {
    Error err = {0};
    Record *record = record_parse(format, text, strlen(text), &no_hints, &err);
    assert_string_equal(err.text, "");
    assert_non_null(record);
    return record;
}

static void check_print(const Record *record, RecordFormat format, const char *expected) {
    Text out = {0};
    Error err = {0};
    assert_true(record_print(record, format, &out, &err));
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void check_refused(const char *sgf, RecordFormat format, const char *part) {
    Record *record = read_as(RECORD_SGF, sgf);
    Text out = {0};
    Error err = {0};
    assert_false(record_print(record, format, &out, &err));
    if (!strstr(err.text, part))
        fail_msg("'%s' should mention '%s'", err.text, part);
    text_free(&out);
    record_free(record);
}

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

static void check_wrong(RecordFormat format, const char *text, const char *part) {
    Error err = {0};
    assert_null(record_parse(format, text, strlen(text), &no_hints, &err));
    if (!strstr(err.text, part))
        fail_msg("'%s' should mention '%s'", err.text, part);
}

// --- PSQ ---

static void piskvork_games_are_read(void **state) {
    (void)state;
    const char *text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1504\r\n1,15,22\r\n"
                       "pbrain-one.exe\r\npbrain-two.exe\r\n0\r\n";
    Record *record = read_as(RECORD_PSQ, text);
    check_line(record, "b:h8 w:i9 b:a1");
    assert_string_equal(record->black, "pbrain-one.exe");
    assert_string_equal(record->white, "pbrain-two.exe");
    assert_int_equal(record->root->first_child->first_child->time_ms, 1504);
    check_print(record, RECORD_PSQ,
                "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1504\n1,15,22\npbrain-one.exe\n"
                "pbrain-two.exe\n0\n");
    record_free(record);
}

static void the_second_player_may_have_begun(void **state) {
    (void)state;
    Record *record = read_as(RECORD_PSQ, "Piskvorky 20x20, 0:11, 1\n1,1\n20,20\nmy\nyours\n-1\n");
    assert_string_equal(record->black, "yours");
    assert_string_equal(record->white, "my");
    check_line(record, "b:a20 w:t1");
    check_print(record, RECORD_PSQ, "Piskvorky 20x20, 11:11, 0\n1,1,0\n20,20,0\nyours\nmy\n-1\n");
    record_free(record);
}

// Saved by hand, there are no names; analysers write 0:0; old files end with the moves.
static void the_tail_may_be_missing(void **state) {
    (void)state;
    Record *record = read_as(RECORD_PSQ, "Piskvorky 15x13, 0:0, 0\n\n15,13,5\n");
    check_line(record, "b:o1");
    check_print(record, RECORD_PSQ, "Piskvorky 15x13, 11:11, 0\n15,13,5\n-1\n");
    record_free(record);
    record = read_as(RECORD_PSQ, "Piskvorky 19x19\n-1");
    assert_int_equal(record->width, 19);
    record_free(record);
}

// Not by Piskvork, but by programs that follow Gomocup: the winner and the rule at the very end.
static void the_rule_may_stand_at_the_end(void **state) {
    (void)state;
    const char *text = "Piskvorky 20x20, 11:11, 0\n10,10,0\nA 1\nB 2\n-1\n2,Renju\n";
    Record *record = read_as(RECORD_PSQ, text);
    assert_string_equal(record->type->rules[record->rule].name, "renju");
    check_print(record, RECORD_PSQ, text);
    record_free(record);
    record = read_as(RECORD_PSQ, "Piskvorky 20x20, 11:11, 0\na\nb\n-1\n1,Their own rule\n");
    assert_string_equal(record->type->rules[record->rule].name, "freestyle");
    record_free(record);
    check_wrong(RECORD_PSQ, "Piskvorky 20x20, 11:11, 0\na\nb\n-1\n1,Renju\n1,Renju\n", "line 6");
}

static void wrong_psq_gets_a_sentence(void **state) {
    (void)state;
    check_wrong(RECORD_PSQ, "", "no PSQ");
    check_wrong(RECORD_PSQ, "Piskvorky\n", "no PSQ");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 7\n", "who began");
    check_wrong(RECORD_PSQ, "Piskvorky 40x40, 11:11, 0\n", "5x5 to 25x25, not 40x40");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n16,1,0\n", "line 3");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n0,1,0\n", "off the board");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\na\nb\nc\n", "not a number");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\na\nb\n0\nd\n", "no more");
    check_wrong(RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\na\n3,3,3\n", "behind the players");
}

static void psq_refuses_what_would_change_the_board(void **state) {
    (void)state;
    check_refused("(;GM[11];B[a1])", RECORD_PSQ, "not of hex");
    check_refused("(;GM[4]AB[hh])", RECORD_PSQ, "set-up");
    check_refused("(;GM[4];B[hh];W[];B[hi])", RECORD_PSQ, "pass");
    check_refused("(;GM[4];B[hh];B[hi])", RECORD_PSQ, "two moves of black");
    check_refused("(;GM[4];W[hh];B[hi])", RECORD_PSQ, "White begins");
    Record *record = read_as(RECORD_SGF, "(;GM[4]PB[5,5];B[hh]C[x](;W[hi])(;W[hj]);C[y])");
    check_print(record, RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n5 5\n?\n-1\n");
    record_free(record);
}

// --- move lists ---

static void move_lists_come_in_many_shapes(void **state) {
    (void)state;
    static const char *const same[] = {
        "h8 i9 g7",
        "1. h8 2. i9 3. g7",
        "1.h8 i9 2.g7",
        "h8, i9,\n# a comment\n g7 # and another: a1",
        "h8i9g7",
        "\xef\xbb\xbfH8\r\nI9\r\nG7\r\n",
        "gomoku h8 i9 g7",
        "freestyle 15\nh8 i9\ng7\n",
        "Gomoku Freestyle 15x15 h8 i9 g7",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        Record *record = read_as(RECORD_TEXT, same[i]);
        check_line(record, "b:h8 w:i9 b:g7");
        check_print(record, RECORD_TEXT, "freestyle 15\nh8 i9 g7\n");
        record_free(record);
    }
}

static void the_first_line_says_which_game(void **state) {
    (void)state;
    Record *record = read_as(RECORD_TEXT, "hex 11x9\na2 swap-sides c3");
    assert_ptr_equal(record->type, &hex_game);
    check_line(record, "b:a2 w:swap-sides w:c3");
    check_print(record, RECORD_TEXT, "hex 11x9\na2 swap-sides c3\n");
    record_free(record);
    record = read_as(RECORD_TEXT, "hex 5 a2 swap c3 resign");
    check_line(record, "b:a2 w:swap-pieces b:c3 w:resign");
    record_free(record);
    record = read_as(RECORD_TEXT, "renju 15");
    assert_string_equal(record->type->rules[record->rule].name, "renju");
    check_print(record, RECORD_TEXT, "renju 15\n");
    record_free(record);
}

static void stones_come_before_moves(void **state) {
    (void)state;
    Record *record = read_as(RECORD_TEXT, "standard 15\nB:h8,i9;W:g7\nf6");
    check_line(record, "w:f6"); // Black has more stones
    check_print(record, RECORD_TEXT, "standard 15\nB:h8,i9;W:g7\nf6\n");
    record_free(record);
    record = read_as(RECORD_TEXT, "W:a1;B: to-move:w a2");
    check_line(record, "w:a2");
    check_print(record, RECORD_TEXT, "freestyle 15\nB:;W:a1\nto-move:w\na2\n");
    record_free(record);
}

static void a_move_out_of_turn_is_written_with_a_pass(void **state) {
    (void)state;
    Record *record = read_as(RECORD_SGF, "(;GM[4];B[hh];B[hi](;W[aa])(;W[bb]))");
    check_print(record, RECORD_TEXT, "freestyle 15\nh8 pass h7 a15\n");
    record_free(record);
    record = read_as(RECORD_SGF, "(;GM[4];W[hh])");
    check_print(record, RECORD_TEXT, "freestyle 15\nto-move:w\nh8\n");
    record_free(record);
    check_refused("(;GM[4];B[hh];AB[aa])", RECORD_TEXT, "mid-game");
}

static void wrong_move_lists_get_a_sentence(void **state) {
    (void)state;
    check_wrong(RECORD_TEXT, "h8 z99", "'z99' is not a move; cells run from a1 to o15");
    check_wrong(RECORD_TEXT, "h8\ni9\nh16", "line 3");
    check_wrong(RECORD_TEXT, "hex 99", "1x1 to 26x26");
    check_wrong(RECORD_TEXT, "7 7", "not a move");
    check_wrong(RECORD_TEXT, "B:h8;W:h8", "twice");
    check_wrong(RECORD_TEXT, "B:h8;h9", "colour");
    check_wrong(RECORD_TEXT, "R:h8", "no stones");
    check_wrong(RECORD_TEXT, "h8 B:h9", "too late");
    check_wrong(RECORD_TEXT, "to-move:x", "to-move:b");
}

// --- HexWorld ---

static void hexworld_links_are_read(void **state) {
    (void)state;
    static const char *const same[] = {
        "https://hexworld.org/board/#11c1,a2:sf7",     "#11c1,a2:sf7\n",  "11,a2:sf7",
        "https://hexworld.org/board/#11r9nc1,a2,:sf7", "11x11mq,,a2:sf7",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        Record *record = read_as(RECORD_HEXWORLD, same[i]);
        check_line(record, "b:a2 w:swap-pieces b:f7");
        check_print(record, RECORD_HEXWORLD, "https://hexworld.org/board/#11c1,a2:sf7\n");
        record_free(record);
    }
    Record *record = read_as(RECORD_HEXWORLD, "#13x10,a10:Sm1:pb2:rb");
    check_line(record, "b:a10 w:swap-sides w:m1 b:pass w:b2 b:resign");
    assert_string_equal(record->result, "W+Resign");
    check_print(record, RECORD_HEXWORLD, "https://hexworld.org/board/#13x10c1,a10:Sm1:pb2:rb\n");
    record_free(record);
    record = read_as(RECORD_HEXWORLD, "#9");
    check_print(record, RECORD_HEXWORLD, "https://hexworld.org/board/#9c1\n");
    record_free(record);
}

static void hexworld_links_are_written(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"(;GM[11]SZ[5]RE[B+R];B[a1])", "#5c1,a1:rw\n"},
        {"(;GM[11]SZ[5]RE[W+T];B[a1];W[b2])", "#5c1,a1b2:fb\n"},
        {"(;GM[11]SZ[5]RE[B+];B[a1];W[b2])", "#5c1,a1b2\n"},
        {"(;GM[11]SZ[5];W[a1];W[b2])", "#5c1,:pa1:pb2\n"},
        {"(;GM[11]SZ[5]AB[a1][b1][c1]AW[a2]PL[B])", "#5c1,a1a2b1:pc1:p\n"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Record *record = read_as(RECORD_SGF, pairs[i][0]);
        Text out = {0};
        assert_true(record_print(record, RECORD_HEXWORLD, &out, NULL));
        assert_string_equal(text_chars(&out) + strlen("https://hexworld.org/board/"), pairs[i][1]);
        text_free(&out);
        record_free(record);
    }
    check_refused("(;GM[4];B[hh])", RECORD_HEXWORLD, "not of gomoku");
    check_refused("(;GM[11];B[a1];AW[b2])", RECORD_HEXWORLD, "mid-game");
}

static void wrong_links_get_a_sentence(void **state) {
    (void)state;
    check_wrong(RECORD_HEXWORLD, "https://hexworld.org/board/", "no HexWorld link");
    check_wrong(RECORD_HEXWORLD, "#,a1", "no HexWorld link");
    check_wrong(RECORD_HEXWORLD, "#27,a1", "1x1 to 26x26");
    check_wrong(RECORD_HEXWORLD, "#11,a12", "not a cell");
    check_wrong(RECORD_HEXWORLD, "#11,a1:x", "the words are");
    check_wrong(RECORD_HEXWORLD, "#11,a1:rbb2", "nothing follows");
}

// --- all ---

static void files_come_and_go_by_their_ending(void **state) {
    (void)state;
    RecordFormat format;
    assert_true(record_format_of("a/b.SGF", &format) && format == RECORD_SGF);
    assert_true(record_format_of("x.hexworld", &format) && format == RECORD_HEXWORLD);
    assert_false(record_format_of("x.pgn", &format));
    char folder[] = "/tmp/tengen-records-XXXXXX";
    assert_non_null(mkdtemp(folder));
    Text path = {0};
    Error err = {0};
    static const char *const endings[] = {".sgf", ".psq", ".txt"};
    for (size_t i = 0; i < 3; i++) {
        text_clear(&path);
        text_addf(&path, "%s/game%s", folder, endings[i]);
        Record *record = read_as(RECORD_TEXT, "h8 i9");
        assert_true(record_write(record, text_chars(&path), &err));
        record_free(record);
        record = record_read(text_chars(&path), &no_hints, &err);
        assert_non_null(record);
        check_line(record, "b:h8 w:i9");
        record_free(record);
        unlink(text_chars(&path));
    }
    text_clear(&path);
    text_addf(&path, "%s/game.hexworld", folder);
    Record *record = read_as(RECORD_TEXT, "h8 i9");
    assert_false(record_write(record, text_chars(&path), &err));
    record_free(record);
    assert_int_not_equal(access(text_chars(&path), F_OK), 0); // nothing half-written
    assert_null(record_read(text_chars(&path), &no_hints, &err));
    assert_null(record_read("game.pgn", &no_hints, &err));
    assert_non_null(strstr(err.text, ".sgf, .psq, .txt or .hexworld"));
    text_free(&path);
    rmdir(folder);
}

static void positions_become_records(void **state) {
    (void)state;
    Record *record = read_as(RECORD_SGF, "(;GM[11]SZ[7]AB[a1]AW[b2][c3]PL[W];W[d4];B[e5])");
    Position *position = record_replay(record, NULL);
    Record *again = record_of(position);
    check_print(again, RECORD_SGF, "(;FF[4]GM[11]SZ[7]AB[a1]AW[b2][c3]PL[W]\n;W[d4];B[e5])\n");
    record_free(again);
    position_free(position);
    record_free(record);
}

static void check_wrong_length(RecordFormat format, size_t bytes) {
    char *text = calloc(bytes + 1, 1);
    memset(text, ' ', bytes);
    check_wrong(format, text, "longer than");
    free(text);
}

// A megabyte of each: no format is slower than its length.
static void length_costs_nothing(void **state) {
    (void)state;
    static const struct {
        RecordFormat format;
        const char *head, *repeated;
    } long_ones[] = {
        {RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n", "8,8,1\n"},
        {RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n", "name"},
        {RECORD_PSQ, "Piskvorky 15x15, 11:11, 0\n", "\n"},
        {RECORD_TEXT, "renju 15\n", "h8 "},
        {RECORD_TEXT, "renju 15\n", "h8"},
        {RECORD_TEXT, "B:", "h8,"},
        {RECORD_TEXT, "", "#"},
        {RECORD_HEXWORLD, "#11,", "a1"},
        {RECORD_HEXWORLD, "#11,", ":s"},
        {RECORD_HEXWORLD, "", "#"},
    };
    size_t bytes = test_count(20000, 1000000, 1000000);
    check_wrong_length(RECORD_TEXT, 1 << 20);
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        Text text = {0};
        text_add(&text, long_ones[i].head);
        while (text.length < bytes)
            text_add(&text, long_ones[i].repeated);
        Error err = {0};
        Record *record =
            record_parse(long_ones[i].format, text.chars, text.length, &no_hints, &err);
        assert_true(record || err.text[0]);
        record_free(record);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piskvork_games_are_read),
        cmocka_unit_test(the_second_player_may_have_begun),
        cmocka_unit_test(the_tail_may_be_missing),
        cmocka_unit_test(the_rule_may_stand_at_the_end),
        cmocka_unit_test(wrong_psq_gets_a_sentence),
        cmocka_unit_test(psq_refuses_what_would_change_the_board),
        cmocka_unit_test(move_lists_come_in_many_shapes),
        cmocka_unit_test(the_first_line_says_which_game),
        cmocka_unit_test(stones_come_before_moves),
        cmocka_unit_test(a_move_out_of_turn_is_written_with_a_pass),
        cmocka_unit_test(wrong_move_lists_get_a_sentence),
        cmocka_unit_test(hexworld_links_are_read),
        cmocka_unit_test(hexworld_links_are_written),
        cmocka_unit_test(wrong_links_get_a_sentence),
        cmocka_unit_test(files_come_and_go_by_their_ending),
        cmocka_unit_test(positions_become_records),
        cmocka_unit_test(length_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
