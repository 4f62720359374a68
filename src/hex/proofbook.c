// SPDX-License-Identifier: MIT
#include "hex/proofbook.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUCKET = 4, LOCKS = 4096, SMALLEST = 1 << 20 };

// Followed by two sets of `words` words and the order, a byte or two a move.
typedef struct Stored {
    uint64_t key;
    uint32_t phi, delta, work; // no work: the place is free
    int16_t move;
    uint16_t order_count;
} Stored;

struct ProofBook {
    const HexGrid *grid;
    size_t entry_bytes, mask; // mask: buckets less one
    char *entries;
    atomic_flag *locks;
};

ProofBook *proofbook_new(const HexGrid *grid, size_t bytes) {
    ProofBook *book = mem_new(sizeof *book);
    size_t cell_bytes = grid->count <= 256 ? 1 : 2;
    size_t size = sizeof(Stored) + 2 * (size_t)grid->words * sizeof(uint64_t) +
                  (size_t)grid->count * cell_bytes;
    size_t buckets = 1;
    book->grid = grid;
    book->entry_bytes = (size + 7) / 8 * 8;
    while (buckets * 2 * BUCKET * book->entry_bytes <= (bytes < SMALLEST ? SMALLEST : bytes))
        buckets *= 2;
    book->mask = buckets - 1;
    book->entries = mem_new_array(buckets * BUCKET, book->entry_bytes);
    book->locks = mem_new_array(LOCKS, sizeof *book->locks);
    for (int i = 0; i < LOCKS; i++)
        atomic_flag_clear(&book->locks[i]);
    return book;
}

void proofbook_free(ProofBook *book) {
    if (!book)
        return;
    free(book->entries);
    free(book->locks);
    free(book);
}

void proofbook_clear(ProofBook *book) {
    memset(book->entries, 0, (book->mask + 1) * BUCKET * book->entry_bytes);
}

// --- keys ---

HexKeys proofbook_keys(const HexGrid *grid, const HexStones *stones, Side to_move) {
    uint64_t start = zobrist_start(11, 0, grid->width, grid->height);
    HexKeys keys = {start, start};
    for (int side = 0; side < 2; side++)
        for (int cell = hexset_next(stones->of[side].word, 0, grid->words); cell >= 0;
             cell = hexset_next(stones->of[side].word, cell + 1, grid->words)) {
            keys.straight ^= grid->cell_key[side][cell];
            keys.turned ^= grid->cell_key[side][hex_grid_turned(grid, cell)];
        }
    if (to_move == SIDE_WHITE) {
        keys.straight ^= zobrist_white_to_move();
        keys.turned ^= zobrist_white_to_move();
    }
    return keys;
}

HexKeys proofbook_play(const HexGrid *grid, HexKeys keys, int cell, Side side) {
    keys.straight ^= grid->cell_key[side][cell] ^ zobrist_white_to_move();
    keys.turned ^= grid->cell_key[side][hex_grid_turned(grid, cell)] ^ zobrist_white_to_move();
    return keys;
}

static bool is_turned(HexKeys keys) {
    return keys.turned < keys.straight;
}

static uint64_t one_key(HexKeys keys) {
    return is_turned(keys) ? keys.turned : keys.straight;
}

static HexSet turn_set(const HexGrid *grid, const HexSet *set) {
    HexSet turned = {0};
    for (int cell = hexset_next(set->word, 0, grid->words); cell >= 0;
         cell = hexset_next(set->word, cell + 1, grid->words))
        hexset_add(turned.word, hex_grid_turned(grid, cell));
    return turned;
}

// --- entries ---

static Stored *entry_at(const ProofBook *book, size_t bucket, int i) {
    return (Stored *)(book->entries + (bucket * BUCKET + (size_t)i) * book->entry_bytes);
}

static atomic_flag *lock(ProofBook *book, size_t bucket) {
    atomic_flag *flag = &book->locks[bucket % LOCKS];
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire))
        ;
    return flag;
}

static void unlock(atomic_flag *flag) {
    atomic_flag_clear_explicit(flag, memory_order_release);
}

static Stored *find(const ProofBook *book, uint64_t key) {
    size_t bucket = key & book->mask;
    for (int i = 0; i < BUCKET; i++) {
        Stored *stored = entry_at(book, bucket, i);
        if (stored->work && stored->key == key)
            return stored;
    }
    return NULL;
}

static Stored *find_victim(const ProofBook *book, uint64_t key) {
    size_t bucket = key & book->mask;
    Stored *victim = entry_at(book, bucket, 0);
    for (int i = 1; i < BUCKET; i++)
        if (entry_at(book, bucket, i)->work < victim->work)
            victim = entry_at(book, bucket, i);
    return victim;
}

bool proofbook_peek(ProofBook *book, HexKeys keys, uint32_t *phi, uint32_t *delta) {
    uint64_t key = one_key(keys);
    atomic_flag *held = lock(book, key & book->mask);
    const Stored *stored = find(book, key);
    if (stored) {
        *phi = stored->phi;
        *delta = stored->delta;
    }
    unlock(held);
    return stored != NULL;
}

static void unpack(const ProofBook *book, const Stored *stored, ProofEntry *entry) {
    const HexGrid *grid = book->grid;
    const char *rest = (const char *)(stored + 1);
    size_t set_bytes = (size_t)grid->words * sizeof(uint64_t);
    entry->phi = stored->phi;
    entry->delta = stored->delta;
    entry->work = stored->work;
    entry->move = stored->move;
    entry->order_count = stored->order_count;
    memset(&entry->open, 0, sizeof entry->open);
    memset(&entry->against, 0, sizeof entry->against);
    memcpy(entry->open.word, rest, set_bytes);
    memcpy(entry->against.word, rest + set_bytes, set_bytes);
    const uint8_t *order = (const uint8_t *)rest + 2 * set_bytes;
    for (int i = 0; i < entry->order_count; i++)
        entry->order[i] =
            (int16_t)(grid->count <= 256 ? order[i] : order[2 * i] | order[2 * i + 1] << 8);
}

static void pack(const ProofBook *book, uint64_t key, const ProofEntry *entry, Stored *stored) {
    const HexGrid *grid = book->grid;
    char *rest = (char *)(stored + 1);
    size_t set_bytes = (size_t)grid->words * sizeof(uint64_t);
    *stored = (Stored){.key = key,
                       .phi = entry->phi,
                       .delta = entry->delta,
                       .work = entry->work ? entry->work : 1,
                       .move = entry->move,
                       .order_count = (uint16_t)entry->order_count};
    memcpy(rest, entry->open.word, set_bytes);
    memcpy(rest + set_bytes, entry->against.word, set_bytes);
    uint8_t *order = (uint8_t *)rest + 2 * set_bytes;
    for (int i = 0; i < entry->order_count; i++) {
        if (grid->count <= 256) {
            order[i] = (uint8_t)entry->order[i];
        } else {
            order[2 * i] = (uint8_t)(entry->order[i] & 255);
            order[2 * i + 1] = (uint8_t)(entry->order[i] >> 8);
        }
    }
}

static void turn_entry(const HexGrid *grid, ProofEntry *entry) {
    entry->open = turn_set(grid, &entry->open);
    entry->against = turn_set(grid, &entry->against);
    if (entry->move >= 0)
        entry->move = (int16_t)hex_grid_turned(grid, entry->move);
    for (int i = 0; i < entry->order_count; i++)
        entry->order[i] = (int16_t)hex_grid_turned(grid, entry->order[i]);
}

bool proofbook_get(ProofBook *book, HexKeys keys, ProofEntry *entry) {
    uint64_t key = one_key(keys);
    atomic_flag *held = lock(book, key & book->mask);
    const Stored *stored = find(book, key);
    if (stored)
        unpack(book, stored, entry);
    unlock(held);
    if (stored && is_turned(keys))
        turn_entry(book->grid, entry);
    return stored != NULL;
}

static bool is_decided(const Stored *stored) {
    return !stored->phi || !stored->delta;
}

void proofbook_put(ProofBook *book, HexKeys keys, const ProofEntry *entry) {
    uint64_t key = one_key(keys);
    ProofEntry turned;
    if (is_turned(keys)) {
        turned = *entry;
        turn_entry(book->grid, &turned);
        entry = &turned;
    }
    atomic_flag *held = lock(book, key & book->mask);
    Stored *stored = find(book, key);
    bool is_kept = stored && is_decided(stored);
    if (!is_kept)
        pack(book, key, entry, stored ? stored : find_victim(book, key));
    unlock(held);
}

// --- the file: a line that says what it is, then the entries as they are ---

static void header_of(const ProofBook *book, char *header, size_t size) {
    memset(header, 0, size);
    snprintf(header, size, "tengen hex proofs 1 %dx%d %zu\n", book->grid->width, book->grid->height,
             book->entry_bytes);
}

enum { HEADER = 64 };

static bool write_entries(ProofBook *book, FILE *file) {
    char header[HEADER];
    header_of(book, header, sizeof header);
    bool good = fwrite(header, 1, HEADER, file) == HEADER;
    char *copy = mem_new(book->entry_bytes);
    for (size_t bucket = 0; bucket <= book->mask && good; bucket++)
        for (int i = 0; i < BUCKET && good; i++) {
            atomic_flag *held = lock(book, bucket);
            memcpy(copy, entry_at(book, bucket, i), book->entry_bytes);
            unlock(held);
            if (((Stored *)copy)->work)
                good = fwrite(copy, 1, book->entry_bytes, file) == book->entry_bytes;
        }
    free(copy);
    return good && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

bool proofbook_save(ProofBook *book, const char *path, Error *err) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return error_set(err, "the file name '%s' is too long", path);
    FILE *file = fopen(beside, "wb");
    bool good = file && write_entries(book, file);
    if (file && fclose(file) != 0)
        good = false;
    if (good && rename(beside, path) == 0)
        return true;
    error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    remove(beside);
    return false;
}

// Could this have been written by us? A damaged file must not lead off the board.
static bool is_sane(const ProofBook *book, const Stored *stored) {
    ProofEntry entry;
    int count = book->grid->count;
    HexSet all = book->grid->all;
    if (stored->order_count > count || stored->move < -1 || stored->move >= count)
        return false;
    unpack(book, stored, &entry);
    for (int i = 0; i < entry.order_count; i++)
        if (entry.order[i] < 0 || entry.order[i] >= count)
            return false;
    return hexset_within(entry.open.word, all.word, book->grid->words) &&
           hexset_within(entry.against.word, all.word, book->grid->words);
}

bool proofbook_load(ProofBook *book, const char *path, Error *err) {
    char header[HEADER], wanted[HEADER];
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(err, "%s: cannot be read: %s", path, strerror(errno));
    header_of(book, wanted, sizeof wanted);
    bool good = fread(header, 1, HEADER, file) == HEADER && memcmp(header, wanted, HEADER) == 0;
    char *copy = mem_new(book->entry_bytes);
    while (good && fread(copy, 1, book->entry_bytes, file) == book->entry_bytes) {
        Stored *stored = (Stored *)copy, *place = find(book, stored->key);
        if (!is_sane(book, stored)) {
            good = false;
            break;
        }
        if (!place)
            place = find_victim(book, stored->key);
        if (place->work <= stored->work)
            memcpy(place, copy, book->entry_bytes);
    }
    free(copy);
    fclose(file);
    return good || error_set(err, "%s: not a file of Hex proofs for a board of %dx%d", path,
                             book->grid->width, book->grid->height);
}
