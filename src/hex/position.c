// SPDX-License-Identifier: MIT
// Hex behind the Position interface: rules for referees, records and front ends.
#include "base/memory.h"
#include "game/record.h"
#include "game/symmetry.h"
#include "hex/annotate.h"
#include "hex/board.h"
#include "hex/hex.h"
#include "hex/path.h"

typedef struct HexPosition {
    Position base;
    HexBoard board;
} HexPosition;

static const HexBoard *board_of(const Position *position) {
    return &((const HexPosition *)position)->board;
}

static HexBoard *board_to_change(Position *position) {
    return &((HexPosition *)position)->board;
}

static Cell stone_at(const Position *position, Move cell) {
    return hex_board_at(board_of(position), cell);
}

static Verdict every_stone_is_legal(const Position *position, Move stone, Error *why) {
    (void)position, (void)stone, (void)why;
    return VERDICT_LEGAL;
}

// Only the very first stone of the game can be swapped, and only where mirroring it at the long
// diagonal keeps it on the board.
static bool can_swap_pieces(const Position *position) {
    return position->width == position->height && position->ply_count == 1 &&
           position->stones == 1 && move_is_stone(position->plies[0].move) &&
           position->plies[0].side == SIDE_BLACK;
}

// The one stone on the board becomes the other side's, mirrored.
static void swap_pieces(HexBoard *board) {
    Move stone = hex_move(board->placed[0]);
    Side side = cell_side(hex_board_at(board, stone));
    hex_board_undo(board);
    hex_board_play(board, move_at(move_y(stone), move_x(stone)), side_other(side));
}

static void play(Position *position, Move move, Side side) {
    if (move == MOVE_SWAP_PIECES)
        swap_pieces(board_to_change(position));
    else
        hex_board_play(board_to_change(position), move, side);
}

static void undo(Position *position, Move move, Side side) {
    (void)side;
    if (move == MOVE_SWAP_PIECES)
        swap_pieces(board_to_change(position));
    else
        hex_board_undo(board_to_change(position));
}

static void put(Position *position, Move cell, Cell value) {
    hex_board_put(board_to_change(position), cell, value);
}

static Result result(const Position *position) {
    return board_of(position)->winner;
}

static size_t winning_line(const Position *position, Move *line) {
    const HexBoard *board = board_of(position);
    if (board->winner == RESULT_NONE)
        return 0;
    return hex_path_find(board, board->winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE, line);
}

static const char *result_reason(const Position *position) {
    return board_of(position)->winner == RESULT_BLACK ? "a path from top to bottom"
                                                      : "a path from left to right";
}

// A game that is over has its winning line instead.
static void annotate(const Position *position, Annotations *out) {
    if (board_of(position)->winner == RESULT_NONE)
        hex_annotate(board_of(position), position->to_move, out);
}

static const PositionOps hex_ops = {
    .size = sizeof(HexPosition),
    .at = stone_at,
    .check = every_stone_is_legal,
    .can_swap_pieces = can_swap_pieces,
    .play = play,
    .undo = undo,
    .put = put,
    .result = result,
    .winning_line = winning_line,
    .result_reason = result_reason,
    .annotate = annotate,
};

static Position *create(int rule, int width, int height) {
    (void)rule;
    HexPosition *position = mem_new(sizeof *position);
    position->base.ops = &hex_ops;
    hex_board_init(&position->board, width, height);
    return &position->base;
}

static const RuleInfo hex_rules[] = {
    {"hex", "join your two edges; there are no draws"},
    {0},
};

const GameType hex_game = {
    .name = "hex",
    .rules = hex_rules,
    .min_size = 1,
    .max_size = BOARD_MAX,
    .default_size = 11,
    .goal = "Black joins top and bottom, White left and right",
    .shape = BOARD_HEXAGONS,
    .symmetries = SYMMETRIES_HALF_TURN,
    .openings = 1u << OPENING_SWAP_PIECES | 1u << OPENING_SWAP_SIDES,
    .marks = 1u << MARK_CONNECTION | 1u << MARK_DEAD | 1u << MARK_PATH | 1u << MARK_CAPTURED |
             1u << MARK_OUTSIDE | 1u << MARK_INFERIOR,
    .scatter = {.match_least = 2, .match_most = 2, .train_least = 1, .train_most = 4},
    .formats = 1u << RECORD_HEXWORLD,
    .sgf_game = 11,
    .sgf_words = true,
    .create = create,
};
