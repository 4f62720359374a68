// SPDX-License-Identifier: MIT
#include "hex/proofbook.h"

#include "base/file.h"
#include "base/memory.h"
#include "game/zobrist.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUCKET = 4, LOCKS = 4096, SMALLEST = 1 << 16, HEADER = 64 };

// Followed by two sets of `words` words and the order, a byte or two a move.
typedef struct Stored {
    uint64_t key;
    uint32_t phi, delta, work; // no work: the place is free
    int16_t move;
    uint16_t order_count;
} Stored;

struct ProofBook {
    Memory *memory;
    const HexGrid *grid;
    size_t entry_bytes;
    size_t buckets, mask; // mask: of the keys' bits that choose a bucket, see bucket_of()
    char *entries;
    atomic_flag *locks;
};

ProofBook *proofbook_new(const HexGrid *grid, Memory *memory, size_t bytes) {
    ProofBook *book = mem_new(sizeof *book);
    size_t cell_bytes = grid->count <= 256 ? 1 : 2;
    size_t size = sizeof(Stored) + 2 * (size_t)grid->words * sizeof(uint64_t) +
                  (size_t)grid->count * cell_bytes;
    book->memory = memory;
    book->grid = grid;
    book->entry_bytes = (size + 7) / 8 * 8;
    book->buckets = (bytes < SMALLEST ? SMALLEST : bytes) / BUCKET / book->entry_bytes;
    while (book->mask < book->buckets - 1)
        book->mask = book->mask * 2 + 1;
    assert(book->buckets > 0 && book->mask >> 1 < book->buckets);
    book->entries = memory_take(memory, book->buckets * BUCKET * book->entry_bytes, PAGES_SMALL);
    book->locks = mem_new_array(LOCKS, sizeof *book->locks);
    for (int i = 0; i < LOCKS; i++)
        atomic_flag_clear(&book->locks[i]);
    return book;
}

void proofbook_free(ProofBook *book) {
    if (!book)
        return;
    memory_give(book->memory, book->entries);
    free(book->locks);
    free(book);
}

void proofbook_clear(ProofBook *book) {
    memory_clear(book->memory, book->entries);
}

// --- keys ---

HexKeys proofbook_keys(const HexGrid *grid, const HexStones *stones, Side to_move) {
    uint64_t start = zobrist_start(11, 0, grid->width, grid->height);
    HexKeys keys = {start, start};
    for (int side = 0; side < 2; side++)
        HEXSET_EACH (cell, stones->of[side].word, grid->words) {
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
    assert(cell >= 0 && cell < grid->count);
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
    HEXSET_EACH (cell, set->word, grid->words)
        hexset_add(turned.word, hex_grid_turned(grid, cell));
    return turned;
}

// --- entries ---

// What would lie behind the last bucket goes to the lower half, as in the transposition table.
static size_t bucket_of(const ProofBook *book, uint64_t key) {
    size_t bucket = key & book->mask;
    return bucket < book->buckets ? bucket : bucket & book->mask >> 1;
}

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
    size_t bucket = bucket_of(book, key);
    for (int i = 0; i < BUCKET; i++) {
        Stored *stored = entry_at(book, bucket, i);
        if (stored->work && stored->key == key)
            return stored;
    }
    return NULL;
}

static Stored *find_victim(const ProofBook *book, uint64_t key) {
    size_t bucket = bucket_of(book, key);
    Stored *victim = entry_at(book, bucket, 0);
    for (int i = 1; i < BUCKET; i++)
        if (entry_at(book, bucket, i)->work < victim->work)
            victim = entry_at(book, bucket, i);
    return victim;
}

bool proofbook_peek(ProofBook *book, HexKeys keys, uint32_t *phi, uint32_t *delta) {
    uint64_t key = one_key(keys);
    atomic_flag *held = lock(book, bucket_of(book, key));
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
    atomic_flag *held = lock(book, bucket_of(book, key));
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
    assert(entry->order_count >= 0 && entry->order_count <= book->grid->count);
    assert(entry->move >= -1 && entry->move < book->grid->count);
    assert(entry->phi <= PROOF_MOST && entry->delta <= PROOF_MOST);
    assert(entry->phi || entry->delta);
    uint64_t key = one_key(keys);
    ProofEntry turned;
    if (is_turned(keys)) {
        turned = *entry;
        turn_entry(book->grid, &turned);
        entry = &turned;
    }
    atomic_flag *held = lock(book, bucket_of(book, key));
    Stored *stored = find(book, key);
    bool is_kept = stored && is_decided(stored);
    if (!is_kept)
        pack(book, key, entry, stored ? stored : find_victim(book, key));
    unlock(held);
}

// --- the file: a line that says what it is, the entries as they are, a sum of them ---

uint64_t proofbook_checksum(uint64_t sum, const void *bytes, size_t size) {
    for (size_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    return sum;
}

static void header_of(const ProofBook *book, char header[HEADER]) {
    memset(header, 0, HEADER);
    snprintf(header, HEADER, "tengen hex proofs 2 %dx%d %zu\n", book->grid->width,
             book->grid->height, book->entry_bytes);
}

bool proofbook_write(ProofBook *book, FILE *file) {
    char header[HEADER];
    header_of(book, header);
    bool good = fwrite(header, 1, HEADER, file) == HEADER;
    char *copy = mem_new(book->entry_bytes);
    uint64_t sum = 0;
    for (size_t bucket = 0; bucket < book->buckets && good; bucket++)
        for (int i = 0; i < BUCKET && good; i++) {
            atomic_flag *held = lock(book, bucket);
            memcpy(copy, entry_at(book, bucket, i), book->entry_bytes);
            unlock(held);
            if (!((Stored *)copy)->work)
                continue;
            sum = proofbook_checksum(sum, copy, book->entry_bytes);
            good = fwrite(copy, 1, book->entry_bytes, file) == book->entry_bytes;
        }
    free(copy);
    return good && fwrite(&sum, sizeof sum, 1, file) == 1 && fflush(file) == 0;
}

bool proofbook_save(ProofBook *book, const char *path, Error *err) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return error_set(err, "the file name '%s' is too long", path);
    FILE *file = fopen(beside, "wb");
    bool good = file && proofbook_write(book, file) && fsync(fileno(file)) == 0;
    if (file && fclose(file) != 0)
        good = false;
    if (good && rename(beside, path) == 0)
        return true;
    error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    remove(beside);
    return false;
}

// Moves on the board, each once, and all that are open among them.
static bool is_order_sane(const HexGrid *grid, const ProofEntry *entry) {
    HexSet seen = {0};
    for (int i = 0; i < entry->order_count; i++) {
        int cell = entry->order[i];
        if (cell < 0 || cell >= grid->count || hexset_has(seen.word, cell))
            return false;
        hexset_add(seen.word, cell);
    }
    return hexset_within(entry->open.word, seen.word, grid->words);
}

// Could this have been written by us? The sum tells damage, not malice: nothing that is read may
// lead off the board.
static bool is_sane(const ProofBook *book, const Stored *stored) {
    const HexGrid *grid = book->grid;
    if (!stored->work || stored->order_count > grid->count || stored->move < -1 ||
        stored->move >= grid->count || stored->phi > PROOF_MOST || stored->delta > PROOF_MOST)
        return false;
    ProofEntry entry;
    unpack(book, stored, &entry);
    if (!hexset_within(entry.open.word, grid->all.word, grid->words) ||
        !hexset_within(entry.against.word, grid->all.word, grid->words))
        return false;
    if (is_decided(stored))
        return (stored->phi || stored->delta) && !stored->order_count;
    return is_order_sane(grid, &entry);
}

// How many entries follow the header; -1 when the length does not fit.
static long count_entries(const ProofBook *book, FILE *file) {
    if (fseek(file, 0, SEEK_END) != 0)
        return -1;
    long bytes = ftell(file) - HEADER - (long)sizeof(uint64_t);
    return bytes >= 0 && bytes % (long)book->entry_bytes == 0 ? bytes / (long)book->entry_bytes
                                                              : -1;
}

static void take(ProofBook *book, const Stored *stored) {
    Stored *place = find(book, stored->key);
    if (place && is_decided(place) && !is_decided(stored))
        return;
    if (!place)
        place = find_victim(book, stored->key);
    if (place->work <= stored->work)
        memcpy(place, stored, book->entry_bytes);
}

// Goes through the file: to check it, or to take what was found to be whole.
static bool go_through(ProofBook *book, FILE *file, bool takes) {
    char header[HEADER], wanted[HEADER];
    uint64_t sum = 0, given = 0;
    long count = count_entries(book, file);
    header_of(book, wanted);
    bool good = count >= 0 && fseek(file, 0, SEEK_SET) == 0 &&
                fread(header, 1, HEADER, file) == HEADER && memcmp(header, wanted, HEADER) == 0;
    char *copy = mem_new(book->entry_bytes);
    for (long i = 0; i < count && good; i++) {
        good = fread(copy, book->entry_bytes, 1, file) == 1 &&
               (takes || is_sane(book, (Stored *)copy));
        sum = proofbook_checksum(sum, copy, book->entry_bytes);
        if (good && takes)
            take(book, (Stored *)copy);
    }
    free(copy);
    return good && fread(&given, sizeof given, 1, file) == 1 && given == sum;
}

bool proofbook_read(ProofBook *book, FILE *file, const char *name, Error *err) {
    bool good = go_through(book, file, false) && go_through(book, file, true);
    return good || error_set(err, "%s: not a whole file of Hex proofs for a board of %dx%d", name,
                             book->grid->width, book->grid->height);
}

bool proofbook_load(ProofBook *book, const char *path, Error *err) {
    FILE *file = file_open(path, err);
    if (!file)
        return false;
    bool good = proofbook_read(book, file, path, err);
    fclose(file);
    return good;
}
