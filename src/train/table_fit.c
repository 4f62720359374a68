// SPDX-License-Identifier: MIT
#include "train/table_fit.h"

#include <math.h>

void table_fit_init(TableFit *table, Adam *adam, size_t at, const int16_t *start, double unit,
                    double shape_pull, double code_pull, double rate) {
    table->at = at;
    for (uint32_t shape = 0; shape < SHAPE_COUNT; shape++)
        adam_place(adam, at + shape, 1, start[code_of_word(shape)] / unit, shape_pull, rate);
    adam_place(adam, at + SHAPE_COUNT, CODES, 0, code_pull, rate);
    for (int code = 0; code < CODES; code++) {
        table->words[code] = (uint16_t)code_word(code);
        table->gradient[code] = 0;
    }
    table_fit_spread(table, adam);
    for (size_t code = 0; code < CODES; code++)
        adam_place(adam, at + SHAPE_COUNT + code, 1, start[code] / unit - table->values[code],
                   code_pull, rate);
    table_fit_spread(table, adam);
}

void table_fit_spread(TableFit *table, const Adam *adam) {
    const double *shapes = adam->values + table->at, *codes = shapes + SHAPE_COUNT;
    for (int code = 0; code < CODES; code++) {
        uint32_t word = table->words[code];
        table->values[code] = codes[code];
        for (int d = 0; d < 4; d++)
            table->values[code] += shapes[word_shape(word, d)];
    }
}

void table_fit_gather(TableFit *table, const Adam *adam) {
    double *shapes = adam->gradient + table->at, *codes = shapes + SHAPE_COUNT;
    for (int code = 0; code < CODES; code++) {
        if (table->gradient[code] == 0)
            continue;
        uint32_t word = table->words[code];
        codes[code] += table->gradient[code];
        for (int d = 0; d < 4; d++)
            shapes[word_shape(word, d)] += table->gradient[code];
        table->gradient[code] = 0;
    }
}

int16_t fit_round(double value, double unit) {
    double number = round(value * unit);
    return (int16_t)(number > INT16_MAX ? INT16_MAX : number < INT16_MIN ? INT16_MIN : number);
}

void table_fit_round(TableFit *table, double unit, int16_t *numbers) {
    for (int code = 0; code < CODES; code++) {
        numbers[code] = fit_round(table->values[code], unit);
        table->values[code] = numbers[code] / unit;
    }
}

void table_fit_keep(TableFit *table, Checkpoint *checkpoint) {
    checkpoint_keep(checkpoint, table->gradient, sizeof table->gradient);
}
