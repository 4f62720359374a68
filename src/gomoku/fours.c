// SPDX-License-Identifier: MIT
#include "gomoku/fours.h"

enum { FOURS_MAX = BOARD_POINTS }; // more than any board has room for: "whatever their number"

static const uint64_t FOURS_KEY = 0x9d3f27b6c1e4a855u;

typedef struct FourMoves {
    int count;
    Move moves[BOARD_POINTS];
} FourMoves;

// Before they are known to work, all cells that would be a fourth stone in a window, the most
// attractive first.
static void list_fours(const Field *field, FourMoves *list) {
    Side side = field_to_move(field);
    list->count = 0;
    for (int y = 0; y < field->board.height; y++) {
        uint32_t row = field->windows.threes[side][y] & field_empty_row(field, y);
        for (; row; row &= row - 1) {
            Move cell = move_at(__builtin_ctz(row), y);
            int pull = windows_pull(&field->windows, side, cell), at = list->count++;
            for (; at > 0 && windows_pull(&field->windows, side, list->moves[at - 1]) < pull; at--)
                list->moves[at] = list->moves[at - 1];
            list->moves[at] = cell;
        }
    }
}

static void keep_only(FourMoves *list, const CellList *allowed) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < allowed->count; k++)
            if (list->moves[i] == allowed->cells[k])
                list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void line_write(FourLine *line, int at, Move move) {
    if (at < PV_MAX)
        line->moves[at] = move;
}

static bool spend(Fours *fours) {
    if (effort_nodes(fours->effort) < fours->last_node && effort_spend(fours->effort))
        return true;
    fours->short_of_nodes = true;
    return false;
}

static bool attack(Fours *fours, int depth, FourLine *line, int at);

// Every defence must lose; the longest is the line.
static bool all_lose(Fours *fours, const CellList *defences, int depth, FourLine *line, int at) {
    int longest = 0;
    for (int i = 0; i < defences->count; i++) {
        if (!spend(fours))
            return false;
        FourLine branch = {.length = 0}; // what stands before `at` is written on the way back
        field_play(fours->field, defences->cells[i]);
        bool won = attack(fours, depth, &branch, at + 1);
        field_undo(fours->field, defences->cells[i]);
        if (!won)
            return false;
        line_write(&branch, at, defences->cells[i]);
        if (branch.length > longest) {
            longest = branch.length;
            *line = branch;
        }
    }
    return true;
}

// A stone was put down that should be a four. Is it one that wins?
static bool attack_holds(Fours *fours, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    Side defender = field_to_move(field);
    CellList fives, own, defences;
    field_fives(field, side_other(defender), &fives);
    if (!fives.count)
        return false;
    field_fives(field, defender, &own);
    if (own.count)
        return false;
    field_defences(field, &fives, &defences);
    if (defences.count)
        return all_lose(fours, &defences, depth, line, at);
    if (!field_can_move(field))
        return false; // renju: a draw, because Black has no move at all
    Move stand[2];
    field_last_stand(field, &fives, stand);
    line_write(line, at, stand[0]);
    line_write(line, at + 1, stand[1]);
    line->length = at + 2;
    return true;
}

static bool try_fours(Fours *fours, const FourMoves *list, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    for (int i = 0; i < list->count; i++) {
        Move four = list->moves[i];
        if (!field_allowed(field, four))
            continue;
        if (!spend(fours))
            return false;
        field_play(field, four);
        bool won = attack_holds(fours, depth - 1, line, at + 1);
        field_undo(field, four);
        if (won) {
            line_write(line, at, four);
            return true;
        }
        if (fours->short_of_nodes)
            return false;
    }
    return false;
}

// The number of fours that are known not to win stands in the score: as a depth it would make these
// small facts look dearer than anything the main search knows.
static bool known_to_fail(const Fours *fours, int depth) {
    TableEntry entry;
    return table_probe(fours->table, fours->field->board.key ^ FOURS_KEY, &entry) &&
           entry.score >= depth;
}

static void remember_failure(const Fours *fours, int depth) {
    TableEntry entry = {.move = MOVE_NONE, .bound = BOUND_UPPER, .score = (int16_t)depth};
    table_store(fours->table, fours->field->board.key ^ FOURS_KEY, &entry);
}

// The side to move attacks.
static bool attack(Fours *fours, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    Side side = field_to_move(field);
    CellList fives;
    field_fives(field, side, &fives);
    if (fives.count) {
        line_write(line, at, fives.cells[0]);
        line->length = at + 1;
        return true;
    }
    FourMoves list;
    list_fours(field, &list);
    field_fives(field, side_other(side), &fives);
    if (fives.count && list.count) {
        CellList defences;
        field_defences(field, &fives, &defences);
        keep_only(&list, &defences);
    }
    if (!list.count)
        return false;
    if (depth <= 0) {
        fours->short_of_depth = true;
        return false;
    }
    if (known_to_fail(fours, depth)) {
        fours->short_of_depth |= !known_to_fail(fours, FOURS_MAX);
        return false;
    }
    bool short_before = fours->short_of_depth;
    fours->short_of_depth = false;
    bool won = try_fours(fours, &list, depth, line, at);
    if (!won && !fours->short_of_nodes)
        remember_failure(fours, fours->short_of_depth ? depth : FOURS_MAX);
    fours->short_of_depth |= short_before;
    return won;
}

FoursVerdict fours_search(Fours *fours, int depth, FourLine *line) {
    fours->short_of_depth = fours->short_of_nodes = false;
    if (attack(fours, depth, line, 0))
        return FOURS_WIN;
    return fours->short_of_depth || fours->short_of_nodes ? FOURS_UNKNOWN : FOURS_NONE;
}

FoursVerdict fours_shortest(Fours *fours, FourLine *line) {
    for (int depth = 1;; depth++) {
        FoursVerdict verdict = fours_search(fours, depth, line);
        if (verdict != FOURS_UNKNOWN || fours->short_of_nodes)
            return verdict;
    }
}
