// SPDX-License-Identifier: MIT
// The headline table of each seed system, measured here: what its authors ran and timed, row by
// row. Our figures and theirs stand side by side; printing them is the caller's part.
#ifndef LAB_SEED_TABLES_H
#define LAB_SEED_TABLES_H

#include "lab/seed.h"

// Which columns a seed's table has beside variant, nodes and time.
enum {
    SEED_SHOWS_POSITION = 1 << 0,
    SEED_SHOWS_DEPTH = 1 << 1,
    SEED_SHOWS_THREADS = 1 << 2,
    SEED_SHOWS_ROOT = 1 << 3,      // root children
    SEED_SHOWS_HASH = 1 << 4,      // evaluations and hit rate
    SEED_SHOWS_PUBLISHED = 1 << 5, // their time and how many times ours it is
    SEED_SHOWS_SPEEDUP = 1 << 6,   // against the serial row
    SEED_SHOWS_MOVE = 1 << 7,
};

typedef struct SeedRow {
    const char *variant, *position; // position NULL: from the start
    int threads;
    SeedAnswer answer;     // nodes and the like are sums where a row is a whole game
    int64_t time_us;       // the fastest of a few runs
    double published_ms;   // 0: they gave no such figure
    int64_t serial_us;     // 0: there is nothing to compare with
    const Position *board; // to print moves on
    const char *line;      // what was played or what became of it, NULL: nothing to say
} SeedRow;

typedef struct SeedTable {
    bool faithful;
    int64_t depth;   // LIMIT_NONE: those of the document
    int64_t threads; // LIMIT_NONE: likewise, as far as there are cores
    int64_t size;    // hexmax: of the board, LIMIT_NONE: 11
    StopFlag *stop;  // raised: end with the rows there are
    void (*on_row)(const SeedRow *row, void *user);
    void (*on_best)(const char *position, const Position *board, const Info *info,
                    void *user); // nthu: the best move so far, at every improvement
    void *user;
} SeedTable;

typedef struct SeedTableType {
    const SeedType *seed;
    unsigned shows;
    const char *published; // what the document found, in a few lines
    const char *slips;     // what --faithful brings back; NULL: nothing
    void (*run)(const SeedTable *table);
} SeedTableType;

extern const SeedTableType seed_tables[]; // ends with a NULL seed
// By the seed's name; NULL with a sentence otherwise.
const SeedTableType *seed_table_find(const char *name, Error *err);

#endif
