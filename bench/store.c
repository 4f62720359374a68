// SPDX-License-Identifier: MIT
// What the store costs: 10,000 games from files into a new database, positions searched for in
// them, the commonest ones included, and one game saved for good. Medians, milliseconds.
//
//     build/gcc-release/bench/store [GAMES]
#include "store/store.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 10000, IMPORTS = 3, SEARCHES = 300, SAVES = 50, BATCH = 2000 };

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

static double since_ms(int64_t start_us) {
    return (double)(clock_now_us() - start_us) / 1000;
}

// --- games to keep ---

// Stones next to stones, from the centre: games as long, and openings as often the same, as
// people's.
static Position *random_game(Rng *rng) {
    Position *position = position_new(&gomoku_game, "freestyle", 15, 15, NULL);
    Move at = move_at(7, 7);
    position_play(position, at, NULL);
    for (uint32_t left = 24 + rng_below(rng, 48); left; left--) {
        Move next;
        do {
            const Ply *from = &position->plies[rng_below(rng, (uint32_t)position->ply_count)];
            next = move_at(move_x(from->move) + (int)rng_below(rng, 5) - 2,
                           move_y(from->move) + (int)rng_below(rng, 5) - 2);
        } while (move_x(next) >= 15 || !position_on_board(position, next) ||
                 position_at(position, next) != CELL_EMPTY);
        if (!position_play(position, next, NULL))
            break;
    }
    return position;
}

static char *game_path(const char *folder, int64_t number) {
    Text path = {0};
    text_addf(&path, "%s/%06" PRId64 ".sgf", folder, number);
    return text_take(&path);
}

static void write_games(const char *folder, int64_t count) {
    Rng rng = rng_seed(1);
    for (int64_t i = 0; i < count; i++) {
        Position *position = random_game(&rng);
        Record *record = record_of(position);
        Text text = {0}, name = {0};
        text_addf(&name, "player %u", rng_below(&rng, 100));
        record_set_text(&record->black, name.chars);
        record_set_text(&record->white, "somebody");
        record_set_text(&record->date, "2026-11-16");
        record_set_text(&record->result, rng_below(&rng, 2) ? "B+R" : "W+R");
        char *path = game_path(folder, i);
        record_print(record, RECORD_SGF, &text, NULL);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(text.chars, 1, text.length, file) != text.length || fclose(file) != 0)
            die("cannot write %s", path);
        free(path);
        text_free(&text);
        text_free(&name);
        record_free(record);
        position_free(position);
    }
}

static void remove_all(const char *folder, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        char *path = game_path(folder, i);
        unlink(path);
        free(path);
    }
    rmdir(folder);
}

static void remove_database(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        Text name = {0};
        text_addf(&name, "%s%s", path, endings[i]);
        unlink(name.chars);
        text_free(&name);
    }
}

// --- what is measured ---

static double import(const char *folder, const char *path, int64_t count) {
    Error err = {""};
    RecordHints hints = {.games = games};
    int64_t start = clock_now_us();
    Store *store = store_open(path, STORE_CREATE, games, &err);
    bool good = store && store_begin(store, &err);
    for (int64_t i = 0; good && i < count; i++) {
        char *name = game_path(folder, i);
        Record *record = record_read(name, &hints, &err);
        StoreNote note = {.source = name};
        int64_t id;
        good = record && store_import(store, record, &note, &id, &err) <= STORE_KNOWN;
        if (good && i % BATCH == BATCH - 1)
            good = store_commit(store, &err) && store_begin(store, &err);
        record_free(record);
        free(name);
    }
    if (!good || !store_commit(store, &err))
        die("%s", err.text);
    store_close(store);
    return since_ms(start);
}

static Position *some_position(const char *folder, int64_t count, Rng *rng, size_t plies) {
    char *path = game_path(folder, rng_below(rng, (uint32_t)count));
    RecordHints hints = {.games = games};
    Record *record = record_read(path, &hints, NULL);
    Position *position = record_replay(record, NULL);
    while (position->ply_count > plies)
        position_undo(position);
    record_free(record);
    free(path);
    return position;
}

static void search(Store *store, const char *folder, int64_t count, size_t plies) {
    Rng rng = rng_seed(plies);
    double lists[SEARCHES], replies[SEARCHES];
    int64_t found = 0;
    Error err = {""};
    for (int i = 0; i < SEARCHES; i++) {
        Position *position = some_position(folder, count, &rng, plies);
        StoreQuery query = STORE_QUERY_ALL;
        StoreList list;
        StoreReplies next;
        query.position = position;
        query.limit = 50;
        int64_t start = clock_now_us();
        if (!store_list(store, &query, &list, &err))
            die("%s", err.text);
        lists[i] = since_ms(start);
        start = clock_now_us();
        if (!store_replies(store, position, false, &next, &err))
            die("%s", err.text);
        replies[i] = since_ms(start);
        found += list.total;
        store_list_free(&list);
        store_replies_free(&next);
        position_free(position);
    }
    double list_ms = median(lists, SEARCHES), replies_ms = median(replies, SEARCHES);
    printf("position after %2zu plies, in %7.1f games: found %6.2f ms (slowest %6.2f), replies "
           "%6.2f ms (slowest %6.2f)\n",
           plies, (double)found / SEARCHES, list_ms, lists[SEARCHES - 1], replies_ms,
           replies[SEARCHES - 1]);
}

static void save(Store *store) {
    double times[SAVES];
    Rng rng = rng_seed(9);
    Error err = {""};
    for (int i = 0; i < SAVES; i++) {
        Position *position = random_game(&rng);
        Record *record = record_of(position);
        int64_t id = 0, start = clock_now_us();
        if (!store_save(store, &id, record, NULL, &err))
            die("%s", err.text);
        times[i] = since_ms(start);
        record_free(record);
        position_free(position);
    }
    double middle = median(times, SAVES);
    printf("one game saved, on the disk: %.2f ms (slowest %.2f)\n", middle, times[SAVES - 1]);
}

int main(int argc, char **argv) {
    int64_t count = GAMES;
    if (argc > 1 && (!text_to_int(argv[1], &count) || count < 1))
        die("store takes a number of games");
    const char *base = getenv("TMPDIR");
    Text folder = {0}, path = {0};
    text_addf(&folder, "%s/tengen-bench-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder.chars))
        die("cannot make a folder");
    text_addf(&path, "%s.db", folder.chars);
    write_games(folder.chars, count);
    double imports[IMPORTS];
    for (int i = 0; i < IMPORTS; i++) {
        remove_database(path.chars);
        imports[i] = import(folder.chars, path.chars, count);
    }
    double import_ms = median(imports, IMPORTS);
    printf("%" PRId64 " games imported in %.2f s, %.0f a second\n", count, import_ms / 1000,
           (double)count / import_ms * 1000);
    Store *store = store_open(path.chars, STORE_EXISTING, games, NULL);
    StoreStats stats;
    if (!store || !store_stats(store, &stats, NULL))
        die("the database is gone");
    printf("%" PRId64 " positions, %" PRId64 " different, %.1f MB\n", stats.positions,
           stats.different_positions, (double)stats.bytes / 1e6);
    store_stats_free(&stats);
    static const size_t plies[] = {0, 1, 2, 3, 6, 20};
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++)
        search(store, folder.chars, count, plies[i]);
    save(store);
    store_close(store);
    remove_database(path.chars);
    remove_all(folder.chars, count);
    text_free(&folder);
    text_free(&path);
    return 0;
}
