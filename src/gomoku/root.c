// SPDX-License-Identifier: MIT
#include "gomoku/root.h"

#include "gomoku/picks.h"
#include "gomoku/tunables.h"

#include <string.h>

// --- the moves ---

static void bring_forward(Root *root, int from, int to) {
    Move move = root->moves[from];
    memmove(root->moves + to + 1, root->moves + to, (size_t)(from - to) * sizeof *root->moves);
    root->moves[to] = move;
}

static void add_allowed(Root *root, const Field *field, const CellList *cells) {
    for (int i = 0; i < cells->count; i++)
        if (field_allowed(field, cells->cells[i]))
            root->moves[root->count++] = cells->cells[i];
}

static void add_near(Root *root, const Worker *worker) {
    const Field *field = &worker->field;
    Picks picks;
    Hints hints = {MOVE_NONE, {MOVE_NONE, MOVE_NONE}, worker->history[field_to_move(field)]};
    root->complete = picks_near(&picks, field);
    picks_score(&picks, field, &hints);
    for (int i = 0; i < picks.count; i++) {
        Move move = picks_next(&picks, i);
        if (field_allowed(field, move))
            root->moves[root->count++] = move;
    }
}

// The rare case that no near point is allowed.
static void add_all(Root *root, const Field *field) {
    root->complete = true;
    for (int y = 0; y < field->board.height; y++)
        for (uint32_t row = field_empty_row(field, y); row; row &= row - 1) {
            Move move = move_at(__builtin_ctz(row), y);
            if (field_allowed(field, move))
                root->moves[root->count++] = move;
        }
}

// --- what is seen at a glance ---

// Is this a four that cannot be stopped: an open one, or two at once?
static bool is_winning_four(Field *field, Move move) {
    CellList fives, replies, defences;
    bool wins = false;
    field_play(field, move);
    field_fives(field, side_other(field_to_move(field)), &fives);
    field_fives(field, field_to_move(field), &replies);
    if (fives.count && !replies.count) {
        field_defences(field, &fives, &defences);
        wins = !defences.count && field_can_move(field);
    }
    field_undo(field, move);
    return wins && field_allowed(field, move);
}

// All of them for the side to move.
static void list_winning_fours(Field *field, CellList *list) {
    Side side = field_to_move(field);
    list->count = 0;
    for (int y = 0; y < field->board.height; y++)
        for (uint32_t row = field->windows.threes[side][y] & field_empty_row(field, y); row;
             row &= row - 1) {
            Move move = move_at(__builtin_ctz(row), y);
            if (list->count < CELLS_MAX && is_winning_four(field, move))
                list->cells[list->count++] = move;
        }
}

static bool answers(Field *field, Move move, const CellList *threats) {
    bool safe = true;
    field_play(field, move);
    for (int i = 0; i < threats->count && safe; i++)
        safe = threats->cells[i] == move || !is_winning_four(field, threats->cells[i]);
    field_undo(field, move);
    return safe;
}

// The first move is the answer when there is no time to search at all: `timeout_turn 0`, or a
// machine so busy that the clock has run out before the first node. It makes an open four or
// prevents one all the same.
static void begin_with_fours(Root *root, Field *field) {
    CellList own, his;
    list_winning_fours(field, &own);
    board_pass(&field->board);
    list_winning_fours(field, &his);
    board_pass(&field->board);
    if (!own.count && !his.count)
        return;
    for (int i = 0; i < root->count; i++)
        if (own.count ? root->moves[i] == own.cells[0] : answers(field, root->moves[i], &his)) {
            bring_forward(root, i, 0);
            return;
        }
}

void root_begin(Root *root, Worker *worker) {
    Field *field = &worker->field;
    Side side = field_to_move(field);
    CellList own, his, defences;
    *root = (Root){.complete = true};
    field_fives(field, side, &own);
    field_fives(field, side_other(side), &his);
    root->forced = own.count || his.count;
    if (own.count) {
        add_allowed(root, field, &own);
    } else if (his.count) {
        field_defences(field, &his, &defences);
        // When nothing helps, stand in the way all the same.
        add_allowed(root, field, defences.count ? &defences : &his);
    } else {
        add_near(root, worker);
        if (worker->level.fours)
            begin_with_fours(root, field);
    }
    if (!root->count)
        add_all(root, field);
}

// --- an iteration ---

static void line_write(Line *line, const Worker *worker, int score, const Move *moves, int length) {
    bool dead = windows_dead(&worker->field.windows);
    size_t kept = length < PV_MAX ? (size_t)length : PV_MAX;
    *line = (Line){
        .score = score,
        .drawn = dead,
        .win = score_win_rate(score, WIN_SCALE),
        .visits = -1,
        .pv_length = kept,
    };
    memcpy(line->pv, moves, kept * sizeof *moves);
}

bool root_fours(Root *root, Worker *worker, int depth, Line *line) {
    if (root->fours_exhausted || root->forced || !worker->level.fours)
        return false;
    uint64_t patience = (uint64_t)FOURS_ROOT_NODES * (uint64_t)depth * (uint64_t)depth;
    Fours fours = {
        .field = &worker->field,
        .effort = &worker->effort,
        .table = worker->table,
        .last_node = effort_nodes(&worker->effort) + patience,
    };
    FourLine found;
    FoursVerdict verdict = fours_shortest(&fours, &found);
    root->fours_exhausted = verdict == FOURS_NONE;
    if (verdict != FOURS_WIN)
        return false;
    line_write(line, worker, score_win_in(found.length), found.moves, found.length);
    return true;
}

static int root_value(Worker *worker, Move move, int index, int alpha, int depth) {
    const Field *field = &worker->field;
    if (board_makes_five(&field->board, move, field_to_move(field))) {
        worker->pv[1].length = 0;
        return effort_spend(&worker->effort) ? score_win_in(1) : 0;
    }
    if (index == 0)
        return worker_try(worker, move, -SCORE_INFINITE, SCORE_INFINITE, depth - 1, 0);
    int value = worker_try(worker, move, alpha, alpha + 1, depth - 1, 0);
    if (value > alpha && !worker->effort.over)
        value = worker_try(worker, move, alpha, SCORE_INFINITE, depth - 1, 0);
    return value;
}

// The best of the moves from `first` on, brought to `first`.
static bool search_line(Root *root, Worker *worker, int depth, int first, Line *line) {
    int best = -SCORE_INFINITE;
    for (int i = first; i < root->count; i++) {
        int value = root_value(worker, root->moves[i], i - first, best, depth);
        if (worker->effort.over)
            break;
        if (value <= best)
            continue;
        best = value;
        worker_keep_line(worker, 0, root->moves[i]);
        bring_forward(root, i, first);
        int shown = root->complete ? best : worker_doubt(best);
        line_write(line, worker, shown, worker->pv[0].moves, worker->pv[0].length);
    }
    return best > -SCORE_INFINITE;
}

bool root_search(Root *root, Worker *worker, int depth, Line *lines, size_t room, size_t *count) {
    *count = 0;
    while (*count < room && *count < (size_t)root->count &&
           search_line(root, worker, depth, (int)*count, &lines[*count]))
        ++*count;
    return *count > 0;
}
