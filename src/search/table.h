// SPDX-License-Identifier: MIT
// The transposition table: what was found out about a position, shared by all threads without
// locks.
//
// An entry is two 64-bit words, data and key ^ data, each read and written with relaxed atomics.
// Two threads writing one entry at once can leave the data of one beside the check word of the
// other; then check ^ data is not the key asked for and the entry reads as a miss (Hyatt and Mann
// 2002, "A lock-less transposition table implementation"). No torn entry is ever used, and no
// sanitizer needs to be told to look away.
//
// Entries live in buckets of four (one cache line). A probe looks at the bucket; a store replaces
// the same position, else the entry worth least: old searches first, then shallow ones.
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "game/move.h"
#include "search/memory.h"

#include <stdint.h>

typedef struct Table Table;

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

enum {
    TABLE_DEPTH_MIN = -50, // eight bits are kept of a depth
    TABLE_DEPTH_MAX = 205,
    TABLE_NO_EVAL = INT16_MIN,
};

typedef struct TableEntry {
    Move move;     // MOVE_NONE when unknown; a store then keeps the move it finds
    int16_t score; // as stored; wins are relative to this node, see table_score_in/out
    int16_t eval;  // static evaluation, kept to be used again; TABLE_NO_EVAL when unknown
    int16_t depth; // brought into TABLE_DEPTH_MIN .. TABLE_DEPTH_MAX
    Bound bound;   // BOUND_NONE stores nothing
} TableEntry;

Table *table_new(Memory *memory, size_t bytes); // at least 64 kB; NULL is fine to free
void table_free(Table *table);
void table_clear(Table *table);
void table_new_search(Table *table); // what is in it now becomes older
// The search that begins stores at most `entries`: only as much memory as serves them well is used,
// because a short search would spend its time on touching it all. What is used only grows until
// the table is cleared; without this it is the whole. Not while a search runs.
void table_expect(Table *table, uint64_t entries);
void table_prefetch(const Table *table, uint64_t key); // it will be asked for soon
bool table_probe(const Table *table, uint64_t key, TableEntry *entry);
void table_store(Table *table, uint64_t key, const TableEntry *entry);

// A win "in n plies from here" is stored as such, and read back as plies from the root: `in` on the
// way into the table, `out` on the way back, `ply` being the node's distance from the root. Both
// proven and likely wins carry such a distance; neither crosses into the other's band.
int table_score_in(int score, int ply);
int table_score_out(int score, int ply);

#endif
