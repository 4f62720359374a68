// SPDX-License-Identifier: MIT
// Arbitrary bytes as the lines of a protocol: no crash, no leak, no hang, and nothing comes back that is
// not whole lines of printable text. Behind it are the random player, and in the place of every search one
// that takes the first legal moves: what is tried here is what people send, and real searches would take
// nearly all of the time.
#ifndef TESTS_PROTOCOL_FUZZ_H
#define TESTS_PROTOCOL_FUZZ_H

#include "base/memory.h"
#include "base/text.h"
#include "engine/engine.h"
#include "engine/registry.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct Searcher {
    char nothing;
};

static inline Searcher *first_move_create(const Services *services) {
    (void)services;
    return mem_new(sizeof(Searcher));
}

static inline void first_move_destroy(Searcher *searcher) {
    free(searcher);
}

static inline void first_move_new_game(Searcher *searcher) {
    (void)searcher;
}

// As many candidates as were asked for, by turns even, won and lost.
static inline void first_move_think(Searcher *searcher, const Ask *ask, Outcome *outcome) {
    (void)searcher;
    Move moves[MOVES_MAX];
    size_t count = position_moves(ask->position, moves);
    for (size_t i = 0; i < count && (int64_t)i < ask->limits.multipv; i++) {
        static const int scores[] = {0, SCORE_WIN - 5, -SCORE_WIN + 6};
        int score = scores[(size_t)ask->position->stones % 3];
        Info info = {.depth = 1, .selective_depth = 1, .multipv = (int)i + 1, .nodes = count};
        info.line = (Line){.score = score,
                           .win = score > 0   ? 1
                                  : score < 0 ? 0
                                              : 0.5,
                           .visits = -1,
                           .pv = {moves[i]},
                           .pv_length = 1};
        if (i == 0)
            *outcome = (Outcome){moves[0], info};
        if (ask->on_info)
            ask->on_info(&info, ask->user);
    }
}

static inline Registry *fuzz_registry(void) {
    static SearcherType first_move = {.create = first_move_create,
                                      .destroy = first_move_destroy,
                                      .new_game = first_move_new_game,
                                      .think = first_move_think,
                                      .judge_nodes = 1};
    Registry *registry = registry_new();
    registry_add_game(registry, &gomoku_game, &first_move);
    registry_add_game(registry, &hex_game, &first_move);
    registry_add_player(registry, &random_player);
    registry_add_player(registry, &engine_player);
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
