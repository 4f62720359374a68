// SPDX-License-Identifier: MIT
// Any record that can be read can be kept: it is refused with a sentence, or it comes back the same,
// is known again, and the database is sound. The first byte chooses the format.
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const GameType *const store_games[] = {&gomoku_game, &hex_game, NULL};

static void problem(const char *sentence, void *user) {
    (void)sentence;
    (void)user;
    abort();
}

static void keep(Store *store, const Record *record) {
    int64_t id, again, problems;
    Error err = {0};
    StoreVerdict verdict = store_import(store, record, NULL, &id, &err);
    if (verdict == STORE_REFUSED && err.text[0])
        return;
    if (verdict != STORE_ADDED || store_import(store, record, NULL, &again, &err) != STORE_KNOWN ||
        again != id)
        abort();
    Text one = {0}, two = {0};
    Record *back = store_load(store, id, NULL, &err);
    if (!back || !record_print(record, RECORD_SGF, &one, &err) ||
        !record_print(back, RECORD_SGF, &two, &err) ||
        strcmp(text_chars(&one), text_chars(&two)) != 0)
        abort();
    if (!store_check(store, problem, NULL, &problems, &err) || !store_delete(store, id, &err))
        abort();
    text_free(&one);
    text_free(&two);
    record_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    // In memory: what is tried here is not the disk.
    static Store *store;
    Error err = {0};
    if (!store && !(store = store_open(":memory:", STORE_CREATE, store_games, &err)))
        abort();
    const RecordHints hints = {.games = store_games};
    Record *record =
        record_parse((RecordFormat)(data[0] % 4), (const char *)data + 1, size - 1, &hints, &err);
    if (record)
        keep(store, record);
    record_free(record);
    return 0;
}
