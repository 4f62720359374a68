// SPDX-License-Identifier: MIT
// Read off the tables of shapes (shape.h), which know a line and nothing else. The one thing they
// leave open is renju's: an open three of Black's is one only if the open four may be played.
#include "gomoku/annotate.h"

#include "gomoku/forbidden.h"
#include "gomoku/kind.h"

#include <stdio.h>

typedef struct Annotator {
    Board board; // our own: stones are tried on it
    const ShapeTable *table;
    Annotations *out;
} Annotator;

static bool forbids(const Annotator *annotator, Side side) {
    return annotator->board.rule == RULE_RENJU && side == SIDE_BLACK;
}

static Shape shape_at(const Annotator *annotator, Move cell, int direction, Side side) {
    static const uint8_t codes[] = {[CELL_EMPTY] = CODE_EMPTY,
                                    [CELL_BLACK] = CODE_BLACK,
                                    [CELL_WHITE] = CODE_WHITE,
                                    [CELL_OUTSIDE] = CODE_OUTSIDE};
    int reach = annotator->table->reach;
    uint64_t line = 0;
    for (int i = -reach; i <= reach; i++) {
        uint64_t code = codes[board_at(&annotator->board, cell + i * board_step(direction))];
        line |= code << (CODE_BITS * (i + reach));
    }
    return shape_of_pair(annotator->table->pairs[shape_key(line, reach, reach)], side);
}

static bool is_open_three(Shape shape) {
    return shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_FREE;
}

// Black in renju: with a stone on `cell`, is there an allowed point in this line that makes an open
// four of it?
static bool three_is_real(Annotator *annotator, Move cell, int direction) {
    Board *board = &annotator->board;
    bool real = false;
    board_set(board, cell, CELL_BLACK);
    for (int i = -SHAPE_REACH; i <= SHAPE_REACH && !real; i++) {
        int at = cell + i * board_step(direction);
        if (board_at(board, at) != CELL_EMPTY ||
            shape_at(annotator, (Move)at, direction, SIDE_BLACK) != SHAPE_OPEN_FOUR)
            continue;
        int bit = board_line_bit(direction, cell);
        LineRun four =
            line_run_with(board_line(board, direction, cell)->cells[CELL_BLACK], bit + i);
        real = four.first <= bit && bit <= four.last && !forbidden_is(board, (Move)at);
    }
    board_set(board, cell, CELL_EMPTY);
    return real;
}

// The four shapes as a word, threes that are none left out.
static uint32_t word_at(Annotator *annotator, Move cell, Side side) {
    uint32_t word = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        Shape shape = shape_at(annotator, cell, d, side);
        if (forbids(annotator, side) && is_open_three(shape) && !three_is_real(annotator, cell, d))
            shape = SHAPE_THREE;
        word |= (uint32_t)shape << (SHAPE_BITS * d);
    }
    return word;
}

static const struct {
    bool marked;
    MarkKind mark;
} marks_of_kinds[KIND_COUNT] = {
    [KIND_FIVE] = {true, MARK_FIVE},
    [KIND_OPEN_FOUR] = {true, MARK_OPEN_FOUR},
    [KIND_FOUR_THREE] = {true, MARK_FOUR_THREE},
    [KIND_FOUR_TWO] = {true, MARK_FOUR},
    [KIND_FOUR] = {true, MARK_FOUR},
    [KIND_THREES] = {true, MARK_DOUBLE_THREE},
    [KIND_THREE_TWO] = {true, MARK_OPEN_THREE},
    [KIND_THREE] = {true, MARK_OPEN_THREE},
};

// --- rows that stand ---

// A stone here makes five: the others of that row are the four.
static void add_four(const Annotator *annotator, Move cell, int direction, Side side) {
    LineRun run;
    Move cells[GOMOKU_MAX];
    if (!board_winning_run(&annotator->board, direction, cell, side, &run))
        return;
    size_t count = board_run_cells(direction, cell, run, cells);
    annotations_add_group(annotator->out, MARK_FOUR, side, cells, count);
}

// A stone here makes an open four: the stones it shares with every five to come are the three.
//
//     . X X . X .     the dot inside makes an open four, its two fives share these three stones
static void add_three(Annotator *annotator, Move cell, int direction, Side side) {
    Board *board = &annotator->board;
    LineRun shared = {0, LINE_BITS};
    board_set(board, cell, side_cell(side));
    int at = board_line_bit(direction, cell);
    LineRun four = line_run(board_line(board, direction, cell)->cells[side_cell(side)], at);
    const int ends[2] = {four.first - 1, four.last + 1};
    for (int i = 0; i < 2; i++) {
        int end = cell + (ends[i] - at) * board_step(direction);
        LineRun five;
        if (board_at(board, end) != CELL_EMPTY ||
            !board_winning_run(board, direction, (Move)end, side, &five))
            continue;
        shared.first = five.first > shared.first ? five.first : shared.first;
        shared.last = five.last < shared.last ? five.last : shared.last;
    }
    board_set(board, cell, CELL_EMPTY);
    Move cells[LINE_BITS + 1];
    if (run_length(shared) == FIVE - 1)
        annotations_add_group(annotator->out, MARK_OPEN_THREE, side, cells,
                              board_run_cells(direction, cell, shared, cells));
}

static void add_rows(Annotator *annotator, Move cell, Side side, uint32_t word) {
    for (int d = 0; d < DIRECTIONS; d++)
        if (word_shape(word, d) == SHAPE_FIVE)
            add_four(annotator, cell, d, side);
        else if (word_shape(word, d) == SHAPE_OPEN_FOUR)
            add_three(annotator, cell, d, side);
}

// --- all of it ---

static void add_forbidden(Annotator *annotator, Move cell, unsigned reasons) {
    Mark mark = {.cell = cell, .kind = MARK_FORBIDDEN, .side = SIDE_BLACK};
    char text[FORBIDDEN_CHARS];
    snprintf(mark.reason, sizeof mark.reason, "%s", forbidden_text(reasons, text));
    annotations_add(annotator->out, mark);
}

static void annotate_cell(Annotator *annotator, Move cell, Side side) {
    unsigned reasons = forbids(annotator, side) ? forbidden_at(&annotator->board, cell) : 0;
    if (reasons) {
        add_forbidden(annotator, cell, reasons);
        return;
    }
    uint32_t word = word_at(annotator, cell, side);
    Kind kind = kind_of_word(word, false);
    if (marks_of_kinds[kind].marked)
        annotations_add(annotator->out,
                        (Mark){.cell = cell, .kind = marks_of_kinds[kind].mark, .side = side});
    add_rows(annotator, cell, side, word);
}

void gomoku_annotate(const Board *board, Annotations *out) {
    Annotator annotator = {*board, shape_table((GomokuRule)board->rule), out};
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            if (board_at(board, move_at(x, y)) == CELL_EMPTY)
                for (int side = SIDE_BLACK; side <= SIDE_WHITE; side++)
                    annotate_cell(&annotator, move_at(x, y), (Side)side);
}
