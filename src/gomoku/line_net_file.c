// SPDX-License-Identifier: MIT
#include "gomoku/line_net_file.h"

#include "base/memory.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
#include "net/asset.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 4 * LINE_HEAD_FLOATS };

static bool is_smaller_image(int window) {
    return window <= window_mirror(window);
}

static uint32_t row_count(void) {
    uint32_t count = 0;
    for (int window = 0; window < WINDOWS; window++)
        count += is_smaller_image(window);
    return count;
}

static int viewers_of(GomokuRule rule) {
    return weights_are_shared(rule) ? 1 : 2;
}

static NetKind kind_of(GomokuRule rule) {
    uint32_t viewers = (uint32_t)viewers_of(rule), rows = row_count();
    return (NetKind){
        .game = gomoku_game.name,
        .rule = gomoku_game.rules[rule].name,
        .dimensions = {LINE_CHANNELS, LINE_HIDDEN, viewers, rows, LINE_RINGS},
        .bytes = viewers * ((size_t)rows * LINE_CHANNELS + HEAD_BYTES),
    };
}

// --- writing ---

static unsigned char *put_number(unsigned char *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

static unsigned char *put_rows(unsigned char *at, const int8_t *rows) {
    for (int window = 0; window < WINDOWS; window++, rows += LINE_CHANNELS) {
        if (!is_smaller_image(window))
            continue;
        memcpy(at, rows, LINE_CHANNELS);
        at += LINE_CHANNELS;
    }
    return at;
}

static unsigned char *put_head(unsigned char *at, const LineHead *head) {
    for (int i = 0; i < LINE_HEAD_FLOATS; i++) {
        uint32_t bits;
        memcpy(&bits, (const float *)head + i, sizeof bits);
        at = put_number(at, bits);
    }
    return at;
}

void line_net_write(const LineNetPlan *plan, const char *note, Text *out) {
    int viewers = viewers_of(plan->rule);
    NetKind kind = kind_of(plan->rule);
    unsigned char *payload = mem_new(kind.bytes), *at = payload;
    for (int viewer = 0; viewer < viewers; viewer++)
        at = put_rows(at, plan->rows[viewer]);
    for (int side = 0; side < viewers; side++)
        at = put_head(at, plan->heads[side]);
    assert(at == payload + kind.bytes);
    net_asset_write(&kind, note, payload, out);
    free(payload);
}

// --- reading ---

static uint32_t number_at(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// The rows of one viewer; `at` moves on.
static void take_rows(const unsigned char **at, int8_t *rows) {
    for (int window = 0; window < WINDOWS; window++) {
        if (!is_smaller_image(window))
            continue;
        memcpy(rows + (size_t)window * LINE_CHANNELS, *at, LINE_CHANNELS);
        memcpy(rows + (size_t)window_mirror(window) * LINE_CHANNELS, *at, LINE_CHANNELS);
        *at += LINE_CHANNELS;
    }
}

// Those of all viewers, into the network.
static void take_all_rows(const unsigned char **at, int viewers, LineNet *net) {
    size_t bytes = (size_t)WINDOWS * LINE_CHANNELS;
    int8_t *rows = mem_new_array((size_t)viewers, bytes);
    for (int viewer = 0; viewer < viewers; viewer++)
        take_rows(at, rows + (size_t)viewer * bytes);
    line_net_set_rows(net, (const int8_t *[]){rows, rows + (size_t)(viewers - 1) * bytes});
    free(rows);
}

static void take_head(const unsigned char **at, LineHead *head) {
    for (int i = 0; i < LINE_HEAD_FLOATS; i++, *at += 4) {
        uint32_t bits = number_at(*at);
        memcpy((float *)head + i, &bits, sizeof bits);
    }
}

static bool is_finite(const LineHead *head) {
    for (int i = 0; i < LINE_HEAD_FLOATS; i++) {
        float number = ((const float *)head)[i];
        if (!(number > -1e6f && number < 1e6f))
            return false;
    }
    return true;
}

bool line_net_is_file(const void *bytes, size_t count) {
    uint32_t dimensions[NET_DIMENSIONS];
    net_asset_dimensions(bytes, count, dimensions);
    return dimensions[0] != 0;
}

LineNet *line_net_parse(const void *bytes, size_t count, const char *name, GomokuRule rule,
                        Error *err) {
    NetKind kind = kind_of(rule);
    NetAsset asset;
    if (!net_asset_open(bytes, count, name, &kind, &asset, err))
        return NULL;
    int viewers = viewers_of(rule);
    LineNet *net = mem_new(sizeof *net);
    net->rule = rule;
    net->level = net_level_best();
    const unsigned char *at = asset.payload;
    take_all_rows(&at, viewers, net);
    bool ok = true;
    for (int side = 0; ok && side < 2; side++) {
        if (side < viewers)
            take_head(&at, &net->heads[side]);
        else
            net->heads[side] = net->heads[0];
        ok = is_finite(&net->heads[side]);
    }
    if (ok && line_net_settle(net))
        return net;
    line_net_free(net);
    error_set(err, "%.200s has numbers that no network has", name);
    return NULL;
}

// --- built in ---

// Those in nets/ are made part of the program by the Makefile, see net/embed.S.
#define BUILT_IN(name)                                                                             \
    extern const unsigned char gomoku_##name##_net[];                                              \
    extern const uint64_t gomoku_##name##_net_bytes;
BUILT_IN(freestyle)
BUILT_IN(standard)
BUILT_IN(renju)
BUILT_IN(caro)
BUILT_IN(caro_exact)
#undef BUILT_IN

static const struct {
    const unsigned char *bytes;
    const uint64_t *count;
} built_in[RULE_COUNT] = {
    [RULE_FREESTYLE] = {gomoku_freestyle_net, &gomoku_freestyle_net_bytes},
    [RULE_STANDARD] = {gomoku_standard_net, &gomoku_standard_net_bytes},
    [RULE_RENJU] = {gomoku_renju_net, &gomoku_renju_net_bytes},
    [RULE_CARO] = {gomoku_caro_net, &gomoku_caro_net_bytes},
    [RULE_CARO_EXACT] = {gomoku_caro_exact_net, &gomoku_caro_exact_net_bytes},
};

static void *parse_built_in(int rule) {
    Error err = {""};
    LineNet *net = line_net_parse(built_in[rule].bytes, (size_t)*built_in[rule].count,
                                  "the network built in", (GomokuRule)rule, &err);
    if (!net)
        die("%s", err.text);
    return net;
}

static void drop(void *net) {
    line_net_free(net);
}

const LineNet *line_net_of_rule(GomokuRule rule) {
    static void *_Atomic kept[RULE_COUNT];
    assert(rule < RULE_COUNT);
    return mem_constant(&kept[rule], parse_built_in, drop, (int)rule);
}
