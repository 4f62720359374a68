// SPDX-License-Identifier: MIT
// Boards as they are drawn. The pictures here are what a player must see.
#include "support.h"

#include "game/diagram.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <string.h>

static void check(const GameType *type, int width, int height, const char *text, DiagramStyle style,
                  const char *expected) {
    Position *position = position_parse(type, NULL, width, height, text, -1, NULL);
    assert_non_null(position);
    Text out = {0};
    diagram_draw(position, &style, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
    position_free(position);
}

static void gomoku_is_a_grid(void **state) {
    (void)state;
    check(&gomoku_game, 5, 5, "c3 b2 d4", (DiagramStyle){.cursor = MOVE_NONE},
          "    a b c d e\n"
          "  5 . . . . . 5\n"
          "  4 . . .(X). 4\n"
          "  3 . . X . . 3\n"
          "  2 . O . . . 2\n"
          "  1 . . . . . 1\n"
          "    a b c d e\n");
    check(&gomoku_game, 5, 5, "c3 b2 d4", (DiagramStyle){.unicode = true, .cursor = move_at(4, 4)},
          "    a b c d e\n"
          "  5 ┌─┬─┬─┬─┐ 5\n"
          "  4 ├─┼─┼(●)┤ 4\n"
          "  3 ├─┼─●─┼─┤ 3\n"
          "  2 ├─○─┼─┼─┤ 2\n"
          "  1 └─┴─┴─┴[┘]1\n"
          "    a b c d e\n");
}

static void rows_above_nine_stay_in_line(void **state) {
    (void)state;
    check(&gomoku_game, 6, 10, "a10 f1", (DiagramStyle){.cursor = MOVE_NONE},
          "    a b c d e f\n"
          " 10 X . . . . . 10\n"
          "  9 . . . . . . 9\n"
          "  8 . . . . . . 8\n"
          "  7 . . . . . . 7\n"
          "  6 . . . . . . 6\n"
          "  5 . . . . . . 5\n"
          "  4 . . . . . . 4\n"
          "  3 . . . . . . 3\n"
          "  2 . . . . . . 2\n"
          "  1 . . . . .(O)1\n"
          "    a b c d e f\n");
}

static void hex_is_a_rhombus_with_its_edges(void **state) {
    (void)state;
    check(&hex_game, 4, 3, "b2 c1", (DiagramStyle){.cursor = move_at(0, 2)},
          "    a b c d\n"
          "     x x x x x\n"
          "  1 o . .(O). o 1\n"
          "   2 o . X . . o 2\n"
          "    3 o[.]. . . o 3\n"
          "       x x x x x\n"
          "          a b c d\n");
    // After swap-pieces the mark is where the stone went.
    check(&hex_game, 3, 3, "c2 swap-pieces", (DiagramStyle){.unicode = true, .cursor = MOVE_NONE},
          "    a b c\n"
          "     ■ ■ ■ ■\n"
          "  1 □ · · · □ 1\n"
          "   2 □ · · · □ 2\n"
          "    3 □ ·(○)· □ 3\n"
          "       ■ ■ ■ ■\n"
          "          a b c\n");
}

static void marks_are_drawn(void **state) {
    (void)state;
    Position *position =
        position_parse(&gomoku_game, NULL, 9, 9, "a9 a1 b9 b1 c9 c1 d9 d1 e9", -1, NULL);
    Annotations marks = {0};
    position_annotate(position, &marks);
    annotations_add(&marks, (Mark){.cell = move_at(4, 4), .kind = MARK_FORBIDDEN});
    annotations_add(&marks, (Mark){.cell = move_at(5, 4), .kind = MARK_FIVE});
    annotations_add(&marks, (Mark){.cell = move_at(6, 4), .kind = MARK_PATH});
    annotations_add(&marks, (Mark){.cell = move_at(6, 4), .kind = MARK_FOUR});
    annotations_add(&marks, (Mark){.cell = move_at(20, 20), .kind = MARK_FOUR}); // off the board
    Text out = {0};
    diagram_draw(position, &(DiagramStyle){.cursor = MOVE_NONE, .annotations = &marks}, &out);
    assert_non_null(strstr(text_chars(&out), "  9 # # # #(#). . . . 9\n"));
    assert_non_null(strstr(text_chars(&out), "  5 . . . . ! 5 4 . . 5\n"));
    assert_non_null(strstr(text_chars(&out), "  1 O O O O . . . . . 1\n"));
    text_clear(&out);
    diagram_draw(position,
                 &(DiagramStyle){.unicode = true, .cursor = MOVE_NONE, .annotations = &marks},
                 &out);
    assert_non_null(strstr(text_chars(&out), "  9 ◆─◆─◆─◆(◆)┬─┬─┬─┐ 9\n"));
    assert_non_null(strstr(text_chars(&out), "  5 ├─┼─┼─┼─×─5─4─┼─┤ 5\n"));
    assert_non_null(strstr(text_chars(&out), "  7 ├─┼─╋─┼─┼─┼─╋─┼─┤ 7\n")); // stars
    text_free(&out);
    annotations_free(&marks);
    position_free(position);
}

// The picture without its colours: same columns, and every line ends without colour.
static void colour_adds_nothing_but_colour(void **state) {
    (void)state;
    const GameType *const games[] = {&gomoku_game, &hex_game};
    for (int i = 0; i < 2; i++) {
        Position *position = position_parse(games[i], NULL, 25, 25, "a1 y25 m13 b2", -1, NULL);
        Annotations marks = {0};
        position_annotate(position, &marks);
        DiagramStyle style = {.cursor = move_at(3, 3), .annotations = &marks};
        Text plain = {0}, colour = {0}, stripped = {0};
        diagram_draw(position, &style, &plain);
        style.colour = true;
        diagram_draw(position, &style, &colour);
        bool coloured = false;
        for (const char *c = text_chars(&colour); *c; c++) {
            if (*c == '\x1b') {
                const char *end = strchr(c, 'm');
                coloured = strncmp(c, "\x1b[0m", 4) != 0;
                c = end;
                continue;
            }
            if (*c == '\n') {
                assert_false(coloured);
                while (stripped.length && stripped.chars[stripped.length - 1] == ' ')
                    stripped.length--;
            }
            text_add_char(&stripped, *c);
        }
        assert_string_equal(text_chars(&stripped), text_chars(&plain));
        text_free(&plain);
        text_free(&colour);
        text_free(&stripped);
        annotations_free(&marks);
        position_free(position);
    }
}

static void every_size_is_drawn(void **state) {
    (void)state;
    for (int height = 1; height <= 26; height += 5)
        for (int width = 1; width <= 26; width += 5) {
            Position *position = position_new(&hex_game, NULL, width, height, NULL);
            Text out = {0};
            diagram_draw(position, &(DiagramStyle){.cursor = move_at(width - 1, height - 1)}, &out);
            int lines = 0, dots = 0;
            for (const char *c = text_chars(&out); *c; c++) {
                lines += *c == '\n';
                dots += *c == '.';
            }
            assert_int_equal(lines, height + 4);
            assert_int_equal(dots, width * height);
            text_free(&out);
            position_free(position);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gomoku_is_a_grid),
        cmocka_unit_test(rows_above_nine_stay_in_line),
        cmocka_unit_test(hex_is_a_rhombus_with_its_edges),
        cmocka_unit_test(marks_are_drawn),
        cmocka_unit_test(colour_adds_nothing_but_colour),
        cmocka_unit_test(every_size_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
