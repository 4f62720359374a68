// SPDX-License-Identifier: MIT
// nthu's patterns, and a way to score a move that gives the same numbers without measuring most
// directions: a direction without a stone of one's own within two cells matches nothing.
#include "lab/nthu_eval.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// The shapes patterns are made of, counted over the four directions.
typedef enum NthuShape {
    SHAPE_NONE,
    SHAPE_FIVE,        // XXXXX and longer, whatever the ends
    SHAPE_LIVE_FOUR,   // .XXXX.
    SHAPE_HALF_FOUR,   // OXXXX.
    SHAPE_BROKEN_FOUR, // XX.XX, whatever the ends
    SHAPE_LIVE_THREE,  // .XXX. and .X.XX.
    SHAPE_HALF_THREE,  // OXXX. and OX.XX.
    SHAPE_LIVE_TWO,    // .XX. and .X.X.
    SHAPE_COUNT,
} NthuShape;

// One shape several times, or two different ones. Down to two live threes they are the document's;
// the lower ones are ours, as are their scores.
typedef struct Pattern {
    NthuShape shape;
    int times;
    NthuShape and_shape;
    int score;
} Pattern;

static const Pattern patterns[] = {
    {SHAPE_FIVE, 1, SHAPE_NONE, NTHU_FIVE},        {SHAPE_LIVE_FOUR, 1, SHAPE_NONE, 700},
    {SHAPE_HALF_FOUR, 2, SHAPE_NONE, 700},         {SHAPE_BROKEN_FOUR, 2, SHAPE_NONE, 700},
    {SHAPE_HALF_FOUR, 1, SHAPE_BROKEN_FOUR, 700},  {SHAPE_HALF_FOUR, 1, SHAPE_LIVE_THREE, 500},
    {SHAPE_BROKEN_FOUR, 1, SHAPE_LIVE_THREE, 500}, {SHAPE_LIVE_THREE, 2, SHAPE_NONE, NTHU_THREAT},
    {SHAPE_LIVE_THREE, 1, SHAPE_NONE, 100},        {SHAPE_HALF_FOUR, 1, SHAPE_NONE, 60},
    {SHAPE_BROKEN_FOUR, 1, SHAPE_NONE, 60},        {SHAPE_LIVE_TWO, 2, SHAPE_NONE, 30},
    {SHAPE_LIVE_TWO, 1, SHAPE_NONE, 10},           {SHAPE_HALF_THREE, 1, SHAPE_NONE, 8},
};

// One direction through a stone: {stones in a row, blocked ends, empty spaces inside}.
typedef struct NthuMeasure {
    int length, blocked, spaces;
} NthuMeasure;

static NthuShape shape_of(NthuMeasure measure) {
    static const NthuShape contiguous_fours[] = {SHAPE_LIVE_FOUR, SHAPE_HALF_FOUR, SHAPE_NONE};
    static const NthuShape threes[] = {SHAPE_LIVE_THREE, SHAPE_HALF_THREE, SHAPE_NONE};
    if (measure.length >= 5)
        return measure.spaces ? SHAPE_NONE : SHAPE_FIVE;
    if (measure.length == 4)
        return measure.spaces ? SHAPE_BROKEN_FOUR : contiguous_fours[measure.blocked];
    if (measure.length == 3)
        return threes[measure.blocked];
    return measure.length == 2 && !measure.blocked ? SHAPE_LIVE_TWO : SHAPE_NONE;
}

// Counts of shapes, three bits each, above the number of stones beside.
enum { BESIDE_BITS = 6, SHAPE_BITS = 3 };

static uint32_t pack(NthuMeasure measure) {
    NthuShape shape = shape_of(measure);
    uint32_t beside = (uint32_t)measure.length - 1;
    return shape ? beside | 1u << (BESIDE_BITS + SHAPE_BITS * (shape - 1)) : beside;
}

static int count_of(uint32_t sum, NthuShape shape) {
    return (int)(sum >> (BESIDE_BITS + SHAPE_BITS * (shape - 1)) & ((1 << SHAPE_BITS) - 1));
}

// The stones beside this one, and the patterns, highest first, until one of them is a threat.
static int match(uint32_t sum) {
    int score = (int)(sum & ((1 << BESIDE_BITS) - 1));
    if (!(sum >> BESIDE_BITS))
        return score;
    // "Four" is one pattern, half-open or broken: one of each scores once, hence the threshold.
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && score < NTHU_THREAT; i++) {
        const Pattern *pattern = &patterns[i];
        if (count_of(sum, pattern->shape) >= pattern->times &&
            (!pattern->and_shape || count_of(sum, pattern->and_shape)))
            score += pattern->score;
    }
    return score;
}

// --- measuring ---

// One side of a cell: stones next to it and what ends them, and the same behind one gap.
typedef struct Arm {
    int length, end;
    int gap_length, gap_end; // gap_length 0: no stone of one's own behind an empty end
} Arm;

static inline Arm arm_of(LinePair words, int direction, Move cell, int colour, int back) {
    uint64_t behind = line_behind(words, direction, cell, back);
    Arm arm = {.length = line_run(behind, colour)};
    behind >>= 2 * arm.length;
    arm.end = (int)(behind & 3);
    if (arm.end == SEEN_EMPTY) {
        behind >>= 2;
        arm.gap_length = line_run(behind, colour);
        arm.gap_end = (int)(behind >> (2 * arm.gap_length) & 3);
    }
    return arm;
}

static NthuMeasure contiguous(Arm first, Arm second) {
    return (NthuMeasure){1 + first.length + second.length,
                         2 - (first.end == SEEN_EMPTY) - (second.end == SEEN_EMPTY), 0};
}

// There is one gap to spend, and the first arm that can spends it.
static NthuMeasure gapped(Arm first, Arm second) {
    Arm *jumps = first.gap_length ? &first : second.gap_length ? &second : NULL;
    int spaces = jumps != NULL;
    if (jumps) {
        jumps->length += jumps->gap_length;
        jumps->end = jumps->gap_end;
    }
    NthuMeasure measure = contiguous(first, second);
    measure.spaces = spaces;
    return measure;
}

// Is there a stone of this colour among the two cells on either side?
static inline bool has_company(uint64_t word, int place, int colour) {
    uint64_t cells = word >> (2 * (place + LINES_PADDING - 2));
    uint64_t low = colour == SEEN_BLACK ? cells & ~(cells >> 1) : cells >> 1 & ~cells;
    return (low & 0x145) != 0; // bits 0, 2, 6 and 8: all but the cell itself
}

static NthuPart part_of(LinePair words, int direction, Move cell, Side side) {
    int colour = (int)side_cell(side);
    if (!has_company(words.read[0], line_place(direction, cell, 0), colour))
        return (NthuPart){0, 0};
    Arm first = arm_of(words, direction, cell, colour, 0);
    Arm second = arm_of(words, direction, cell, colour, 1);
    return (NthuPart){pack(contiguous(first, second)), pack(gapped(first, second))};
}

static void rate(NthuScore *score) {
    NthuPart sum = {0, 0};
    for (int d = 0; d < LINES_DIRECTIONS; d++) {
        sum.plain += score->parts[d].plain;
        sum.wide += score->parts[d].wide;
    }
    score->score = match(sum.plain);
    int wide = sum.wide == sum.plain ? score->score : match(sum.wide);
    if (wide > score->score)
        score->score = wide;
}

void nthu_board_set(NthuBoard *board, const Position *position) {
    memset(board, 0, sizeof *board);
    lines_set(&board->lines, position);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            for (int side = 0; side < 2; side++) {
                Move cell = move_at(x, y);
                NthuScore *score = &board->scores[side][cell];
                for (int d = 0; d < LINES_DIRECTIONS; d++)
                    score->parts[d] =
                        part_of(line_words(&board->lines, d, cell), d, cell, (Side)side);
                rate(score);
            }
}

static void rescore(NthuBoard *board, Move cell, int direction, LinePair words, NthuUndo *undo) {
    int at = undo->count++;
    undo->changed[at].cell = cell;
    for (int side = 0; side < 2; side++) {
        NthuScore *score = &board->scores[side][cell];
        undo->changed[at].old[side] = *score;
        NthuPart part = part_of(words, direction, cell, (Side)side);
        NthuPart *now = &score->parts[direction];
        if (part.plain == now->plain && part.wide == now->wide)
            continue;
        *now = part;
        rate(score);
    }
}

void nthu_board_play(NthuBoard *board, Move cell, Side side, NthuUndo *undo) {
    lines_flip(&board->lines, cell, side);
    undo->count = 0;
    for (int d = 0; d < LINES_DIRECTIONS; d++) {
        LinePair words = line_words(&board->lines, d, cell);
        for (int back = 0; back < 2; back++) {
            uint64_t behind = line_behind(words, d, cell, back);
            int empties = 0;
            for (int i = 1; empties < 2 && (behind & 3) != SEEN_EDGE; i++, behind >>= 2)
                if ((behind & 3) == SEEN_EMPTY) {
                    empties++;
                    rescore(board, line_step(d, cell, i, back), d, words, undo);
                }
        }
    }
}

void nthu_board_undo(NthuBoard *board, Move cell, Side side, const NthuUndo *undo) {
    for (int i = undo->count - 1; i >= 0; i--)
        for (int of = 0; of < 2; of++)
            board->scores[of][undo->changed[i].cell] = undo->changed[i].old[of];
    lines_flip(&board->lines, cell, side);
}
