// SPDX-License-Identifier: MIT
#include "gomoku/fours.h"

#include "gomoku/forbidden.h"

#include <assert.h>
#include <string.h>

// What a restricted search has found to lead nowhere, a full one may still find to win.
static const uint64_t RESTRICTED_KEY = 0x9d3f27b6c1e4a855u;

enum { CHUNK = 48 }; // fours sorted at a time: seldom are there more

typedef struct FourMoves {
    int count;
    Move moves[CHUNK];
    int appeal[CHUNK];
} FourMoves;

// The most promising first: what more the stone makes, then what the evaluation thinks of it.
static int appeal_of(const Field *field, Side side, Move cell) {
    static const uint8_t ranks[KIND_COUNT] = {
        [KIND_FOUR] = 1,       [KIND_FOUR_TWO] = 2,  [KIND_MAYBE_FOUR] = 3,
        [KIND_FOUR_THREE] = 4, [KIND_OPEN_FOUR] = 5, [KIND_MAYBE_OPEN_FOUR] = 5,
    };
    return ranks[field_kind(field, side, cell)] << 16 |
           (field_worth(field, side, cell) + (1 << 15));
}

// Sorts the next few of `cells`, beginning with *cursor, which is moved on.
static void take_fours(const Field *field, const CellSet *cells, Move *cursor, FourMoves *list) {
    Side side = field_to_move(field);
    list->count = 0;
    Move cell = *cursor;
    for (; cell != MOVE_NONE && list->count < CHUNK; cell = cellset_next(cells, cell + 1)) {
        int appeal = appeal_of(field, side, cell), at = list->count++;
        for (; at > 0 && list->appeal[at - 1] < appeal; at--) {
            list->moves[at] = list->moves[at - 1];
            list->appeal[at] = list->appeal[at - 1];
        }
        list->moves[at] = cell;
        list->appeal[at] = appeal;
    }
    *cursor = cell;
}

static bool spend(Fours *fours) {
    if (effort_nodes(fours->effort) < fours->last_node && effort_spend(fours->effort))
        return true;
    fours->short_of_nodes = true;
    return false;
}

// --- the end of a line ---

// Renju: White's four that cannot be parried is a draw when Black has no move at all, which only
// happens on a board that is all but full. A point that no line of Black's speaks against stays
// allowed whatever White plays elsewhere.
static bool black_can_wait(const Field *field, Move four) {
    CELLSET_EACH (cell, &field->empty)
        if (cell != four && field_kind(field, SIDE_BLACK, cell) < KIND_FORBIDDEN)
            return true;
    return false;
}

// An open four, seen without playing on.
static bool wins_at_once(Fours *fours, FourLine *line, int at) {
    Field *field = fours->field;
    Side side = field_to_move(field);
    Move four = field_open_four(field, side);
    if (four == MOVE_NONE ||
        (field->board.rule == RULE_RENJU && side == SIDE_WHITE && !black_can_wait(field, four)))
        return false;
    line->moves[at] = four;
    line->length = at + 3;
    return true;
}

// --- the search ---

static bool attack(Fours *fours, int depth, FourLine *line, int at);

static void copy_tail(FourLine *to, const FourLine *from, int at) {
    to->length = from->length;
    memcpy(to->moves + at, from->moves + at, (size_t)(from->length - at) * sizeof *to->moves);
}

static bool answer(Fours *fours, Move defence, int depth, FourLine *line, int at) {
    if (!spend(fours))
        return false;
    field_play(fours->field, defence);
    bool won = attack(fours, depth, line, at + 1);
    field_undo(fours->field, defence);
    line->moves[at] = defence;
    return won;
}

// Caro knows more than one defence: every one must lose, and the longest is the line.
static bool all_lose(Fours *fours, const CellSet *defences, int depth, FourLine *line, int at) {
    FourLine longest;
    longest.length = 0;
    CELLSET_EACH (cell, defences) {
        if (!answer(fours, cell, depth, line, at))
            return false;
        if (line->length > longest.length)
            copy_tail(&longest, line, at);
    }
    copy_tail(line, &longest, at);
    return true;
}

// A four has been played: does every reply lose?
static bool four_holds(Fours *fours, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    CellSet defences;
    field_five_defences(field, &defences);
    Move defence = cellset_next(&defences, 0);
    if (defence != MOVE_NONE)
        return cellset_next(&defences, defence + 1) == MOVE_NONE
                   ? answer(fours, defence, depth, line, at)
                   : all_lose(fours, &defences, depth, line, at);
    if (!field_can_move(field))
        return false; // renju: a draw, because Black has no move at all
    line->length = at + 2;
    return true;
}

static bool try_four(Fours *fours, Move four, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    if (!field_allowed(field, four) || !spend(fours))
        return false;
    field_play(field, four);
    bool won = four_holds(fours, depth - 1, line, at + 1);
    field_undo(field, four);
    line->moves[at] = four;
    return won;
}

static bool try_fours(Fours *fours, const CellSet *cells, int depth, FourLine *line, int at) {
    FourMoves list;
    for (Move cursor = cellset_next(cells, 0); cursor != MOVE_NONE;) {
        take_fours(fours->field, cells, &cursor, &list);
        for (int i = 0; i < list.count; i++) {
            if (try_four(fours, list.moves[i], depth, line, at))
                return true;
            if (fours->short_of_nodes)
                return false;
        }
    }
    return false;
}

static bool search_fours(Fours *fours, const CellSet *cells, int depth, FourLine *line, int at) {
    uint64_t key = fours->field->board.key ^ (fours->restricted ? RESTRICTED_KEY : 0);
    int known = vcf_cache_fours(fours->vcf_cache, key);
    if (known >= depth) {
        fours->short_of_depth |= known != VCF_ALL;
        return false;
    }
    bool short_before = fours->short_of_depth;
    fours->short_of_depth = false;
    bool won = try_fours(fours, cells, depth, line, at);
    if (!won && !fours->short_of_nodes)
        vcf_cache_note(fours->vcf_cache, key, fours->short_of_depth ? depth : VCF_ALL);
    fours->short_of_depth |= short_before;
    return won;
}

// The side to move attacks.
static bool attack(Fours *fours, int depth, FourLine *line, int at) {
    Field *field = fours->field;
    Side side = field_to_move(field);
    if (!(fours->restricted ? fours_exist_restricted(field, side) : fours_exist(field, side)))
        return false;
    Move five = field_five(field, side);
    if (five != MOVE_NONE) {
        line->moves[at] = five;
        line->length = at + 1;
        return true;
    }
    if (depth <= 0) {
        fours->short_of_depth = true;
        return false;
    }
    CellSet cells = {{0}};
    if (!field_count(field, side_other(side), KIND_FIVE)) {
        if (wins_at_once(fours, line, at))
            return true;
        field_add_fours(field, side, &cells);
        if (fours->restricted)
            cellset_remove(&cells, field_cells(field, side, KIND_FOUR));
    } else {
        CellSet defences;
        field_five_defences(field, &defences);
        field_add_fours(field, side, &cells);
        cellset_keep(&cells, &defences);
        if (cellset_next(&cells, 0) == MOVE_NONE)
            return false;
    }
    return search_fours(fours, &cells, depth, line, at);
}

// --- from outside ---

// The search ends with a four that nothing parries. For those who read the line: a reply, in the
// way if that is allowed, and the five.
static void write_end(const Field *field, FourLine *line) {
    if (line->length < 3)
        return;
    Board board = field->board;
    Side attacker = (Side)board.to_move;
    Move *end = line->moves + line->length - 2, fives[2 * DIRECTIONS];
    for (Move *move = line->moves; move < end; move++)
        board_play(&board, *move);
    int count = board_fives_through(&board, end[-1], fives);
    end[0] = MOVE_NONE;
    for (int i = 0; i < count && end[0] == MOVE_NONE; i++)
        if (forbidden_allows(&board, (Side)board.to_move, fives[i]))
            end[0] = fives[i];
    if (end[0] == MOVE_NONE)
        end[0] = forbidden_some_move(&board, (Side)board.to_move);
    board_play(&board, end[0]);
    for (int i = 0; i < count; i++)
        if (fives[i] != end[0] && board_makes_five(&board, fives[i], attacker))
            end[1] = fives[i];
}

FoursVerdict fours_search(Fours *fours, int depth, FourLine *line) {
    assert(depth >= 0);
    fours->short_of_depth = fours->short_of_nodes = false;
    if (attack(fours, depth, line, 0)) {
        write_end(fours->field, line);
        return FOURS_WIN;
    }
    return fours->short_of_depth || fours->short_of_nodes || fours->restricted ? FOURS_UNKNOWN
                                                                               : FOURS_NONE;
}

FoursVerdict fours_shortest(Fours *fours, FourLine *line) {
    for (int depth = 1;; depth++) {
        FoursVerdict verdict = fours_search(fours, depth, line);
        if (verdict != FOURS_UNKNOWN || fours->short_of_nodes)
            return verdict;
    }
}

FoursVerdict fours_win(Fours *fours, FourLine *line) {
    uint64_t last = fours->last_node;
    FoursVerdict verdict = fours_search(fours, FOURS_ANY, line);
    uint64_t spent = effort_nodes(fours->effort);
    if (verdict != FOURS_WIN || line->length <= 3 || spent >= last)
        return verdict;
    FourLine shorter;
    fours->last_node = spent + (last - spent) / 4;
    if (fours_shortest(fours, &shorter) == FOURS_WIN)
        copy_tail(line, &shorter, 0);
    fours->last_node = last;
    return FOURS_WIN;
}
