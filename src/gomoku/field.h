// SPDX-License-Identifier: MIT
// The field a search plays on: the board by the rules, and on it, kept up to date stone by stone,
// what every empty cell would be to either side.
//
// For each empty cell and side there is a word of four line shapes (shape.h); from it follow the
// cell's kind and its worth (rule_tables.h, evaluation.h). A stone changes the words of the cells
// near it in its four lines and of no others, so playing one costs forty look-ups; taking it back
// restores what was written down. Kinds are also kept as sets of cells ("all fours of White").
#ifndef GOMOKU_FIELD_H
#define GOMOKU_FIELD_H

#include "gomoku/board.h"
#include "gomoku/cellset.h"
#include "gomoku/evaluation.h"

enum {
    FIELD_POINTS = GOMOKU_MAX * GOMOKU_MAX,
    FIELD_CHANGES = FIELD_POINTS * (2 * DIRECTIONS * SHAPE_REACH + 1),
};

// What a stone changed of one cell: to take it back, and for field_journal().
typedef struct Change {
    uint32_t before, after; // words: Black's low, White's high
    Move cell;
    bool moved; // between the sets of kinds
} Change;

// What is not taken back piece by piece: as it was before the stone.
typedef struct Sums {
    int32_t worth[2]; // over all cells
    int32_t alive;    // cells with a word that is not 0
    int16_t counts[2][KIND_COUNT];
} Sums;

typedef struct FieldPly {
    CellSet near;
    Sums sums;
    int changes; // on the pile
} FieldPly;

// Without pointers into itself: copy it by assignment, one for each thread. Large: not on a stack.
typedef struct Field {
    Board board;
    const RuleTables *rules; // those of the evaluation
    const Evaluation *evaluation;
    uint64_t lines[LINES];        // two bits a cell, see shape.h; indexed as board.lines
    uint32_t words[BOARD_CELLS];  // Black's word low, White's high; 0 where a stone stands
    CellSet kinds[2][KIND_COUNT]; // from KIND_LISTED up, as are the counts
    Sums sums;
    CellSet empty;
    CellSet near; // within a step or two of a stone; holds occupied cells too
    int played_count;
    int change_count;
    FieldPly played[FIELD_POINTS];
    Change changes[FIELD_CHANGES];
} Field;

// The evaluation must be of the position's rule and outlive the field.
void field_from_position(Field *field, const Position *position, const Evaluation *evaluation);
// Everything but the board, from the board: the slow twin of play and undo. Nothing can be undone
// beyond this.
void field_recount(Field *field);

void field_play(Field *field, Move cell); // an empty cell; forbidden points are not refused
void field_undo(Field *field, Move cell); // the last one played

// What the stone of this ply, counted from the position the field was made from, changed: its own cell
// first, whose words become 0, then each cell near it at most once. For what is kept in step with the words, like the first
// layer of a network; good until that stone is taken back.
const Change *field_journal(const Field *field, int ply, int *count);

static inline void field_pass(Field *field) {
    board_pass(&field->board);
}

static inline Side field_to_move(const Field *field) {
    return (Side)field->board.to_move;
}

static inline uint32_t field_word(const Field *field, Side side, Move cell) {
    return side == SIDE_BLACK ? field->words[cell] & 0xffff : field->words[cell] >> 16;
}

// The code of its word, by which weights are kept.
static inline int field_code(const Field *field, Side side, Move cell) {
    return field->rules->codes[field_word(field, side, cell)];
}

static inline int field_worth(const Field *field, Side side, Move cell) {
    return field->evaluation->worth[side][field_word(field, side, cell)];
}

// What a stone of this side would be on this empty cell.
static inline Kind field_kind(const Field *field, Side side, Move cell) {
    return (Kind)field->rules->kinds[side][field_word(field, side, cell)];
}

static inline const CellSet *field_cells(const Field *field, Side side, Kind kind) {
    return &field->kinds[side][kind];
}

static inline int field_count(const Field *field, Side side, Kind kind) {
    return field->sums.counts[side][kind];
}

// Neither side can make a five any more.
static inline bool field_dead(const Field *field) {
    return field->sums.alive == 0;
}

// May this side play on this empty cell? Only Black in renju may not everywhere.
bool field_allows(const Field *field, Side side, Move cell);
static inline bool field_allowed(const Field *field, Move cell) {
    return field_allows(field, field_to_move(field), cell);
}
// This one if the side to move may play it, else any it may, MOVE_NONE if there is none at all.
Move field_some_move(const Field *field, Move wanted);
static inline bool field_can_move(const Field *field) {
    return field_some_move(field, MOVE_NONE) != MOVE_NONE;
}

// --- threats ---

// A cell where this side wins at once, MOVE_NONE if there is none.
static inline Move field_five(const Field *field, Side side) {
    return field_count(field, side, KIND_FIVE)
               ? cellset_next(field_cells(field, side, KIND_FIVE), 0)
               : (Move)MOVE_NONE;
}

// Would a stone of the side to move neither make a four nor take one from the opponent?
static inline bool field_is_quiet(const Field *field, Move cell) {
    return field_kind(field, SIDE_BLACK, cell) < KIND_FOUR &&
           field_kind(field, SIDE_WHITE, cell) < KIND_FOUR;
}

// A cell where this side makes an open four or two fours, forbidden ones not counted: unless the
// opponent has a five, that wins in three plies. MOVE_NONE if there is none.
Move field_open_four(const Field *field, Side side);

// Adds the cells where this side would make a four or better (no five); forbidden points of a
// "maybe" kind may be among them.
void field_add_fours(const Field *field, Side side, CellSet *cells);

// The opponent has fives, the side to move has none: *every* cell that leaves it no five.
// Usually that is the point itself; in caro a stone at the other end of the five may do as well:
//
//     O X X X X . _      a white stone on the point or on _ : OXXXXXO does not win
//
// Points forbidden to the side to move are left out. An empty set: the game is lost.
void field_five_defences(const Field *field, CellSet *cells);
void field_remove_forbidden(const Field *field, CellSet *cells); // to the side to move

// The opponent could make an open four or two fours: the cells that prevent them all. With the
// fours of the side to move these are all the moves that prevent it: any other loses.
void field_open_four_defences(const Field *field, CellSet *cells);

// How a decided game goes on. The side to move cannot prevent a five: any reply, on the five if that
// is allowed, and the five. It must have a move.
void field_last_stand(Field *field, Move line[2]);
// The side to move makes an open four on line[0], the opponent having no five: any reply, and the
// five. False when there is no reply, which is a draw; only Black, in renju, may have none.
bool field_open_four_wins(Field *field, Move line[3]);
// The side to move cannot prevent an open four: any reply, the open four, any reply, and the five.
void field_open_four_stand(Field *field, Move line[4]);
// Black, in renju, may run out of points that are not forbidden, and then the game is drawn: might
// that be so within two stones?
bool field_may_run_out(const Field *field);

// --- judgement ---

// What both sides threaten, 0 .. THREAT_STATES-1.
int field_threats(const Field *field);
// For the side to move, below SCORE_LIKELY. Says little while a five or an open four can be made.
int field_evaluate(const Field *field);

#endif
