// SPDX-License-Identifier: MIT
// The file of a network: a header that says what it is for, a note of how it was made, the numbers.
// Read in place, without parsing or copying: files of many megabytes are embedded (embed.S).
//
//     offset  bytes
//          0      8   "tengenet"
//          8      4   version, 1
//         12      4   where the payload begins, a multiple of 64
//         16     16   game, filled up with zeros
//         32     16   rule
//         48     32   eight dimensions, of a meaning the network defines; unused ones are 0
//         80      8   bytes of the payload
//         88      8   its hash, see net_asset_hash()
//         96      4   bytes of the note
//        100     28   zeros
//        128          the note, as text: `head -c 2000 FILE` shows it; zeros up to the payload
//
// Numbers are little-endian, those of the payload too.
#ifndef NET_ASSET_H
#define NET_ASSET_H

#include "base/text.h"

enum {
    NET_NAME_MAX = 16, // with a zero at the end
    NET_DIMENSIONS = 8,
    NET_ALIGN = 64,
};

// What a network of the program accepts.
typedef struct NetKind {
    const char *game, *rule;
    uint32_t dimensions[NET_DIMENSIONS];
    size_t bytes; // of the payload
} NetKind;

// Points into the bytes it was opened from, which outlive it. Of a file in the program the payload
// is aligned to NET_ALIGN.
typedef struct NetAsset {
    const unsigned char *payload;
    const char *note; // not ended by a zero
    size_t note_bytes;
} NetAsset;

// Is this a whole and undamaged file of that kind? `name` is what the sentence calls it otherwise.
bool net_asset_open(const void *bytes, size_t count, const char *name, const NetKind *kind,
                    NetAsset *asset, Error *err);
// The dimensions a file names, for kinds of which some may vary; all 0 when it is none. Nothing of it was checked.
void net_asset_dimensions(const void *bytes, size_t count, uint32_t dimensions[NET_DIMENSIONS]);
// Appends such a file.
void net_asset_write(const NetKind *kind, const char *note, const void *payload, Text *out);

// A checksum against accidents, not against forgers: eight bytes at a time, 20 MB in a few ms.
uint64_t net_asset_hash(const void *bytes, size_t count);

static inline int16_t net_int16_at(const unsigned char *bytes) {
    return (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
}

#endif
