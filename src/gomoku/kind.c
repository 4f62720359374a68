// SPDX-License-Identifier: MIT
#include "gomoku/kind.h"

#include <assert.h>

// How many of the four lines hold one of these shapes.
static int lines_with(uint32_t word, Shape from, Shape to) {
    int count = 0;
    for (int d = 0; d < 4; d++)
        count += word_shape(word, d) >= from && word_shape(word, d) <= to;
    return count;
}

Kind kind_of_word(uint32_t word, bool forbids) {
    int open_fours = lines_with(word, SHAPE_OPEN_FOUR, SHAPE_OPEN_FOUR);
    int fours = lines_with(word, SHAPE_FOUR, SHAPE_OPEN_FOUR);
    int open_threes = lines_with(word, SHAPE_OPEN_THREE, SHAPE_OPEN_THREE_FREE);
    int twos = lines_with(word, SHAPE_OPEN_TWO, SHAPE_THREE_WIDE);
    if (lines_with(word, SHAPE_FIVE, SHAPE_FIVE))
        return KIND_FIVE;
    if (forbids) {
        if (lines_with(word, SHAPE_DOUBLE_FOUR, SHAPE_OVERLINE) || fours > 1)
            return KIND_FORBIDDEN;
        if (open_threes > 1)
            return open_fours ? KIND_MAYBE_OPEN_FOUR : fours ? KIND_MAYBE_FOUR : KIND_MAYBE_THREE;
    }
    if (open_fours || fours > 1)
        return KIND_OPEN_FOUR;
    if (fours)
        return open_threes ? KIND_FOUR_THREE : twos ? KIND_FOUR_TWO : KIND_FOUR;
    if (open_threes)
        return open_threes > 1 ? KIND_THREES : twos ? KIND_THREE_TWO : KIND_THREE;
    if (twos)
        return twos > 1 ? KIND_TWOS : KIND_TWO;
    return lines_with(word, SHAPE_ONE, SHAPE_TWO) ? KIND_ONE : KIND_NONE;
}

// How many ways there are to pick n shapes, order aside, each weaker than the given one: the
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
    assert(word < WORDS);
    int shapes[4], code = 0;
    sort_shapes(word, shapes);
    for (int i = 0; i < 4; i++)
        code += ways_below[i + 1][shapes[i]];
    return code;
}

uint32_t code_word(int code) {
    assert(code >= 0 && code < CODES);
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
