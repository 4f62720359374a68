// SPDX-License-Identifier: MIT
// Buckets of four entries of two words each, 64 bytes: one cache line. The data word, from the low
// end:
//
//   move 16 | score 16 | eval 16 | depth 8 | bound 2 | age 6
//
// An all-zero data word has BOUND_NONE and is an empty entry, so fresh memory is an empty table.
#include "search/table.h"

#include "base/memory.h"
#include "search/info.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    BUCKET_ENTRIES = 4,
    BUCKET_BYTES = 64,
    TABLE_BYTES_LEAST = 64 << 10,
    AGES = 64,
    AGE_WEIGHT = 512, // more than any difference in depth
};

typedef struct TableSlot {
    _Atomic uint64_t data, check; // check is key ^ data
} TableSlot;

typedef struct Bucket {
    TableSlot entries[BUCKET_ENTRIES];
} Bucket;

_Static_assert(sizeof(Bucket) == BUCKET_BYTES, "a bucket is a cache line");

struct Table {
    Memory *memory;
    Bucket *buckets;
    uint64_t count;
    uint64_t mask; // of the keys' bits that choose a bucket, see bucket_of()
    bool expected; // table_expect() has chosen the mask
    _Atomic unsigned age;
};

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static unsigned table_age(const Table *table) {
    return atomic_load_explicit(&table->age, memory_order_relaxed);
}

static Bound data_bound(uint64_t data) {
    return (Bound)(data >> 56 & 3);
}

static unsigned data_age(uint64_t data) {
    return (unsigned)(data >> 58);
}

static int data_depth(uint64_t data) {
    return (int)(data >> 48 & 0xff) + TABLE_DEPTH_MIN;
}

static uint64_t data_pack(const TableEntry *entry, Move move, unsigned age) {
    int depth = entry->depth;
    depth = depth < TABLE_DEPTH_MIN ? TABLE_DEPTH_MIN : depth;
    depth = depth > TABLE_DEPTH_MAX ? TABLE_DEPTH_MAX : depth;
    return (uint64_t)(uint16_t)move | (uint64_t)(uint16_t)entry->score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)(depth - TABLE_DEPTH_MIN) << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)age << 58;
}

static TableEntry data_unpack(uint64_t data) {
    return (TableEntry){
        .move = (Move)(uint16_t)data,
        .score = (int16_t)(uint16_t)(data >> 16),
        .eval = (int16_t)(uint16_t)(data >> 32),
        .depth = (int16_t)data_depth(data),
        .bound = data_bound(data),
    };
}

// The least mask that reaches every bucket.
static uint64_t whole_mask(const Table *table) {
    uint64_t mask = TABLE_BYTES_LEAST / BUCKET_BYTES - 1;
    while (mask < table->count - 1)
        mask = mask * 2 + 1;
    return mask;
}

// The number of buckets need not be a power of two: what would lie behind the last one goes to the
// lower half.
static Bucket *bucket_of(const Table *table, uint64_t key) {
    uint64_t index = key & table->mask;
    return &table->buckets[index < table->count ? index : index & table->mask >> 1];
}

Table *table_new(Memory *memory, size_t bytes) {
    Table *table = mem_new(sizeof *table);
    table->memory = memory;
    table->count = (bytes < TABLE_BYTES_LEAST ? TABLE_BYTES_LEAST : bytes) / BUCKET_BYTES;
    // Aligned to pages, so no bucket straddles a cache line.
    table->buckets = memory_take(memory, table->count * BUCKET_BYTES, PAGES_LARGE);
    table->mask = whole_mask(table);
    return table;
}

void table_free(Table *table) {
    if (!table)
        return;
    memory_give(table->memory, table->buckets);
    free(table);
}

void table_clear(Table *table) {
    memory_clear(table->memory, table->buckets);
    table->mask = whole_mask(table);
    table->expected = false;
    atomic_store_explicit(&table->age, 0, memory_order_relaxed);
}

void table_new_search(Table *table) {
    atomic_store_explicit(&table->age, (table_age(table) + 1) % AGES, memory_order_relaxed);
}

// Four times the room that is needed: entries should seldom have to make way. When the mask grows,
// the half of the entries whose next bit of the key is zero are still found.
void table_expect(Table *table, uint64_t entries) {
    uint64_t whole = whole_mask(table);
    uint64_t mask = table->expected ? table->mask : TABLE_BYTES_LEAST / BUCKET_BYTES - 1;
    while (mask < whole && (mask + 1) * BUCKET_ENTRIES / 4 < entries)
        mask = mask * 2 + 1;
    table->mask = mask;
    table->expected = true;
}

void table_prefetch(const Table *table, uint64_t key) {
    __builtin_prefetch(bucket_of(table, key));
}

bool table_probe(const Table *table, uint64_t key, TableEntry *entry) {
    assert(table->mask <= whole_mask(table));
    const Bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t data = load(&bucket->entries[i].data);
        uint64_t check = load(&bucket->entries[i].check);
        if ((check ^ data) == key && data_bound(data) != BOUND_NONE) {
            *entry = data_unpack(data);
            return true;
        }
    }
    return false;
}

// What would be lost with this entry: anything of this search is worth more than anything older.
static int data_worth(uint64_t data, unsigned age) {
    if (data_bound(data) == BOUND_NONE)
        return INT32_MIN;
    int searches_ago = (int)((age + AGES - data_age(data)) % AGES);
    return data_depth(data) - AGE_WEIGHT * searches_ago;
}

void table_store(Table *table, uint64_t key, const TableEntry *entry) {
    assert(entry->bound <= BOUND_EXACT);
    assert(entry->score >= -SCORE_INFINITE && entry->score <= SCORE_INFINITE);
    if (entry->bound == BOUND_NONE)
        return;
    Bucket *bucket = bucket_of(table, key);
    unsigned age = table_age(table);
    TableSlot *victim = NULL;
    int least = INT32_MAX;
    Move move = entry->move;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        TableSlot *candidate = &bucket->entries[i];
        uint64_t data = load(&candidate->data);
        if ((load(&candidate->check) ^ data) == key && data_bound(data) != BOUND_NONE) {
            if (move == MOVE_NONE)
                move = (Move)(uint16_t)data;
            victim = candidate;
            break;
        }
        int worth = data_worth(data, age);
        if (worth < least) {
            least = worth;
            victim = candidate;
        }
    }
    uint64_t data = data_pack(entry, move, age);
    store(&victim->data, data);
    store(&victim->check, key ^ data);
}

// Moves a win's distance by `plies`, within the band it belongs to.
static int score_shift(int score, int plies) {
    bool lost = score < 0;
    int size = lost ? -score : score;
    if (size < SCORE_LIKELY)
        return score;
    assert(score >= -SCORE_WIN && score <= SCORE_WIN);
    int least = size >= SCORE_PROVEN ? SCORE_PROVEN : SCORE_LIKELY;
    int most = size >= SCORE_PROVEN ? SCORE_WIN : SCORE_PROVEN - 1;
    size += plies;
    size = size < least ? least : size > most ? most : size;
    return lost ? -size : size;
}

int table_score_in(int score, int ply) {
    assert(ply >= 0);
    return score_shift(score, ply);
}

int table_score_out(int score, int ply) {
    assert(ply >= 0);
    return score_shift(score, -ply);
}
