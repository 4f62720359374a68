// SPDX-License-Identifier: MIT
// Drawn boards with what the search must play: tests/boards/gomoku-search, its README says how to add
// one.
#include "gomoku_thinking.h"

#include "base/file.h"
#include "base/text.h"
#include "game/symmetry.h"
#include "gomoku/gomoku.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 8 };

typedef struct Drawing {
    const char *path;
    char rule[32], title[128];
    char rows[BOARD_MAX][BOARD_MAX + 1];
    int width, height;
    Side to_move;
    int64_t nodes[NODES_MAX];
    int nodes_count;
    int proven; // the score to be proven, 0 for none
    bool prove; // ask for a proof, not for a move
} Drawing;

static Position *drawing_position(const Drawing *drawing, int symmetry) {
    bool turned = symmetry & 4;
    int width = turned ? drawing->height : drawing->width;
    int height = turned ? drawing->width : drawing->height;
    Error err = {""};
    Position *position = position_new(&gomoku_game, drawing->rule, width, height, &err);
    if (!position)
        fail_msg("%s: %s: %s", drawing->path, drawing->title, err.text);
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++) {
            char c = drawing->rows[y][x];
            Move cell = symmetry_apply(symmetry, drawing->width, drawing->height, move_at(x, y));
            if (c == 'X' || c == 'O')
                position_put(position, cell, c == 'X' ? CELL_BLACK : CELL_WHITE);
        }
    position_set_to_move(position, drawing->to_move);
    return position;
}

static bool drawing_expects(const Drawing *drawing, int symmetry, Move move) {
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++)
            if (drawing->rows[y][x] == '*' &&
                symmetry_apply(symmetry, drawing->width, drawing->height, move_at(x, y)) == move)
                return true;
    return false;
}

static void drawing_check(const Drawing *drawing, Thinking *thinking, int orientations) {
    if (!drawing->nodes_count || !drawing->height)
        fail_msg("%s: '%s' has no drawing or no nodes", drawing->path, drawing->title);
    for (int symmetry = 0; symmetry < orientations; symmetry++) {
        Position *position = drawing_position(drawing, symmetry);
        bool thought = false; // with the last of the limits
        for (int i = 0; i < drawing->nodes_count; i++) {
            thought = false;
            if (drawing->nodes[i] > (int64_t)test_count(5000, SIZE_MAX / 2, SIZE_MAX / 2))
                continue; // too slow under a sanitizer
            thinking->limits.nodes = drawing->nodes[i];
            thinking->limits.prove = drawing->prove;
            thinking_forget(thinking);
            Move move = thinking_move(thinking, position);
            thought = true;
            if (!drawing_expects(drawing, symmetry, move))
                fail_msg("%s: %s: with %d nodes, orientation %d: played %d,%d", drawing->path,
                         drawing->title, (int)drawing->nodes[i], symmetry, move_x(move),
                         move_y(move));
        }
        if (drawing->proven && thought)
            assert_int_equal(thinking->outcome.info.line.score, drawing->proven);
        position_free(position);
    }
}

// "9 . . X O * 9"
static void drawing_add_row(Drawing *drawing, const char *text) {
    int width = 0;
    for (const char *c = text; *c; c++)
        if (strchr(".XO*", *c))
            drawing->rows[drawing->height][width++] = *c;
    assert_true(drawing->height == 0 || width == drawing->width);
    drawing->width = width;
    drawing->height++;
}

static void drawing_add_fact(Drawing *drawing, const char *text) {
    int plies = 0;
    if (strcmp(text, "turn white") == 0)
        drawing->to_move = SIDE_WHITE;
    else if (strcmp(text, "prove") == 0)
        drawing->prove = true;
    else if (sscanf(text, "proven win %d", &plies) == 1)
        drawing->proven = score_win_in(plies);
    else if (sscanf(text, "proven loss %d", &plies) == 1)
        drawing->proven = score_loss_in(plies);
    else if (text_starts(text, "nodes ")) {
        char *rest = (char *)text + strlen("nodes ");
        while (*rest && drawing->nodes_count < NODES_MAX)
            drawing->nodes[drawing->nodes_count++] = strtoll(rest, &rest, 10);
    } else
        fail_msg("%s: '%s' says nothing; see README.md", drawing->path, text);
}

static int check_file(const char *path, Thinking *thinking, int orientations) {
    Drawing drawing = {.path = path};
    Text line = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int drawings = 0;
    while (file_read_line(file, &line)) {
        char *text = line.length ? text_trim(line.chars) : "";
        if (!*text || *text == '#' || text_starts(text, "a b c"))
            continue;
        if (text_starts(text, "board ")) {
            if (drawings++)
                drawing_check(&drawing, thinking, orientations);
            drawing = (Drawing){.path = path};
            assert_int_equal(sscanf(text, "board %31s %127[^\n]", drawing.rule, drawing.title), 2);
        } else if (isdigit((unsigned char)*text)) {
            drawing_add_row(&drawing, text);
        } else {
            drawing_add_fact(&drawing, text);
        }
    }
    drawing_check(&drawing, thinking, orientations);
    text_free(&line);
    fclose(file);
    return drawings;
}

static void check_all_files(int threads, int orientations) {
    Thinking *thinking = thinking_new(threads, 0);
    glob_t found;
    assert_int_equal(glob("tests/boards/gomoku-search/*.txt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        print_message("%s: %d boards in %d orientations\n", found.gl_pathv[i],
                      check_file(found.gl_pathv[i], thinking, orientations), orientations);
    globfree(&found);
    thinking_free(thinking);
}

static void drawn_boards_are_answered(void **state) {
    (void)state;
    check_all_files(1, (int)test_count(2, SYMMETRY_COUNT, SYMMETRY_COUNT));
}

static void two_threads_keep_the_promises(void **state) {
    (void)state;
    check_all_files(2, (int)test_count(1, 2, SYMMETRY_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_boards_are_answered),
        cmocka_unit_test(two_threads_keep_the_promises),
    };
    return cmocka_run_group_tests_name("gomoku answers", tests, NULL, NULL);
}
