// SPDX-License-Identifier: MIT
// A table of numbers by code, made of parameters so that rare codes fall back on common sense: a
// number is the sum of what its four shapes are worth by themselves, and of a part of its own that
// is drawn to nothing unless many positions say otherwise.
#ifndef TRAIN_TABLE_FIT_H
#define TRAIN_TABLE_FIT_H

#include "gomoku/kind.h"
#include "train/adam.h"

enum { TABLE_PARAMETERS = SHAPE_COUNT + CODES };

// Where the table's parameters are in the optimiser, and the table itself.
typedef struct TableFit {
    size_t at;
    uint16_t words[CODES];
    double values[CODES];
    double gradient[CODES]; // the caller adds to it
} TableFit;

// `start` holds the numbers to start from, in units of 1/unit.
void table_fit_init(TableFit *table, Adam *adam, size_t at, const int16_t *start, double unit,
                    double shape_pull, double code_pull, double rate);
void table_fit_spread(TableFit *table, const Adam *adam); // parameters to values
void table_fit_gather(TableFit *table, const Adam *adam); // gradient to the parameters'; cleared
// Rounds to integers of 1/unit, the values with them.
void table_fit_round(TableFit *table, double unit, int16_t *numbers);

// The gradient; the rest follows from the parameters.
void table_fit_keep(TableFit *table, Checkpoint *checkpoint);

int16_t fit_round(double value, double unit);

#endif
