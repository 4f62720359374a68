// SPDX-License-Identifier: MIT
// Which numbers are tuned, and within which bounds, from words and a search's own table.
#ifndef MATCH_TUNE_PARAMS_H
#define MATCH_TUNE_PARAMS_H

#include "base/option.h"
#include "match/spsa.h"
#include "search/tunable.h"

// The numbers of one search. `game` is its name, in sentences.
typedef struct TunableTable {
    Tunable rows[TUNABLES_MAX];
    size_t count;
    const char *game;
} TunableTable;

// NAME, or NAME=START:LEAST:MOST:STEP, from which parts at the end may be missing and any may be
// empty: the usual value, up to twice as much, and a tenth of the way from LEAST to MOST. False
// with a sentence.
bool tune_param_parse(const TunableTable *table, const char *text, SpsaParam *param, Error *err);
// All of a list, none twice.
bool tune_params_parse(const TunableTable *table, const TextList *texts, Spsa *spsa, Error *err);

// "NAME=START:LEAST:MOST:STEP", as it can be read back.
void tune_param_print(const SpsaParam *param, Text *out);
// The shortest words that are read back as the same number.
void tune_number_print(double number, Text *out);

#endif
