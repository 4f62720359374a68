// SPDX-License-Identifier: MIT
// Arbitrary bytes as the lines of a protocol, with the random player behind it: no crash, no leak,
// no hang, and nothing comes back that is not whole lines of printable text.
#ifndef TESTS_PROTOCOL_FUZZ_H
#define TESTS_PROTOCOL_FUZZ_H

#include "base/text.h"
#include "engine/engine.h"
#include "engine/registry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline Registry *fuzz_registry(void) {
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &gomoku_searcher);
    registry_add_game(registry, &hex_game, &hex_searcher);
    registry_add_player(registry, &random_player);
    return registry;
}

// As little of an engine as there can be.
static inline PlayerDefaults fuzz_defaults(void) {
    PlayerDefaults defaults = PLAYER_DEFAULTS;
    defaults.threads = 1;
    defaults.hash_bytes = 1 << 16;
    return defaults;
}

static inline Limits fuzz_limits(void) {
    Limits limits = LIMITS_OPEN;
    limits.nodes = 10;
    return limits;
}

static inline void fuzz_check_output(const char *text, void *user) {
    (void)user;
    size_t length = strlen(text);
    if (!length || text[length - 1] != '\n')
        abort();
    for (const char *c = text; *c; c++)
        if (*c != '\n' && (unsigned char)*c < ' ')
            abort();
}

// False when the protocol was told to end.
static inline bool fuzz_feed(const uint8_t *data, size_t size,
                             bool (*feed)(void *protocol, const char *line), void *protocol) {
    Text line = {0};
    bool more = true;
    for (size_t at = 0; at < size && more;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        text_clear(&line);
        text_add_bytes(&line, (const char *)data + at, length);
        more = feed(protocol, text_chars(&line));
        at += length + 1;
    }
    text_free(&line);
    return more;
}

#endif
