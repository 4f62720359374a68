// SPDX-License-Identifier: MIT
// Files of networks are opened or refused with a sentence; what was opened is written and opened again the
// same. The first byte of the input says whether its hash is made right, which chance would not.
#include "net/asset.h"

#include <stdlib.h>
#include <string.h>

enum { PAYLOAD = 40, AT_HASH = 88 };
static const NetKind kind = {"gomoku", "renju", {3, 5, 7}, PAYLOAD};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    size_t count = size - 1;
    unsigned char *bytes = malloc(count + 1); // exactly: what is read beyond it is noticed
    memcpy(bytes, data + 1, count);
    if ((data[0] & 1) && count >= AT_HASH + 8 + PAYLOAD) {
        uint64_t hash = net_asset_hash(bytes + count - PAYLOAD, PAYLOAD);
        for (int i = 0; i < 8; i++)
            bytes[AT_HASH + i] = (unsigned char)(hash >> (8 * i));
    }
    NetAsset asset, again;
    Error err = {""};
    if (!net_asset_open(bytes, count, "fuzz", &kind, &asset, &err)) {
        if (!err.text[0])
            abort();
    } else {
        Text note = {0}, file = {0};
        text_add_bytes(&note, asset.note, strnlen(asset.note, asset.note_bytes));
        net_asset_write(&kind, text_chars(&note), asset.payload, &file);
        if (!net_asset_open(file.chars, file.length, "fuzz", &kind, &again, &err) ||
            again.note_bytes != note.length || memcmp(again.payload, asset.payload, PAYLOAD) != 0)
            abort();
        text_free(&note);
        text_free(&file);
    }
    free(bytes);
    return 0;
}
