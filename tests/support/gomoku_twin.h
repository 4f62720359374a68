// SPDX-License-Identifier: MIT
// The slow twin of Gomoku's rules: a plain array of characters and the definitions, word by word.
//
// Shares no code, no tables and no idea with src/gomoku, and wins by being obvious: when the two
// disagree, this one is probably right. Nothing in it is fast.
#ifndef TESTS_GOMOKU_TWIN_H
#define TESTS_GOMOKU_TWIN_H

#include <stdbool.h>

enum { TWIN_MAX = 25 };

typedef struct Twin {
    int width, height;
    char cells[TWIN_MAX][TWIN_MAX]; // [y][x], y from the top: '.', 'X' Black, 'O' White
} Twin;

typedef struct TwinVerdict {
    bool five;                 // Black makes exactly five: allowed, whatever else holds
    bool overline;             // the reasons, all false after a five
    bool double_four;          //
    bool double_three;         //
    int hopeful_threes;        // threes if no point were ever forbidden
    int depth;                 // levels of "is that move forbidden in its turn" that were asked
    int one_line_double_fours; // lines that hold two fours by themselves
} TwinVerdict;

void twin_clear(Twin *twin, int width, int height);

// A black stone on this empty cell, by renju's rules.
TwinVerdict twin_judge(const Twin *twin, int x, int y);

// Has `colour` ('X' or 'O') a winning row anywhere, under the rule of that name?
bool twin_has_five(const Twin *twin, const char *rule, char colour);

#endif
