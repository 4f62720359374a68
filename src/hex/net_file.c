// SPDX-License-Identifier: MIT
#include "hex/net_file.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>

const NetKind hex_net_kind = {
    .game = "hex",
    .rule = "hex",
    .dimensions = {VIEW_PLANES, HEX_CHANNELS, HEX_BLOCKS, HEX_TAPS},
    .bytes = 2 * HEX_NET_WEIGHTS,
};

bool hex_net_parse(const void *bytes, size_t count, const char *name, HexNet *net, Error *err) {
    NetAsset asset;
    if (!net_asset_open(bytes, count, name, &hex_net_kind, &asset, err))
        return false;
    for (int i = 0; i < HEX_NET_WEIGHTS; i++)
        ((float *)net)[i] = (float)net_int16_at(asset.payload + 2 * i) / HEX_NET_UNIT;
    return true;
}

bool hex_net_read(const char *path, HexNet *net, Error *err) {
    Text file = {0};
    bool ok = file_read(path, &file, err) &&
              hex_net_parse(text_chars(&file), file.length, path, net, err);
    text_free(&file);
    return ok;
}

// Made part of the program by the Makefile, see net/embed.S.
extern const unsigned char hex_net[];
extern const uint64_t hex_net_bytes;

void hex_net_built_in(HexNet *net) {
    Error err = {""};
    if (!hex_net_parse(hex_net, (size_t)hex_net_bytes, "the network built in", net, &err))
        die("%s", err.text);
}

void hex_net_write(const HexNet *net, const char *note, Text *out) {
    unsigned char *payload = mem_new(hex_net_kind.bytes);
    for (int i = 0; i < HEX_NET_WEIGHTS; i++) {
        int32_t whole = net_quantise(((const float *)net)[i], HEX_NET_UNIT, HEX_NET_MOST);
        payload[2 * i] = (unsigned char)whole;
        payload[2 * i + 1] = (unsigned char)((uint32_t)whole >> 8);
    }
    net_asset_write(&hex_net_kind, note, payload, out);
    free(payload);
}
