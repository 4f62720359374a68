// SPDX-License-Identifier: MIT
// The drawn boards of tests/boards/gomoku: what must hold of each, in all eight orientations. The
// README beside them says how to add one.
#include "support.h"

#include "base/file.h"
#include "base/option.h"
#include "base/text.h"
#include "game/coord.h"
#include "game/symmetry.h"
#include "gomoku/board.h"
#include "gomoku/gomoku.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64, FACTS_MAX = 32, LINE_CHARS = 512 };

// A drawing and the lines below it.
typedef struct Drawing {
    const char *path;
    char title[LINE_CHARS], rule[32];
    char rows[BOARD_MAX][BOARD_MAX + 1];
    int width, height;
    char facts[FACTS_MAX][LINE_CHARS];
    int fact_lines[FACTS_MAX]; // where in the file
    int fact_count;
} Drawing;

// One drawing in one orientation, while its facts are checked.
typedef struct Case {
    const Drawing *drawing;
    int symmetry, line;
    Position *position;
} Case;

static _Noreturn void wrong(const Case *c, const char *format, ...) PRINTF_LIKE(2, 3);
static _Noreturn void wrong(const Case *c, const char *format, ...) {
    char text[LINE_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_msg("%s:%d: %s (orientation %d): %s", c->drawing->path, c->line, c->drawing->title,
             c->symmetry, text);
    abort();
}

// A cell as the file names it, turned as the board is.
static Move cell_of(const Case *c, const char *word) {
    Move cell;
    const Drawing *drawing = c->drawing;
    if (!coord_parse(&gomoku_game, drawing->width, drawing->height, word, &cell))
        wrong(c, "'%s' is not a cell of this board", word);
    return symmetry_apply(c->symmetry, drawing->width, drawing->height, cell);
}

static void check_forbidden(Case *c, const char *cell, const char *reason) {
    Error why = {""};
    if (position_check(c->position, cell_of(c, cell), &why) != VERDICT_FORBIDDEN)
        wrong(c, "%s is not forbidden", cell);
    const char *colon = strrchr(why.text, ':');
    if (!colon || strcmp(colon + 2, reason) != 0)
        wrong(c, "%s is forbidden for another reason: %s", cell, why.text);
}

static void fact_forbidden(Case *c, char **words, int count) {
    if (count != 2)
        wrong(c, "a cell and a reason are wanted");
    check_forbidden(c, words[0], words[1]);
}

static void fact_legal(Case *c, char **words, int count) {
    Error why = {""};
    for (int i = 0; i < count; i++)
        if (position_check(c->position, cell_of(c, words[i]), &why) != VERDICT_LEGAL)
            wrong(c, "%s is not legal: %s", words[i], why.text);
}

static void fact_illegal(Case *c, char **words, int count) {
    for (int i = 0; i < count; i++)
        if (position_check(c->position, cell_of(c, words[i]), NULL) != VERDICT_ILLEGAL)
            wrong(c, "%s is not illegal", words[i]);
}

// Exactly these cells carry a mark from `kind` to `last`.
static void check_kinds(Case *c, MarkKind kind, MarkKind last, int side, char **words, int count) {
    bool expected[BOARD_CELLS] = {0}, found[BOARD_CELLS] = {0};
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "none") != 0)
            expected[cell_of(c, words[i])] = true;
    Annotations annotations = {0};
    position_annotate(c->position, &annotations);
    for (size_t i = 0; i < annotations.count; i++)
        if (annotations.marks[i].kind >= kind && annotations.marks[i].kind <= last &&
            (side < 0 || (int)annotations.marks[i].side == side))
            found[annotations.marks[i].cell] = true;
    annotations_free(&annotations);
    for (int y = 0; y < c->position->height; y++)
        for (int x = 0; x < c->position->width; x++) {
            char word[COORD_CHARS];
            Move cell = move_at(x, y);
            if (expected[cell] != found[cell])
                wrong(c, "%s is %s (as this orientation names it)",
                      move_print(c->position, cell, word), found[cell] ? "one more" : "missing");
        }
}

static void check_marks(Case *c, MarkKind kind, int side, char **words, int count) {
    check_kinds(c, kind, kind, side, words, count);
}

static void fact_all_forbidden(Case *c, char **words, int count) {
    bool listed[BOARD_CELLS] = {0};
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "none") == 0)
            continue;
        char *equals = strchr(words[i], '=');
        if (!equals)
            wrong(c, "'%s' should look like h8=33", words[i]);
        *equals = '\0';
        listed[cell_of(c, words[i])] = true;
        check_forbidden(c, words[i], equals + 1);
    }
    for (int y = 0; y < c->position->height; y++)
        for (int x = 0; x < c->position->width; x++) {
            Error why = {""};
            if (!listed[move_at(x, y)] &&
                position_check(c->position, move_at(x, y), &why) == VERDICT_FORBIDDEN)
                wrong(c, "one more: %s", why.text);
        }
    if (c->position->to_move == SIDE_BLACK) // marked whoever is to move, forbidden to Black
        check_marks(c, MARK_FORBIDDEN, SIDE_BLACK, words, count);
}

// "result black" and, if more words follow, the reason.
static void fact_result(Case *c, char **words, int count) {
    const char *found = result_name(position_result(c->position));
    if (count < 1 || strcmp(found, words[0]) != 0)
        wrong(c, "the result is %s", found);
    Text reason = {0};
    for (int i = 1; i < count; i++)
        text_addf(&reason, "%s%s", i > 1 ? " " : "", words[i]);
    bool same = count < 2 || strcmp(text_chars(&reason), position_result_reason(c->position)) == 0;
    text_free(&reason);
    if (!same)
        wrong(c, "the reason is '%s'", position_result_reason(c->position));
}

static void fact_turn(Case *c, char **words, int count) {
    if (count != 1 || (strcmp(words[0], "black") != 0 && strcmp(words[0], "white") != 0))
        wrong(c, "black or white is wanted");
    position_set_to_move(c->position, words[0][0] == 'b' ? SIDE_BLACK : SIDE_WHITE);
}

static void fact_play(Case *c, char **words, int count) {
    Error why = {""};
    for (int i = 0; i < count; i++)
        if (!position_play(c->position, cell_of(c, words[i]), &why))
            wrong(c, "%s cannot be played: %s", words[i], why.text);
}

static void fact_undo(Case *c, char **words, int count) {
    (void)words;
    if (count || !c->position->ply_count)
        wrong(c, "nothing to take back");
    position_undo(c->position);
}

static void kinds_of_side(Case *c, MarkKind kind, MarkKind last, char **words, int count) {
    if (count < 2 || (strcmp(words[0], "black") != 0 && strcmp(words[0], "white") != 0))
        wrong(c, "a colour and the cells are wanted");
    check_kinds(c, kind, last, words[0][0] == 'b' ? SIDE_BLACK : SIDE_WHITE, words + 1, count - 1);
}

static void marks_of_side(Case *c, MarkKind kind, char **words, int count) {
    kinds_of_side(c, kind, kind, words, count);
}

static void fact_fives(Case *c, char **words, int count) {
    marks_of_side(c, MARK_FIVE, words, count);
}

static void fact_fours(Case *c, char **words, int count) {
    kinds_of_side(c, MARK_OPEN_FOUR, MARK_FOUR, words, count);
}

static void fact_open_fours(Case *c, char **words, int count) {
    marks_of_side(c, MARK_OPEN_FOUR, words, count);
}

static void fact_four_threes(Case *c, char **words, int count) {
    marks_of_side(c, MARK_FOUR_THREE, words, count);
}

static void fact_double_threes(Case *c, char **words, int count) {
    marks_of_side(c, MARK_DOUBLE_THREE, words, count);
}

static void fact_open_threes(Case *c, char **words, int count) {
    marks_of_side(c, MARK_OPEN_THREE, words, count);
}

static void fact_line(Case *c, char **words, int count) {
    check_marks(c, MARK_WINNING, -1, words, count);
}

static const struct {
    const char *word;
    void (*check)(Case *c, char **words, int count);
} facts[] = {
    {"forbidden", fact_forbidden},
    {"legal", fact_legal},
    {"illegal", fact_illegal},
    {"all-forbidden", fact_all_forbidden},
    {"result", fact_result},
    {"turn", fact_turn},
    {"play", fact_play},
    {"undo", fact_undo},
    {"fives", fact_fives},
    {"fours", fact_fours},
    {"line", fact_line},
    {"open-fours", fact_open_fours},
    {"four-threes", fact_four_threes},
    {"double-threes", fact_double_threes},
    {"open-threes", fact_open_threes},
};

static void check_fact(Case *c, const char *fact) {
    size_t count;
    char **words = words_split(fact, &count, NULL);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(facts[i].word, words[0]) == 0) {
            facts[i].check(c, words + 1, (int)count - 1);
            words_free(words);
            return;
        }
    wrong(c, "'%s' says nothing; see README.md", fact);
}

static Position *set_up(const Drawing *drawing, int symmetry) {
    bool turned = symmetry & 4;
    Error why = {""};
    Position *position =
        position_new(&gomoku_game, drawing->rule, turned ? drawing->height : drawing->width,
                     turned ? drawing->width : drawing->height, &why);
    if (!position)
        fail_msg("%s: %s: %s", drawing->path, drawing->title, why.text);
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++)
            if (drawing->rows[y][x] != '.')
                position_put(
                    position,
                    symmetry_apply(symmetry, drawing->width, drawing->height, move_at(x, y)),
                    drawing->rows[y][x] == 'X' ? CELL_BLACK : CELL_WHITE);
    return position;
}

static void check_drawing(const Drawing *drawing) {
    if (!drawing->fact_count || !drawing->height)
        fail_msg("%s: '%s' has no drawing or no facts", drawing->path, drawing->title);
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        Case c = {drawing, symmetry, 0, set_up(drawing, symmetry)};
        for (int i = 0; i < drawing->fact_count; i++) {
            c.line = drawing->fact_lines[i];
            check_fact(&c, drawing->facts[i]);
        }
        position_free(c.position);
    }
}

// "9 . . X O . 9": the label, the cells, perhaps the label again.
static void add_row(Drawing *drawing, const char *text, int line) {
    char *row = drawing->rows[drawing->height];
    int width = 0;
    for (const char *c = text; *c; c++)
        if (*c == '.' || *c == 'X' || *c == 'O') {
            if (width == BOARD_MAX)
                fail_msg("%s:%d: the row is too long", drawing->path, line);
            row[width++] = *c;
        } else if (!isspace((unsigned char)*c) && !isdigit((unsigned char)*c)) {
            fail_msg("%s:%d: '%c' is no stone; use . X O", drawing->path, line, *c);
        }
    if (drawing->height == 0)
        drawing->width = width;
    if (width != drawing->width || drawing->height + 1 > BOARD_MAX - 1)
        fail_msg("%s:%d: rows of different lengths, or too many", drawing->path, line);
    drawing->height++;
}

static void read_line(Drawing *drawing, char *text, int line, int *drawings) {
    if (!*text || *text == '#' || text_starts(text, "a b c"))
        return;
    if (text_starts(text, "board ")) {
        if (drawing->title[0])
            check_drawing(drawing);
        const char *path = drawing->path;
        memset(drawing, 0, sizeof *drawing);
        drawing->path = path;
        if (sscanf(text, "board %31s %511[^\n]", drawing->rule, drawing->title) != 2)
            fail_msg("%s:%d: 'board RULE TITLE' is wanted", path, line);
        ++*drawings;
    } else if (isdigit((unsigned char)*text)) {
        add_row(drawing, text, line);
    } else {
        if (drawing->fact_count == FACTS_MAX)
            fail_msg("%s:%d: too many facts", drawing->path, line);
        drawing->fact_lines[drawing->fact_count] = line;
        snprintf(drawing->facts[drawing->fact_count++], LINE_CHARS, "%s", text);
    }
}

static int check_file(const char *path) {
    static Drawing drawing;
    memset(&drawing, 0, sizeof drawing);
    drawing.path = path;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    Text text = {0};
    int line = 0, drawings = 0;
    while (file_read_line(file, &text))
        if (text.length)
            read_line(&drawing, text_trim(text.chars), ++line, &drawings);
        else
            line++;
    if (drawing.title[0])
        check_drawing(&drawing);
    text_free(&text);
    fclose(file);
    return drawings;
}

static void drawn_boards_hold(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("tests/boards/gomoku/*.txt", 0, NULL, &found), 0);
    int drawings = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int here = check_file(found.gl_pathv[i]);
        print_message("%s: %d boards\n", found.gl_pathv[i], here);
        assert_true(here > 0);
        drawings += here;
    }
    globfree(&found);
    print_message("%d boards, each in eight orientations\n", drawings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_boards_hold),
    };
    return cmocka_run_group_tests_name("gomoku drawn boards", tests, NULL, NULL);
}
