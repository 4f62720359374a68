// SPDX-License-Identifier: MIT
// What is marked on a Gomoku board, against a slow twin that knows nothing but what a winning row
// is: an open four cannot be stopped, a four can, an open three is a stone away from an open four.
#include "support.h"

#include "gomoku/gomoku.h"
#include "gomoku_adversary.h"
#include "gomoku_thinking.h"

#include <string.h>

typedef struct Sketch {
    Twin twin;
    const char *rule;
} Sketch;

typedef struct Point {
    int x, y;
} Point;

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static bool on_board(const Sketch *sketch, Point p) {
    return p.x >= 0 && p.y >= 0 && p.x < sketch->twin.width && p.y < sketch->twin.height;
}

static char *cell(Sketch *sketch, Point p) {
    return &sketch->twin.cells[p.y][p.x];
}

static Point along(Point from, int d, int steps) {
    return (Point){from.x + steps * ways[d][0], from.y + steps * ways[d][1]};
}

// Stones of the colour in an unbroken row beyond `from`; *end gets what stands behind them.
static int beyond(Sketch *sketch, Point from, int d, int step, char colour, char *end) {
    int count = 0;
    Point p = along(from, d, step);
    while (on_board(sketch, p) && *cell(sketch, p) == colour) {
        count++;
        p = along(p, d, step);
    }
    *end = on_board(sketch, p) ? *cell(sketch, p) : '#';
    return count;
}

static int row_length(Sketch *sketch, Point p, int d, char colour) {
    char end;
    return beyond(sketch, p, d, -1, colour, &end) + 1 + beyond(sketch, p, d, 1, colour, &end);
}

// Does the row through this stone win? The rules in words.
static bool row_wins(Sketch *sketch, Point p, int d, char colour) {
    char ends[2], other = colour == 'X' ? 'O' : 'X';
    int length =
        beyond(sketch, p, d, -1, colour, &ends[0]) + 1 + beyond(sketch, p, d, 1, colour, &ends[1]);
    bool exact = strcmp(sketch->rule, "standard") == 0 || strcmp(sketch->rule, "caro-exact") == 0 ||
                 (strcmp(sketch->rule, "renju") == 0 && colour == 'X');
    bool closed = strncmp(sketch->rule, "caro", 4) == 0 && ends[0] == other && ends[1] == other;
    return length == 5 ? !closed : length > 5 && !exact;
}

typedef enum Made { MADE_LESS, MADE_THREE, MADE_FOUR, MADE_OPEN_FOUR, MADE_FIVE } Made;

// Can the next stone in this line win with the stone on p?
static bool five_next(Sketch *sketch, Point p, int d, char colour) {
    bool found = false;
    for (int i = -5; i <= 5 && !found; i++) {
        Point q = along(p, d, i);
        if (!on_board(sketch, q) || *cell(sketch, q) != '.')
            continue;
        *cell(sketch, q) = colour;
        found = row_wins(sketch, p, d, colour);
        *cell(sketch, q) = '.';
    }
    return found;
}

static bool stoppable(Sketch *sketch, Point p, int d, char colour) {
    for (int i = -6; i <= 6; i++) {
        Point q = along(p, d, i);
        if (!on_board(sketch, q) || *cell(sketch, q) != '.')
            continue;
        *cell(sketch, q) = colour == 'X' ? 'O' : 'X';
        bool follows = five_next(sketch, p, d, colour);
        *cell(sketch, q) = '.';
        if (!follows)
            return true;
    }
    return false;
}

static bool is_black_in_renju(const Sketch *sketch, char colour) {
    return colour == 'X' && strcmp(sketch->rule, "renju") == 0;
}

static bool is_forbidden(const Sketch *sketch, Point p, char colour) {
    if (!is_black_in_renju(sketch, colour))
        return false;
    TwinVerdict verdict = twin_judge(&sketch->twin, p.x, p.y);
    return verdict.overline || verdict.double_four || verdict.double_three;
}

// What the stone that stands on p is part of in this line.
static Made made_of(Sketch *sketch, Point p, int d, char colour) {
    if (row_wins(sketch, p, d, colour))
        return MADE_FIVE;
    if (five_next(sketch, p, d, colour))
        return stoppable(sketch, p, d, colour) ? MADE_FOUR : MADE_OPEN_FOUR;
    for (int i = -5; i <= 5; i++) {
        Point q = along(p, d, i);
        if (!on_board(sketch, q) || *cell(sketch, q) != '.')
            continue;
        bool allowed = !is_forbidden(sketch, q, colour);
        *cell(sketch, q) = colour;
        bool open = allowed && !row_wins(sketch, p, d, colour) && five_next(sketch, p, d, colour) &&
                    !stoppable(sketch, p, d, colour) &&
                    (!is_black_in_renju(sketch, colour) || row_length(sketch, p, d, colour) == 4);
        *cell(sketch, q) = '.';
        if (open)
            return MADE_THREE;
    }
    return MADE_LESS;
}

// The mark a stone of this colour on this empty cell deserves, MARK_KINDS for none.
static MarkKind deserved(Sketch *sketch, Point p, char colour) {
    int count[MADE_FIVE + 1] = {0};
    if (is_forbidden(sketch, p, colour))
        return MARK_FORBIDDEN;
    *cell(sketch, p) = colour;
    for (int d = 0; d < 4; d++)
        count[made_of(sketch, p, d, colour)]++;
    *cell(sketch, p) = '.';
    if (count[MADE_FIVE])
        return MARK_FIVE;
    if (count[MADE_OPEN_FOUR] || count[MADE_FOUR] > 1)
        return MARK_OPEN_FOUR;
    if (count[MADE_FOUR])
        return count[MADE_THREE] ? MARK_FOUR_THREE : MARK_FOUR;
    return count[MADE_THREE] > 1 ? MARK_DOUBLE_THREE
           : count[MADE_THREE]   ? MARK_OPEN_THREE
                                 : MARK_KINDS;
}

static Position *set_up(const Sketch *sketch) {
    Position *position =
        position_new(&gomoku_game, sketch->rule, sketch->twin.width, sketch->twin.height, NULL);
    for (int y = 0; y < sketch->twin.height; y++)
        for (int x = 0; x < sketch->twin.width; x++)
            if (sketch->twin.cells[y][x] != '.')
                position_put(position, move_at(x, y),
                             sketch->twin.cells[y][x] == 'X' ? CELL_BLACK : CELL_WHITE);
    return position;
}

static void copy_from(Sketch *sketch, const Position *position) {
    twin_clear(&sketch->twin, position->width, position->height);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell value = position_at(position, move_at(x, y));
            sketch->twin.cells[y][x] = value == CELL_BLACK ? 'X' : value == CELL_WHITE ? 'O' : '.';
        }
}

static bool has_group(const Annotations *marks, MarkKind kind, Side side, const Move *cells,
                      size_t count) {
    for (size_t i = 0; i < marks->group_count; i++) {
        const Group *group = &marks->groups[i];
        size_t same = 0;
        for (size_t a = 0; a < group->count; a++)
            for (size_t b = 0; b < count; b++)
                same += marks->cells[group->first + a] == cells[b];
        if (group->kind == kind && group->side == side && group->count == count && same == count)
            return true;
    }
    return false;
}

// The row through p without p itself.
static size_t rest_of_row(Sketch *sketch, Point p, int d, char colour, Move *cells) {
    size_t count = 0;
    for (int step = -1; step <= 1; step += 2)
        for (Point q = along(p, d, step); on_board(sketch, q) && *cell(sketch, q) == colour;
             q = along(q, d, step))
            cells[count++] = move_at(q.x, q.y);
    return count;
}

// Every row that stands is there, once; returns how many this cell asks for.
static void check_rows(Sketch *sketch, const Annotations *marks, Point p, char colour) {
    Side side = colour == 'X' ? SIDE_BLACK : SIDE_WHITE;
    Move cells[TWIN_MAX];
    if (is_forbidden(sketch, p, colour))
        return;
    for (int d = 0; d < 4; d++) {
        *cell(sketch, p) = colour;
        Made made = made_of(sketch, p, d, colour);
        bool straight = row_length(sketch, p, d, colour) == 4;
        *cell(sketch, p) = '.';
        size_t count = rest_of_row(sketch, p, d, colour, cells);
        if (made == MADE_FIVE)
            assert_true(has_group(marks, MARK_FOUR, side, cells, count));
        if (made == MADE_OPEN_FOUR && straight)
            assert_true(has_group(marks, MARK_OPEN_THREE, side, cells, count));
    }
}

// Nothing is a group that the next stone does not complete.
static void check_groups(Sketch *sketch, const Annotations *marks) {
    for (size_t i = 0; i < marks->group_count; i++) {
        const Group *group = &marks->groups[i];
        char colour = group->side == SIDE_BLACK ? 'X' : 'O';
        Made wanted = group->kind == MARK_FOUR ? MADE_FIVE : MADE_OPEN_FOUR;
        bool completed = false;
        for (int y = 0; y < sketch->twin.height; y++)
            for (int x = 0; x < sketch->twin.width && !completed; x++)
                for (int d = 0; d < 4 && sketch->twin.cells[y][x] == '.'; d++) {
                    Move cells[TWIN_MAX];
                    size_t count = rest_of_row(sketch, (Point){x, y}, d, colour, cells), same = 0;
                    for (size_t a = 0; a < group->count; a++)
                        for (size_t b = 0; b < count; b++)
                            same += marks->cells[group->first + a] == cells[b];
                    sketch->twin.cells[y][x] = colour;
                    completed |=
                        same == group->count && made_of(sketch, (Point){x, y}, d, colour) == wanted;
                    sketch->twin.cells[y][x] = '.';
                }
        assert_true(completed);
    }
}

static void check_board(Sketch *sketch, size_t seen[MARK_KINDS + 1]) {
    Position *position = set_up(sketch);
    if (position_result(position) == RESULT_NONE) {
        Annotations marks = {0};
        position_annotate(position, &marks);
        for (int y = 0; y < position->height; y++)
            for (int x = 0; x < position->width; x++)
                for (int side = 0; side < 2; side++) {
                    MarkKind found = MARK_KINDS, wanted = MARK_KINDS;
                    for (size_t i = 0; i < marks.count; i++)
                        if (marks.marks[i].cell == move_at(x, y) &&
                            (int)marks.marks[i].side == side)
                            found = marks.marks[i].kind;
                    if (sketch->twin.cells[y][x] == '.') {
                        wanted = deserved(sketch, (Point){x, y}, side ? 'O' : 'X');
                        check_rows(sketch, &marks, (Point){x, y}, side ? 'O' : 'X');
                    }
                    if (found != wanted)
                        fail_msg("%s: %c%d is marked %s for %s, the twin says %s", sketch->rule,
                                 'a' + x, position->height - y,
                                 found < MARK_KINDS ? mark_name(found) : "not",
                                 side ? "White" : "Black",
                                 wanted < MARK_KINDS ? mark_name(wanted) : "not");
                    seen[found]++;
                }
        check_groups(sketch, &marks);
        annotations_free(&marks);
    }
    position_free(position);
}

static void marks_are_what_the_rules_say(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t seen[MARK_KINDS + 1] = {0};
    for (size_t i = 0; i < test_count(20, 150, 3000); i++)
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            Sketch sketch = {.rule = gomoku_rules[rule]};
            if (i % 2) {
                adversary_fill(&sketch.twin, &rng);
            } else {
                Position *position =
                    gomoku_random_position(&rng, sketch.rule, 5, 13, 10 + (int)rng_below(&rng, 40));
                copy_from(&sketch, position);
                position_free(position);
            }
            check_board(&sketch, seen);
        }
    for (int kind = MARK_FORBIDDEN; kind <= MARK_OPEN_THREE; kind++) {
        print_message("%s %zu\n", mark_name((MarkKind)kind), seen[kind]);
        assert_true(seen[kind] > 0);
    }
}

static void a_won_game_has_its_row_as_a_group(void **state) {
    (void)state;
    Position *position = position_new(&gomoku_game, "freestyle", 9, 9, NULL);
    for (int i = 0; i < 9; i++)
        assert_true(position_play(position, move_at(i / 2, i % 2), NULL));
    Annotations marks = {0};
    position_annotate(position, &marks);
    assert_int_equal(marks.count, 5);
    assert_int_equal(marks.group_count, 1);
    assert_int_equal(marks.groups[0].kind, MARK_WINNING);
    assert_int_equal(marks.groups[0].side, SIDE_BLACK);
    assert_int_equal(marks.groups[0].count, 5);
    position_undo(position);
    position_annotate(position, &marks);
    for (size_t i = 0; i < marks.count; i++)
        assert_true(marks.marks[i].kind != MARK_WINNING);
    annotations_free(&marks);
    position_free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_what_the_rules_say),
        cmocka_unit_test(a_won_game_has_its_row_as_a_group),
    };
    return cmocka_run_group_tests_name("gomoku annotations", tests, NULL, NULL);
}
