// SPDX-License-Identifier: MIT
#include "store_games.h"

#include "base/memory.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const GameType *const store_test_games[] = {&gomoku_game, &hex_game, NULL};

char *store_test_folder(void) {
    const char *base = getenv("TMPDIR");
    Text name = {0};
    text_addf(&name, "%s/tengen-store-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(name.chars))
        die("cannot make a folder for a test");
    return text_take(&name);
}

char *store_test_path(const char *folder, const char *name) {
    Text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

void store_test_remove(char *folder) {
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char *path = store_test_path(folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
        free(path);
    }
    if (open)
        closedir(open);
    rmdir(folder);
    free(folder);
}

static void add_variation(Record *record, RecordNode *node, Side side, Rng *rng) {
    // Variations are kept whatever they hold: these moves need not be playable.
    for (uint32_t i = rng_below(rng, 4); i; i--, side = side_other(side))
        node = record_add(record, node,
                          move_at((int)rng_below(rng, (uint32_t)record->width),
                                  (int)rng_below(rng, (uint32_t)record->height)),
                          side);
    if (rng_below(rng, 2))
        record_set_text(&node->comment, "what if] (\\ \xc3\xa4;");
}

Record *store_test_record(Rng *rng) {
    const GameType *type = store_test_games[rng_below(rng, 2)];
    int rules = 0, size = 7 + (int)rng_below(rng, 3);
    while (type->rules[rules].name)
        rules++;
    int height = rng_below(rng, 4) ? size : size - 1;
    Position *position =
        position_new(type, type->rules[rng_below(rng, (uint32_t)rules)].name, size, height, NULL);
    Move moves[MOVES_MAX];
    for (uint32_t left = rng_below(rng, 40); left; left--) {
        size_t count = position_moves(position, moves);
        if (count)
            position_play(position, moves[rng_below(rng, (uint32_t)count)], NULL);
    }
    Record *record = record_of(position);
    for (RecordNode *node = record->root->first_child; node; node = node->first_child) {
        if (rng_below(rng, 8) == 0)
            record_set_text(&node->comment, "a comment\nof two lines");
        if (rng_below(rng, 8) == 0)
            add_variation(record, node->parent, node->side, rng);
    }
    static const char *const names[] = {"Ada", "Bela_100%", "\xe4\xb8\xad\xe6\x9d\x91", NULL};
    static const char *const dates[] = {"2024-02-29", "2026-11", "long ago", NULL};
    static const char *const results[] = {"B+R", "W+T", "0", NULL};
    record_set_text(&record->black, names[rng_below(rng, 4)]);
    record_set_text(&record->white, names[rng_below(rng, 4)]);
    record_set_text(&record->date, dates[rng_below(rng, 4)]);
    record_set_text(&record->result, results[rng_below(rng, 4)]);
    position_free(position);
    return record;
}

Record *store_test_moves(const GameType *type, const char *rule, int size, const char *moves) {
    Error err = {""};
    Position *position = position_parse(type, rule, size, size, moves, -1, &err);
    if (!position)
        die("'%s': %s", moves, err.text);
    Record *record = record_of(position);
    position_free(position);
    return record;
}

char *store_test_sgf(const Record *record) {
    Text text = {0};
    record_print(record, RECORD_SGF, &text, NULL);
    return text_take(&text);
}
