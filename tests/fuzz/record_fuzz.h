// SPDX-License-Identifier: MIT
// What every record format must stand: any bytes are either refused with a sentence or read into a
// record that is written and read back the same, and that replays or says why not.
#ifndef TESTS_FUZZ_RECORD_FUZZ_H
#define TESTS_FUZZ_RECORD_FUZZ_H

#include "game/record.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const Record *record, RecordFormat format, const RecordHints *hints) {
    Text first = {0}, second = {0};
    Error err = {0};
    if (record_print(record, format, &first, &err)) {
        Record *again = record_parse(format, text_chars(&first), first.length, hints, &err);
        if (!again || !record_print(again, format, &second, &err) ||
            strcmp(text_chars(&first), text_chars(&second)) != 0)
            abort();
        record_free(again);
    } else if (!err.text[0]) {
        abort();
    }
    text_free(&first);
    text_free(&second);
}

static int fuzz_format(RecordFormat format, const uint8_t *data, size_t size) {
    const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
    const RecordHints hints = {.games = games};
    Error err = {0};
    Record *record = record_parse(format, (const char *)data, size, &hints, &err);
    if (!record) {
        if (!err.text[0])
            abort();
        return 0;
    }
    for (RecordFormat other = RECORD_SGF; other <= RECORD_HEXWORLD; other++)
        check_again(record, other, &hints);
    Position *position = record_replay(record, &err);
    if (!position && !err.text[0])
        abort();
    position_free(position);
    record_free(record);
    return 0;
}

#endif
