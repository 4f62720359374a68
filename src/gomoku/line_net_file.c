// SPDX-License-Identifier: MIT
#include "gomoku/line_net_file.h"

#include "base/memory.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
#include "net/asset.h"

#include <stdlib.h>
#include <string.h>

enum {
    AT_VIEWERS = 2, // among the dimensions, and behind it the windows of each
    HEAD_BYTES = 4 * LINE_HEAD_FLOATS,
};

static bool is_smaller_image(int window, int reach) {
    return window <= window_inner_mirror(window, reach);
}

static size_t inner_count(void) {
    size_t count = 0;
    for (int window = 0; window < windows_of_reach(LINE_INNER_REACH); window++)
        count += is_smaller_image(window, LINE_INNER_REACH);
    return count;
}

static NetKind kind_of(GomokuRule rule, const uint32_t windows[2]) {
    uint32_t viewers = weights_are_shared(rule) ? 1 : 2;
    NetKind kind = {
        .game = gomoku_game.name,
        .rule = gomoku_game.rules[rule].name,
        .dimensions = {LINE_CHANNELS, LINE_HIDDEN, viewers, windows[0],
                       viewers > 1 ? windows[1] : 0},
    };
    for (uint32_t viewer = 0; viewer < viewers; viewer++)
        kind.bytes += LINE_CHANNELS * inner_count() +
                      (size_t)windows[viewer] * (4 + LINE_CHANNELS) + HEAD_BYTES;
    return kind;
}

// --- writing ---

static unsigned char *put_number(unsigned char *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

static unsigned char *put_row(unsigned char *at, const int8_t *rows, int window) {
    memcpy(at, rows + (size_t)window * LINE_CHANNELS, LINE_CHANNELS);
    return at + LINE_CHANNELS;
}

static unsigned char *put_viewer(unsigned char *at, const LineNetPlan *plan, int viewer) {
    for (int window = 0; window < windows_of_reach(LINE_INNER_REACH); window++)
        if (is_smaller_image(window, LINE_INNER_REACH))
            at = put_row(at, plan->inner[viewer], window);
    for (int window = 0; window < WINDOWS; window++)
        if (plan->seen[viewer][window])
            at = put_number(at, (uint32_t)window);
    for (int window = 0; window < WINDOWS; window++)
        if (plan->seen[viewer][window])
            at = put_row(at, plan->rows[viewer], window);
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
    uint32_t windows[2] = {0};
    int viewers = weights_are_shared(plan->rule) ? 1 : 2;
    for (int viewer = 0; viewer < viewers; viewer++)
        for (int window = 0; window < WINDOWS; window++)
            windows[viewer] += plan->seen[viewer][window] != 0;
    NetKind kind = kind_of(plan->rule, windows);
    unsigned char *payload = mem_new(kind.bytes), *at = payload;
    for (int viewer = 0; viewer < viewers; viewer++)
        at = put_viewer(at, plan, viewer);
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

// Rows of all windows of LINE_INNER_REACH, unpacked; `at` moves on.
static int8_t *take_inner(const unsigned char **at) {
    int8_t *inner = mem_new_array((size_t)windows_of_reach(LINE_INNER_REACH), LINE_CHANNELS);
    for (int window = 0; window < windows_of_reach(LINE_INNER_REACH); window++) {
        if (!is_smaller_image(window, LINE_INNER_REACH))
            continue;
        memcpy(inner + (size_t)window * LINE_CHANNELS, *at, LINE_CHANNELS);
        memcpy(inner + (size_t)window_inner_mirror(window, LINE_INNER_REACH) * LINE_CHANNELS, *at,
               LINE_CHANNELS);
        *at += LINE_CHANNELS;
    }
    return inner;
}

// How the halves of windows map to those of LINE_INNER_REACH: window_inner(), for all of them at once.
static void spread_inner(const int8_t *inner, int8_t *rows) {
    int halves[WINDOW_HALVES], inner_halves = window_halves(LINE_INNER_REACH);
    for (int half = 0; half < WINDOW_HALVES; half++)
        halves[half] = window_inner(half, LINE_INNER_REACH);
    for (int before = 0; before < WINDOW_HALVES; before++)
        for (int centre = 0; centre < WINDOW_DIGITS; centre++) {
            const int8_t *from =
                inner +
                (size_t)((halves[before] * WINDOW_DIGITS + centre) * inner_halves) * LINE_CHANNELS;
            for (int after = 0; after < WINDOW_HALVES; after++, rows += LINE_CHANNELS)
                memcpy(rows, from + (size_t)halves[after] * LINE_CHANNELS, LINE_CHANNELS);
        }
}

// The rows of one viewer; `at` moves on. False when a window is none.
static bool take_rows(const unsigned char **at, uint32_t count, int8_t *rows) {
    int8_t *inner = take_inner(at);
    spread_inner(inner, rows);
    free(inner);
    const unsigned char *numbers = *at, *row = *at + 4 * (size_t)count;
    for (uint32_t i = 0; i < count; i++, row += LINE_CHANNELS) {
        uint32_t window = number_at(numbers + 4 * (size_t)i);
        if (window >= WINDOWS)
            return false;
        memcpy(rows + (size_t)window * LINE_CHANNELS, row, LINE_CHANNELS);
        memcpy(rows + (size_t)window_mirror((int)window) * LINE_CHANNELS, row, LINE_CHANNELS);
    }
    *at = row;
    return true;
}

// Those of all viewers, into the network.
static bool take_all_rows(const unsigned char **at, int viewers, const uint32_t windows[2],
                          LineNet *net) {
    size_t bytes = (size_t)WINDOWS * LINE_CHANNELS;
    int8_t *rows = mem_new_array((size_t)viewers, bytes);
    bool ok = true;
    for (int viewer = 0; ok && viewer < viewers; viewer++)
        ok = take_rows(at, windows[viewer], rows + (size_t)viewer * bytes);
    if (ok)
        line_net_set_rows(net, (const int8_t *[]){rows, rows + (size_t)(viewers - 1) * bytes});
    free(rows);
    return ok;
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

// The kind the file must be of, with as many windows as it says; more than there are make another kind of it.
static NetKind kind_of_file(const void *bytes, size_t count, GomokuRule rule, uint32_t windows[2]) {
    uint32_t dimensions[NET_DIMENSIONS];
    net_asset_dimensions(bytes, count, dimensions);
    for (int viewer = 0; viewer < 2; viewer++) {
        uint32_t found = dimensions[AT_VIEWERS + 1 + viewer];
        windows[viewer] = found <= WINDOWS ? found : 0;
    }
    return kind_of(rule, windows);
}

LineNet *line_net_parse(const void *bytes, size_t count, const char *name, GomokuRule rule,
                        Error *err) {
    uint32_t windows[2];
    NetKind kind = kind_of_file(bytes, count, rule, windows);
    NetAsset asset;
    if (!net_asset_open(bytes, count, name, &kind, &asset, err))
        return NULL;
    int viewers = (int)kind.dimensions[AT_VIEWERS];
    LineNet *net = mem_new(sizeof *net);
    net->rule = rule;
    net->level = net_level_best();
    const unsigned char *at = asset.payload;
    bool ok = take_all_rows(&at, viewers, windows, net);
    for (int side = 0; ok && side < 2; side++) {
        if (side < viewers)
            take_head(&at, &net->heads[side]);
        else
            net->heads[side] = net->heads[0];
        ok = is_finite(&net->heads[side]);
    }
    if (ok) {
        line_net_settle(net);
        return net;
    }
    line_net_free(net);
    error_set(err, "%.200s has numbers that no network has", name);
    return NULL;
}

// --- built in ---

// Those in nets/ are made part of the program by the Makefile, see net/embed.S.
static const struct {
    const unsigned char *bytes;
    const uint64_t *count;
} built_in[RULE_COUNT] = {{0}};

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
    return built_in[rule].bytes ? mem_constant(&kept[rule], parse_built_in, drop, (int)rule) : NULL;
}
