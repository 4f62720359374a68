// SPDX-License-Identifier: MIT
#include "lab/run_worth.h"

#include "gomoku/rule.h"

static int open_ends(int end, int other_end) {
    return (end == SEEN_EMPTY) + (other_end == SEEN_EMPTY);
}

static int shorter(int length) {
    return length < FIVE ? length : FIVE;
}

// --- gomokuku: the edge blocks, exactly five wins ---

enum { GOMOKUKU_FIVE = 1000000000 };

int64_t gomokuku_worth(int length, int end, int other_end) {
    static const int64_t by_open_ends[][3] = {
        {0, 0, 0}, {0, 0, 0}, {0, 50, 100}, {0, 250, 500}, {0, 500000, 1000000},
    };
    if (length >= FIVE)
        return length == FIVE ? GOMOKUKU_FIVE : 0;
    return by_open_ends[length][open_ends(end, other_end)];
}

// The listing looks for five in a row in the run with its ends written out, if that is at most
// seven cells; and a run of n is found n times and divided by five. A two that a stone ends where its line begins
// is compared with a pattern that lacks a cell, so it never is one.
int64_t gomokuku_faithful_worth(int length, int end, int other_end) {
    int cells = length + (end != SEEN_EDGE) + (other_end != SEEN_EDGE);
    if (length > FIVE && cells <= FIVE + 2)
        return (int64_t)length * (GOMOKUKU_FIVE / FIVE);
    if (length == 2 && end != SEEN_EMPTY && end != SEEN_EDGE)
        return 0;
    return gomokuku_worth(length, end, other_end);
}

// --- sustech: only stones block; the numbers are ours, its document prints none ---

int64_t sustech_worth(int length, int end, int other_end) {
    static const int64_t by_blocked_ends[][3] = {
        {0, 0, 0},      {10, 1, 0},       {100, 10, 0},
        {1000, 100, 0}, {10000, 1000, 0}, {100000, 100000, 100000},
    };
    int blocked = (end == SEEN_BLACK || end == SEEN_WHITE) +
                  (other_end == SEEN_BLACK || other_end == SEEN_WHITE);
    return by_blocked_ends[shorter(length)][blocked];
}

// --- hust: LIVE with both ends free, DEAD with one; the weights are ours, it prints none ---

int64_t hust_worth(int length, int end, int other_end) {
    static const int64_t by_open_ends[][3] = {
        {0, 0, 0},      {0, 1, 10},         {0, 30, 300},
        {0, 500, 8000}, {0, 10000, 100000}, {1000000, 1000000, 1000000},
    };
    return by_open_ends[shorter(length)][open_ends(end, other_end)];
}
