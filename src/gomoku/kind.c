// SPDX-License-Identifier: MIT
#include "gomoku/kind.h"

typedef struct Tally {
    int fives, overlines, double_fours, open_fours, fours, open_threes, twos, ones;
} Tally;

static Tally count_shapes(uint32_t word) {
    Tally tally = {0};
    for (int d = 0; d < 4; d++) {
        Shape shape = word_shape(word, d);
        tally.fives += shape == SHAPE_FIVE;
        tally.overlines += shape == SHAPE_OVERLINE;
        tally.double_fours += shape == SHAPE_DOUBLE_FOUR;
        tally.open_fours += shape == SHAPE_OPEN_FOUR;
        tally.fours += shape == SHAPE_FOUR;
        tally.open_threes += shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_FREE;
        tally.twos += shape >= SHAPE_OPEN_TWO && shape <= SHAPE_THREE_WIDE;
        tally.ones += shape >= SHAPE_ONE && shape < SHAPE_OPEN_TWO;
    }
    return tally;
}

static Kind kind_of_fours(Tally tally) {
    if (tally.open_fours || tally.fours > 1)
        return KIND_OPEN_FOUR;
    if (tally.open_threes)
        return KIND_FOUR_THREE;
    return tally.twos ? KIND_FOUR_TWO : KIND_FOUR;
}

Kind kind_of_word(uint32_t word, bool forbids) {
    Tally tally = count_shapes(word);
    int fours = tally.open_fours + tally.fours;
    if (tally.fives)
        return KIND_FIVE;
    if (forbids) {
        if (tally.overlines || tally.double_fours || fours > 1)
            return KIND_FORBIDDEN;
        if (tally.open_threes > 1)
            return tally.open_fours ? KIND_MAYBE_OPEN_FOUR
                   : fours          ? KIND_MAYBE_FOUR
                                    : KIND_MAYBE_THREE;
    }
    if (fours)
        return kind_of_fours(tally);
    if (tally.open_threes)
        return tally.open_threes > 1 ? KIND_THREES : tally.twos ? KIND_THREE_TWO : KIND_THREE;
    if (tally.twos)
        return tally.twos > 1 ? KIND_TWOS : KIND_TWO;
    return tally.ones ? KIND_ONE : KIND_NONE;
}

// How many ways there are to pick so many shapes, order aside, each weaker than the given one: the
// numbers of Pascal's triangle.
static const int16_t ways_below[5][SHAPE_COUNT] = {
    {0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
};

// Brings two shapes into rising order.
static inline void sort_pair(int *a, int *b) {
    if (*a > *b) {
        int kept = *a;
        *a = *b;
        *b = kept;
    }
}

static void sort_shapes(uint32_t word, int shapes[4]) {
    for (int d = 0; d < 4; d++)
        shapes[d] = (int)word_shape(word, d);
    sort_pair(&shapes[0], &shapes[1]);
    sort_pair(&shapes[2], &shapes[3]);
    sort_pair(&shapes[0], &shapes[2]);
    sort_pair(&shapes[1], &shapes[3]);
    sort_pair(&shapes[1], &shapes[2]);
}

int code_of_word(uint32_t word) {
    int shapes[4], code = 0;
    sort_shapes(word, shapes);
    for (int i = 0; i < 4; i++)
        code += ways_below[i + 1][shapes[i]];
    return code;
}

uint32_t code_word(int code) {
    uint32_t word = 0;
    for (int i = 3; i >= 0; i--) {
        int shape = SHAPE_COUNT - 1;
        while (ways_below[i + 1][shape] > code)
            shape--;
        code -= ways_below[i + 1][shape];
        word |= (uint32_t)shape << (SHAPE_BITS * i);
    }
    return word;
}
