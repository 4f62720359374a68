// SPDX-License-Identifier: MIT
#include "gomoku/window.h"

// The cells of a half, nearest first, as digits; how many there are before the edge.
typedef struct Half {
    int count;
    int digits[WINDOW_REACH];
} Half;

static int half_number(const Half *half) {
    int number = 0;
    for (int i = half->count - 1; i >= 0; i--)
        number = WINDOW_DIGITS * number + half->digits[i];
    return (half->count ? window_halves(half->count - 1) : 0) + number;
}

static Half half_of(int number) {
    Half half = {0};
    while (number >= window_halves(half.count))
        half.count++;
    number -= half.count ? window_halves(half.count - 1) : 0;
    for (int i = 0; i < half.count; i++, number /= WINDOW_DIGITS)
        half.digits[i] = number % WINDOW_DIGITS;
    return half;
}

static int digit_of(int value, Side viewer) {
    return value == CELL_EMPTY ? 0 : (value == CELL_BLACK) == (viewer == SIDE_BLACK) ? 1 : 2;
}

static int half_at(const Board *board, Move cell, int step, Side viewer) {
    Half half = {0};
    for (int at = cell + step; half.count < WINDOW_REACH; at += step) {
        int value = board_at(board, at);
        if (value == CELL_OUTSIDE)
            break;
        half.digits[half.count++] = digit_of(value, viewer);
    }
    return half_number(&half);
}

static int join(int before, int centre, int after, int halves) {
    return (before * WINDOW_DIGITS + centre) * halves + after;
}

int window_at(const Board *board, Move cell, int direction, Side viewer) {
    int step = board_step(direction);
    return join(half_at(board, cell, -step, viewer), digit_of(board_at(board, cell), viewer),
                half_at(board, cell, step, viewer), WINDOW_HALVES);
}

int window_join(int before, int centre, int after) {
    return join(before, centre, after, WINDOW_HALVES);
}

int window_inner_mirror(int window, int reach) {
    int halves = window_halves(reach), after = window % halves, rest = window / halves;
    return join(after, rest % WINDOW_DIGITS, rest / WINDOW_DIGITS, halves);
}

int window_mirror(int window) {
    return window_inner_mirror(window, WINDOW_REACH);
}

static int half_swap(int number) {
    Half half = half_of(number);
    for (int i = 0; i < half.count; i++)
        half.digits[i] = half.digits[i] ? 3 - half.digits[i] : 0;
    return half_number(&half);
}

int window_swap(int window) {
    int after = window % WINDOW_HALVES, rest = window / WINDOW_HALVES,
        centre = rest % WINDOW_DIGITS;
    return join(half_swap(rest / WINDOW_DIGITS), centre ? 3 - centre : 0, half_swap(after),
                WINDOW_HALVES);
}

static int half_cut(int number, int reach) {
    Half half = half_of(number);
    half.count = half.count < reach ? half.count : reach;
    return half_number(&half);
}

int window_inner(int window, int reach) {
    int after = window % WINDOW_HALVES, rest = window / WINDOW_HALVES;
    return join(half_cut(rest / WINDOW_DIGITS, reach), rest % WINDOW_DIGITS, half_cut(after, reach),
                window_halves(reach));
}
