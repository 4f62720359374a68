// SPDX-License-Identifier: MIT
// The file of a tuning: garbage is refused with a sentence, and what is accepted can be walked
// through and drawn, every parameter within its bounds.
#include "match/tune.h"
#include "match/tune_chart.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk(const TuneLog *log) {
    static TuneWay way;
    const Spsa *spsa = &log->head.spsa;
    if ((int64_t)log->count > spsa->steps)
        abort();
    tune_way_begin(&way, spsa);
    for (size_t i = 0; i < log->count; i++)
        tune_way_add(&way, log->pairs[i]);
    for (size_t i = 0; i < spsa->count; i++)
        if (!(tune_way_now(&way)[i] >= spsa->params[i].least &&
              tune_way_now(&way)[i] <= spsa->params[i].most))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text text = {0}, svg = {0};
    TuneLog log = {.count = 0};
    size_t whole = 0;
    Error err = {""};
    text_add_bytes(&text, (const char *)data, size);
    if (!tune_file_parse("FILE", &text, &log, &whole, &err)) {
        if (!err.text[0])
            abort();
    } else {
        if (whole > size)
            abort();
        walk(&log);
        tune_chart(&log, &svg);
    }
    tune_log_free(&log);
    text_free(&text);
    text_free(&svg);
    return 0;
}
