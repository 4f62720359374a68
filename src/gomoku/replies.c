// SPDX-License-Identifier: MIT
#include "gomoku/replies.h"

// Lost if there is no reply, unless that is because there is no move at all.
static Threat conclude(const Field *field, Replies *replies) {
    if (cellset_next(&replies->cells, 0) != MOVE_NONE)
        return THREAT_ANSWERABLE;
    return field_can_move(field) ? THREAT_WINS : THREAT_NONE;
}

static Threat to_five(const Field *field, Replies *replies) {
    replies->plies = 2;
    field_five_defences(field, &replies->cells);
    return conclude(field, replies);
}

// Renju: White's win needs a move for Black to make in vain. A stone changes what Black may do on
// the cells of its lines at most; with more than those to spare there always is one.
static bool black_has_room(const Field *field) {
    enum { ENOUGH = 3 * (2 * DIRECTIONS * SHAPE_REACH + 1) };
    int safe = 0;
    for (Move cell = cellset_next(&field->empty, 0); cell != MOVE_NONE && safe < ENOUGH;
         cell = cellset_next(&field->empty, cell + 1))
        safe += field_kind(field, SIDE_BLACK, cell) < KIND_FORBIDDEN;
    return safe >= ENOUGH;
}

static bool all_may_matter(const Field *field) {
    return field->board.rule == RULE_RENJU && field_to_move(field) == SIDE_BLACK &&
           !black_has_room(field);
}

static Threat to_open_four(const Field *field, Replies *replies) {
    replies->plies = 4;
    if (all_may_matter(field))
        replies->cells = field->empty;
    else
        field_open_four_defences(field, &replies->cells);
    field_add_fours(field, field_to_move(field), &replies->cells);
    field_remove_forbidden(field, &replies->cells);
    return conclude(field, replies);
}

// --- a win by fours ---

static void add_lines_of(const Field *field, Move cell, CellSet *cells) {
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = -SHAPE_REACH; i <= SHAPE_REACH; i++) {
            int near = cell + i * board_step(d);
            if (board_at(&field->board, near) == CELL_EMPTY)
                cellset_add(cells, (Move)near);
        }
}

// Whether two threes of Black's are two threes is decided by more than the lines of the point.
static bool is_doubtful(const Field *field, Move cell) {
    return field_kind(field, SIDE_BLACK, cell) > KIND_FORBIDDEN;
}

// Before this move of the line: may a stone out of its moves' reach change that it works?
static bool reaches_far(const Field *field, Side attacker, Move move) {
    if (field_to_move(field) == attacker)
        return attacker == SIDE_BLACK && is_doubtful(field, move);
    // A point that Black may not take, and so lost: renju.
    Move five = field_five(field, attacker);
    if (five != move && is_doubtful(field, five))
        return true;
    // Caro: there were other defences, and they lost in ways that are not in the line.
    CellSet defences;
    field_five_defences(field, &defences);
    Move first = cellset_next(&defences, 0);
    return first != MOVE_NONE && cellset_next(&defences, first + 1) != MOVE_NONE;
}

// The cells where a stone may matter to the line: those in reach of its moves, or all. The opponent
// of the line is to move.
static void find_touching(Field *field, const FourLine *line, CellSet *cells) {
    bool all = all_may_matter(field);
    int played = 0;
    *cells = (CellSet){{0}};
    field_pass(field);
    Side attacker = field_to_move(field);
    for (; played < line->length && !all; played++) {
        all = reaches_far(field, attacker, line->moves[played]);
        add_lines_of(field, line->moves[played], cells);
        if (played % 2)
            add_lines_of(field, field_five(field, attacker), cells);
        field_play(field, line->moves[played]);
    }
    while (played--)
        field_undo(field, line->moves[played]);
    field_pass(field);
    cellset_keep(cells, &field->empty);
    if (all)
        *cells = field->empty;
}

// A move of the line has made a four: is its answer still the only one, or is there none?
static bool answer_is_forced(const Field *field, Move answer, bool *won) {
    CellSet defences;
    field_five_defences(field, &defences);
    Move only = cellset_next(&defences, 0);
    *won = only == MOVE_NONE && field_can_move(field);
    return only == answer && cellset_next(&defences, only + 1) == MOVE_NONE;
}

// Does the line, played as it is by the side to move, still win?
static bool line_holds(Fours *fours, const FourLine *line) {
    Field *field = fours->field;
    Side side = field_to_move(field);
    int played = 0;
    bool won = false, holds = true;
    while (holds && !won) {
        Move move = line->moves[played];
        won = field_five(field, side) != MOVE_NONE;
        holds = won ||
                (played + 1 < line->length && board_at(&field->board, move) == CELL_EMPTY &&
                 field_kind(field, side, move) >= KIND_FOUR && field_allowed(field, move) &&
                 field_kind(field, side, move) != KIND_MAYBE_THREE && effort_spend(fours->effort));
        if (won || !holds)
            break;
        field_play(field, move);
        played++;
        holds = field_five(field, side_other(side)) == MOVE_NONE &&
                (answer_is_forced(field, line->moves[played], &won) || won) &&
                effort_spend(fours->effort);
        if (holds && !won)
            field_play(field, line->moves[played++]);
    }
    while (played--)
        field_undo(field, line->moves[played]);
    return holds;
}

static bool line_survives(Fours *fours, const FourLine *line, Move reply) {
    Field *field = fours->field;
    if (!effort_spend(fours->effort))
        return false;
    field_play(field, reply);
    bool holds =
        field_five(field, side_other(field_to_move(field))) == MOVE_NONE && line_holds(fours, line);
    field_undo(field, reply);
    return holds;
}

static Threat to_fours(Fours *fours, FourLine *line, Replies *replies) {
    Field *field = fours->field;
    field_pass(field);
    FoursVerdict verdict = fours_search(fours, FOURS_ANY, line);
    field_pass(field);
    if (verdict != FOURS_WIN)
        return verdict == FOURS_NONE ? THREAT_NONE : THREAT_UNKNOWN;
    CellSet touching;
    find_touching(field, line, &touching);
    field_add_fours(field, field_to_move(field), &touching);
    field_remove_forbidden(field, &touching);
    replies->plies = 1 + line->length;
    replies->cells = (CellSet){{0}};
    CELLSET_EACH (cell, &touching)
        if (!line_survives(fours, line, cell))
            cellset_add(&replies->cells, cell);
    return conclude(field, replies);
}

Threat replies_find(Fours *fours, FourLine *line, Replies *replies) {
    const Field *field = fours->field;
    Side attacker = side_other(field_to_move(field));
    if (field_count(field, attacker, KIND_FIVE))
        return to_five(field, replies);
    if (field_count(field, attacker, KIND_OPEN_FOUR))
        return to_open_four(field, replies);
    return fours_exist(field, attacker) ? to_fours(fours, line, replies) : THREAT_NONE;
}
