// SPDX-License-Identifier: MIT
// The network of Hex as a file (net/asset.h): its weights in the order of HexNet, 16-bit fixed
// point, 1/HEX_NET_UNIT. Learned from games (src/train/), kept in nets/, part of the program.
#ifndef HEX_NET_FILE_H
#define HEX_NET_FILE_H

#include "hex/net.h"
#include "net/asset.h"

extern const NetKind hex_net_kind;

// False with a sentence, and *net as it was, when it is none. `name` is what the sentence calls it.
bool hex_net_parse(const void *bytes, size_t count, const char *name, HexNet *net, Error *err);
bool hex_net_read(const char *path, HexNet *net, Error *err);
// The one in the program, nets/hex.net. Any thread.
void hex_net_built_in(HexNet *net);
// Appends the file, with a note of how the network was made.
void hex_net_write(const HexNet *net, const char *note, Text *out);

#endif
