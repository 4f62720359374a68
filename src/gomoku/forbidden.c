// SPDX-License-Identifier: MIT
// Forbidden points read off the bit lines.
//
// A line's part in the question is settled by the run the stone would stand in (line.h): its
// length, and what it grows to when one of its two ends is filled. So a line holds at most two
// fours and at most one three, and no table of patterns is needed.
//
// Whether a three counts depends on the board with two more stones, and so on. Those stones are
// never put on the board: they hang in a chain on the call stack and are laid over the lines they
// touch, so the board stays const and may be shared. Each level adds a stone, and asks further only
// if two lines look like threes; that ends the recursion soon. The worst boards a hill climber
// could build in a million steps took 100 calls of judge() on 15x15 and 400 on 25x25.
#include "gomoku/forbidden.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { MADE_FIVE = 8 }; // beside the reasons: the stone makes five, which is no reason but no three

// A stone thought to be on the board, and those before it.
typedef struct ForbiddenQuestion {
    Move cell;
    const struct ForbiddenQuestion *before;
} ForbiddenQuestion;

// What the newest stone makes of one line.
typedef struct ForbiddenShape {
    int length;      // of its run
    int fours;       // 0 .. 2
    int straight[2]; // bits where a further stone makes a straight four, if that move is allowed
    int straights;   // 0: no three
} ForbiddenShape;

// Is the run a straight four: both ends empty, and a stone on either makes exactly five?
//
//     . [XXXX] .      but not   X . [XXXX] .    where the left end would make six
static inline bool is_straight_four(uint32_t own, uint32_t empty, LineRun run) {
    return run_length(run) == 4 && line_has(empty, run.first - 1) &&
           line_has(empty, run.last + 1) && !line_has(own, run.first - 2) &&
           !line_has(own, run.last + 2);
}

static inline ForbiddenShape shape_of(uint32_t own, uint32_t empty, int at) {
    LineRun run = line_run(own, at);
    ForbiddenShape shape = {.length = run_length(run)};
    if (shape.length >= FIVE)
        return shape;
    int ends[2] = {run.first - 1, run.last + 1};
    for (int i = 0; i < 2; i++) {
        if (!line_has(empty, ends[i]))
            continue;
        LineRun grown = line_run_with(own, ends[i]);
        if (run_length(grown) == FIVE)
            shape.fours++;
        else if (is_straight_four(own, empty, grown))
            shape.straight[shape.straights++] = ends[i];
    }
    // The two fives of one straight four: the same four stones, one four.
    if (shape.length == 4 && shape.fours == 2)
        shape.fours = 1;
    return shape;
}

// A line is worth a look when two stones stand within three cells of the new one: threes, fours and
// longer rows all have that.
static inline bool is_quiet(uint32_t own, int at) {
    uint32_t near = own >> (at - 3) & 0x77;
    return (near & (near - 1)) == 0;
}

static unsigned judge(const Board *board, const ForbiddenQuestion *stone, bool all);

// A line that holds a three if one of these cells may be played.
typedef struct Candidate {
    Move cells[2];
    int count;
} Candidate;

static bool is_three(const Board *board, const ForbiddenQuestion *stone,
                     const Candidate *candidate) {
    for (int i = 0; i < candidate->count; i++) {
        ForbiddenQuestion next = {candidate->cells[i], stone};
        if (judge(board, &next, false) == 0)
            return true;
    }
    return false;
}

static bool has_two_threes(const Board *board, const ForbiddenQuestion *stone,
                           const Candidate *candidates, int count) {
    int needed = 2;
    for (int i = 0; i < count && needed > 0 && count - i >= needed; i++)
        needed -= is_three(board, stone, &candidates[i]);
    return needed <= 0;
}

// The newest stone on a board with all the stones thought of: MADE_FIVE, or the reasons against it.
// `all`: every reason, otherwise one is enough.
static unsigned judge(const Board *board, const ForbiddenQuestion *stone, bool all) {
    Candidate candidates[DIRECTIONS];
    int fours = 0, candidate_count = 0;
    unsigned reasons = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int index = board_line_index(d, stone->cell), at = board_line_bit(d, stone->cell);
        uint32_t own = board->lines[index].cells[CELL_BLACK];
        uint32_t empty = board->lines[index].cells[CELL_EMPTY];
        // `empty` keeps its old bits: it is only asked about cells without a stone of ours.
        for (const ForbiddenQuestion *t = stone; t; t = t->before)
            if (board_line_index(d, t->cell) == index)
                own |= 1u << board_line_bit(d, t->cell);
        if (is_quiet(own, at))
            continue;
        ForbiddenShape shape = shape_of(own, empty, at);
        if (shape.length == FIVE)
            return MADE_FIVE;
        if (shape.length > FIVE)
            reasons |= FORBIDDEN_OVERLINE;
        fours += shape.fours;
        if (shape.straights) {
            Candidate *candidate = &candidates[candidate_count++];
            candidate->count = shape.straights;
            for (int i = 0; i < shape.straights; i++)
                candidate->cells[i] =
                    (Move)(stone->cell + (shape.straight[i] - at) * board_step(d));
        }
    }
    if (fours >= 2)
        reasons |= FORBIDDEN_FOURS;
    if ((all || !reasons) && has_two_threes(board, stone, candidates, candidate_count))
        reasons |= FORBIDDEN_THREES;
    return reasons;
}

static inline unsigned loud(const Board *board, int direction, Move cell) {
    return !is_quiet(board_line(board, direction, cell)->cells[CELL_BLACK],
                     board_line_bit(direction, cell));
}

// Most points of most boards end here: fewer than two lines have anything to say. One line alone
// can only be an overline or two fours, and both have four stones within four cells of the new one.
// No branches between the lines, and each direction a constant: this runs for every point of a
// search.
static inline bool is_quiet_point(const Board *board, Move cell) {
    unsigned lines[DIRECTIONS] = {loud(board, 0, cell), loud(board, 1, cell), loud(board, 2, cell),
                                  loud(board, 3, cell)};
    unsigned count = lines[0] + lines[1] + lines[2] + lines[3];
    if (count != 1)
        return count == 0;
    int direction = (int)(lines[1] + 2 * lines[2] + 3 * lines[3]);
    uint32_t own = board_line(board, direction, cell)->cells[CELL_BLACK];
    uint32_t near = own >> (board_line_bit(direction, cell) - 4) & 0x1ef;
    return __builtin_popcount(near) < 4;
}

static inline unsigned reasons_at(const Board *board, Move cell, bool all) {
    if (is_quiet_point(board, cell))
        return 0;
    return judge(board, &(ForbiddenQuestion){cell, NULL}, all) & ~(unsigned)MADE_FIVE;
}

unsigned forbidden_at(const Board *board, Move cell) {
    assert(board_at(board, cell) == CELL_EMPTY);
    return reasons_at(board, cell, true);
}

bool forbidden_is(const Board *board, Move cell) {
    return reasons_at(board, cell, false) != 0;
}

Move forbidden_some_move(const Board *board, Side side) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            if (board_at(board, move_at(x, y)) == CELL_EMPTY &&
                forbidden_allows(board, side, move_at(x, y)))
                return move_at(x, y);
    return MOVE_NONE;
}

char *forbidden_text(unsigned reasons, char out[FORBIDDEN_CHARS]) {
    static const struct {
        unsigned reason;
        const char *text;
    } names[] = {{FORBIDDEN_OVERLINE, "6"}, {FORBIDDEN_FOURS, "44"}, {FORBIDDEN_THREES, "33"}};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (reasons & names[i].reason) {
            if (out[0])
                strcat(out, "+");
            strcat(out, names[i].text);
        }
    return out;
}
