// SPDX-License-Identifier: MIT
#include "net/asset.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char MAGIC[] = "tengenet";

enum {
    VERSION = 1,
    AT_VERSION = 8,
    AT_BEGIN = 12,
    AT_GAME = 16,
    AT_RULE = 32,
    AT_DIMENSIONS = 48,
    AT_BYTES = 80,
    AT_HASH = 88,
    AT_NOTE_BYTES = 96,
    HEADER = 128,
};

_Static_assert(AT_DIMENSIONS + 4 * NET_DIMENSIONS == AT_BYTES &&
                   AT_RULE + NET_NAME_MAX == AT_DIMENSIONS,
               "fields lie one behind the other");

static uint64_t read_number(const unsigned char *at, int bytes) {
    uint64_t number = 0;
    while (bytes--)
        number = number << 8 | at[bytes];
    return number;
}

static void write_number(unsigned char *at, int bytes, uint64_t number) {
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(number >> (8 * i));
}

// Every step can be undone, so that two payloads that differ in one word never share a hash.
static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

uint64_t net_asset_hash(const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    uint64_t hash = mix(0, count);
    for (; count >= 8; at += 8, count -= 8)
        hash = mix(hash, read_number(at, 8));
    return mix(hash, read_number(at, (int)count));
}

// --- reading ---

static bool is_asset(const unsigned char *at, size_t count) {
    return count >= HEADER && memcmp(at, MAGIC, sizeof MAGIC - 1) == 0;
}

static void read_dimensions(const unsigned char *at, uint32_t dimensions[NET_DIMENSIONS]) {
    for (int i = 0; i < NET_DIMENSIONS; i++)
        dimensions[i] = (uint32_t)read_number(at + AT_DIMENSIONS + 4 * i, 4);
}

void net_asset_dimensions(const void *bytes, size_t count, uint32_t dimensions[NET_DIMENSIONS]) {
    memset(dimensions, 0, NET_DIMENSIONS * sizeof *dimensions);
    if (is_asset(bytes, count))
        read_dimensions(bytes, dimensions);
}

static bool same_name(const unsigned char *field, const char *name) {
    return strncmp((const char *)field, name, NET_NAME_MAX) == 0;
}

static bool check_names(const unsigned char *at, const char *name, const NetKind *kind,
                        Error *err) {
    if (!same_name(at + AT_GAME, kind->game))
        return error_set(err, "%.200s holds a network for the game '%.16s', not for %s", name,
                         (const char *)at + AT_GAME, kind->game);
    return same_name(at + AT_RULE, kind->rule) ||
           error_set(err, "the weights in %.200s are for %.16s, not for %s", name,
                     (const char *)at + AT_RULE, kind->rule);
}

static void print_dimensions(const uint32_t dimensions[NET_DIMENSIONS], char text[128]) {
    int count = NET_DIMENSIONS, length = 0;
    while (count > 1 && !dimensions[count - 1])
        count--;
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, 128 - (size_t)length, "%s%" PRIu32, i ? "x" : "",
                           dimensions[i]);
}

static bool check_dimensions(const unsigned char *at, const char *name, const NetKind *kind,
                             Error *err) {
    uint32_t found[NET_DIMENSIONS];
    char theirs[128], ours[128];
    read_dimensions(at, found);
    if (memcmp(found, kind->dimensions, sizeof found) == 0)
        return true;
    print_dimensions(found, theirs);
    print_dimensions(kind->dimensions, ours);
    return error_set(err, "%.200s holds a network of the dimensions %s, not %s", name, theirs,
                     ours);
}

// The file is as long as its header says, and that is as long as its kind must be.
static bool check_sizes(const unsigned char *at, size_t count, const char *name,
                        const NetKind *kind, Error *err) {
    uint64_t begin = read_number(at + AT_BEGIN, 4), bytes = read_number(at + AT_BYTES, 8);
    uint64_t note = read_number(at + AT_NOTE_BYTES, 4);
    if (begin % NET_ALIGN || begin < HEADER || note > begin - HEADER || bytes != kind->bytes)
        return error_set(err, "%.200s has a header that contradicts itself", name);
    return count == begin + bytes ||
           error_set(err, "%.200s has %zu bytes, but its header speaks of %" PRIu64, name, count,
                     begin + bytes);
}

bool net_asset_open(const void *bytes, size_t count, const char *name, const NetKind *kind,
                    NetAsset *asset, Error *err) {
    const unsigned char *at = bytes;
    if (count < sizeof MAGIC - 1 || memcmp(at, MAGIC, sizeof MAGIC - 1) != 0)
        return error_set(err, "%.200s is no network: such a file begins with the word %s", name,
                         MAGIC);
    if (count < HEADER)
        return error_set(err, "%.200s ends within its header", name);
    uint64_t version = read_number(at + AT_VERSION, 4);
    if (version != VERSION)
        return error_set(err,
                         "%.200s is of version %" PRIu64 " of the format; this program reads %d",
                         name, version, VERSION);
    if (!check_names(at, name, kind, err) || !check_dimensions(at, name, kind, err) ||
        !check_sizes(at, count, name, kind, err))
        return false;
    const unsigned char *payload = at + read_number(at + AT_BEGIN, 4);
    if (net_asset_hash(payload, kind->bytes) != read_number(at + AT_HASH, 8))
        return error_set(
            err, "%.200s is damaged: its numbers do not have the hash that its header names", name);
    *asset = (NetAsset){
        .payload = payload,
        .note = (const char *)at + HEADER,
        .note_bytes = (size_t)read_number(at + AT_NOTE_BYTES, 4),
    };
    return true;
}

// --- writing ---

void net_asset_write(const NetKind *kind, const char *note, const void *payload, Text *out) {
    static const char zeros[NET_ALIGN];
    unsigned char header[HEADER] = {0};
    size_t note_bytes = strlen(note), padding = (NET_ALIGN - note_bytes % NET_ALIGN) % NET_ALIGN;
    memcpy(header, MAGIC, sizeof MAGIC - 1);
    write_number(header + AT_VERSION, 4, VERSION);
    write_number(header + AT_BEGIN, 4, HEADER + note_bytes + padding);
    snprintf((char *)header + AT_GAME, NET_NAME_MAX, "%s", kind->game);
    snprintf((char *)header + AT_RULE, NET_NAME_MAX, "%s", kind->rule);
    for (int i = 0; i < NET_DIMENSIONS; i++)
        write_number(header + AT_DIMENSIONS + 4 * i, 4, kind->dimensions[i]);
    write_number(header + AT_BYTES, 8, kind->bytes);
    write_number(header + AT_HASH, 8, net_asset_hash(payload, kind->bytes));
    write_number(header + AT_NOTE_BYTES, 4, note_bytes);
    text_add_bytes(out, (const char *)header, sizeof header);
    text_add_bytes(out, note, note_bytes);
    text_add_bytes(out, zeros, padding);
    text_add_bytes(out, payload, kind->bytes);
}
