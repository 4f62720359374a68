// SPDX-License-Identifier: MIT
// Gomoku as a Position: the referee's view of a Board.
//
// How a game ends is written down when the stone that ends it is played. Set-up positions may hold
// fives that were not "played", so a change of the set-up may mean a look at the whole board.
#include "base/memory.h"
#include "game/coord.h"
#include "game/record.h"
#include "game/symmetry.h"
#include "gomoku/annotate.h"
#include "gomoku/board.h"
#include "gomoku/forbidden.h"
#include "gomoku/gomoku.h"

typedef struct GomokuPosition {
    Position common;
    Board board;        // its stones; turn and key are the common part's
    Move five[2];       // a stone of each side's five, MOVE_NONE while it has none
    unsigned forbidden; // why the last stone lost, 0 when it did not
} GomokuPosition;

static const GomokuPosition *self(const Position *position) {
    return (const GomokuPosition *)position;
}

static const PositionOps gomoku_ops;

static Position *create(int rule, int width, int height) {
    GomokuPosition *new = mem_new(sizeof *new);
    new->common.ops = &gomoku_ops;
    new->five[SIDE_BLACK] = new->five[SIDE_WHITE] = MOVE_NONE;
    board_init(&new->board, (GomokuRule)rule, width, height);
    return &new->common;
}

static Cell at(const Position *position, Move cell) {
    return (Cell)board_at(&self(position)->board, cell);
}

// --- moves ---

static unsigned reasons_against(const GomokuPosition *gomoku, Move stone, Side side) {
    return gomoku->board.rule == RULE_RENJU && side == SIDE_BLACK
               ? forbidden_at(&gomoku->board, stone)
               : 0;
}

static Verdict check(const Position *position, Move stone, Error *why) {
    unsigned reasons = reasons_against(self(position), stone, position->to_move);
    if (!reasons)
        return VERDICT_LEGAL;
    char word[COORD_CHARS], text[FORBIDDEN_CHARS];
    error_set(why, "%s is forbidden: %s", move_print(position, stone, word),
              forbidden_text(reasons, text));
    return VERDICT_FORBIDDEN;
}

static void note_five(GomokuPosition *gomoku, Move stone) {
    Cell colour = (Cell)board_at(&gomoku->board, stone);
    if (board_wins_at(&gomoku->board, stone))
        gomoku->five[cell_side(colour)] = stone;
}

static void play(Position *position, Move move, Side side) {
    GomokuPosition *gomoku = (GomokuPosition *)position;
    gomoku->forbidden = reasons_against(gomoku, move, side);
    board_set(&gomoku->board, move, side_cell(side));
    note_five(gomoku, move);
}

// Nothing is played after the end, so before the last stone neither side had a five.
static void undo(Position *position, Move move, Side side) {
    GomokuPosition *gomoku = (GomokuPosition *)position;
    board_set(&gomoku->board, move, CELL_EMPTY);
    gomoku->five[side] = MOVE_NONE;
    gomoku->forbidden = 0;
}

static void find_fives(GomokuPosition *gomoku) {
    gomoku->five[SIDE_BLACK] = gomoku->five[SIDE_WHITE] = MOVE_NONE;
    for (int y = 0; y < gomoku->common.height; y++)
        for (int x = 0; x < gomoku->common.width; x++)
            note_five(gomoku, move_at(x, y));
}

static void put(Position *position, Move cell, Cell value) {
    GomokuPosition *gomoku = (GomokuPosition *)position;
    bool added = board_at(&gomoku->board, cell) == CELL_EMPTY;
    board_set(&gomoku->board, cell, value);
    // A stone more can make a five only where it stands. One less can make a six a five, and one
    // more can lengthen or close an old five: then everything is looked at again.
    if (added && gomoku->five[SIDE_BLACK] == MOVE_NONE && gomoku->five[SIDE_WHITE] == MOVE_NONE)
        note_five(gomoku, cell);
    else
        find_fives(gomoku);
}

// --- the end ---

typedef enum GomokuEnding {
    ENDING_NONE,
    ENDING_FIVE,
    ENDING_FORBIDDEN,
    ENDING_FULL,
    ENDING_NO_MOVE, // renju: only forbidden points are left to Black, who is to move: a draw
} GomokuEnding;

static GomokuEnding ending_of(const GomokuPosition *gomoku) {
    if (gomoku->five[SIDE_BLACK] != MOVE_NONE || gomoku->five[SIDE_WHITE] != MOVE_NONE)
        return ENDING_FIVE;
    if (gomoku->forbidden)
        return ENDING_FORBIDDEN;
    if (board_full(&gomoku->board))
        return ENDING_FULL;
    if (forbidden_some_move(&gomoku->board, gomoku->common.to_move) == MOVE_NONE)
        return ENDING_NO_MOVE;
    return ENDING_NONE;
}

// Whose five it is. A set-up may give both sides one; then it is the side that moved last.
static Side five_side(const GomokuPosition *gomoku) {
    Side last = side_other(gomoku->common.to_move);
    return gomoku->five[last] != MOVE_NONE ? last : gomoku->common.to_move;
}

static Result result(const Position *position) {
    static const Result results[] = {[ENDING_NONE] = RESULT_NONE,
                                     [ENDING_FORBIDDEN] = RESULT_WHITE,
                                     [ENDING_FULL] = RESULT_DRAW,
                                     [ENDING_NO_MOVE] = RESULT_DRAW};
    GomokuEnding ending = ending_of(self(position));
    return ending == ENDING_FIVE ? side_wins(five_side(self(position))) : results[ending];
}

static const char *result_reason(const Position *position) {
    static const char *const reasons[] = {[ENDING_NONE] = "",
                                          [ENDING_FIVE] = "five in a row",
                                          [ENDING_FORBIDDEN] = "double three",
                                          [ENDING_FULL] = "the board is full",
                                          [ENDING_NO_MOVE] = "only forbidden points are left"};
    GomokuEnding ending = ending_of(self(position));
    unsigned forbidden = ending == ENDING_FORBIDDEN ? self(position)->forbidden : 0;
    return forbidden & FORBIDDEN_OVERLINE ? "overline"
           : forbidden & FORBIDDEN_FOURS  ? "double four"
                                          : reasons[ending];
}

// Every run through the winning stone that wins, the stone itself once.
static size_t winning_line(const Position *position, Move *line) {
    const GomokuPosition *gomoku = self(position);
    if (ending_of(gomoku) != ENDING_FIVE)
        return 0;
    Side side = five_side(gomoku);
    Move stone = gomoku->five[side];
    size_t count = 0;
    line[count++] = stone;
    for (int d = 0; d < DIRECTIONS; d++) {
        LineRun run;
        if (!board_winning_run(&gomoku->board, d, stone, side, &run))
            continue;
        count += board_run_cells(d, stone, run, line + count);
    }
    return count;
}

// --- what a front end may draw ---

static void annotate(const Position *position, Annotations *out) {
    if (ending_of(self(position)) == ENDING_NONE)
        gomoku_annotate(&self(position)->board, out);
}

static const PositionOps gomoku_ops = {
    .size = sizeof(GomokuPosition),
    .at = at,
    .check = check,
    .play = play,
    .undo = undo,
    .put = put,
    .result = result,
    .winning_line = winning_line,
    .result_reason = result_reason,
    .annotate = annotate,
};

static const RuleInfo gomoku_rules[] = {
    [RULE_FREESTYLE] = {"freestyle", "five or more in a row win"},
    [RULE_STANDARD] = {"standard", "exactly five in a row win"},
    [RULE_RENJU] = {"renju", "Black: exactly five, no double three, double four or overline"},
    [RULE_CARO] = {"caro", "a five between two stones of the opponent does not win"},
    [RULE_CARO_EXACT] = {"caro-exact", "caro, and only exactly five can win"},
    {NULL, NULL},
};

const GameType gomoku_game = {
    .name = "gomoku",
    .rules = gomoku_rules,
    .min_size = GOMOKU_MIN,
    .max_size = GOMOKU_MAX,
    .default_size = 15,
    .formats = 1u << RECORD_PSQ,
    .sgf_game = 4,
    .rows_from_bottom = true,
    .symmetries = SYMMETRIES_ALL,
    .openings =
        1u << OPENING_PRO | 1u << OPENING_LONG_PRO | 1u << OPENING_SWAP | 1u << OPENING_SWAP2,
    .marks = 1u << MARK_FORBIDDEN | 1u << MARK_FIVE | 1u << MARK_OPEN_FOUR | 1u << MARK_FOUR_THREE |
             1u << MARK_FOUR | 1u << MARK_DOUBLE_THREE | 1u << MARK_OPEN_THREE,
    .scatter = {.match_least = 3,
                .match_most = 6,
                .train_least = 3,
                .train_most = 8,
                .window_least = 5,
                .window_most = 9},
    .create = create,
};
