// SPDX-License-Identifier: MIT
// Making the tables of shapes: each line is read once, by trying what one more stone would make of
// it. Lines with more stones are asked for first, so every line costs a few look-ups.
#include "gomoku/shape.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { UNREAD = 0xff };

// What reads the lines of one side.
typedef struct ShapeReader {
    FiveRule rule;
    bool forbids; // Black in renju
    int reach;
    uint32_t own, other; // codes
    uint8_t *shapes;     // by key, UNREAD where not yet asked for
} ShapeReader;

static inline uint32_t code_at(uint32_t key, int slot) {
    return key >> (CODE_BITS * slot) & 3;
}

// An empty cell takes a stone: both bits were set.
static inline uint32_t with_stone(uint32_t key, int slot, uint32_t code) {
    return key ^ (CODE_EMPTY ^ code) << (CODE_BITS * slot);
}

// Slots 0 .. reach-1 lie before the cell, nearest last; reach .. 2*reach-1 after it, nearest first.
static int run_before(const ShapeReader *reader, uint32_t key) {
    int length = 0;
    while (length < reader->reach && code_at(key, reader->reach - 1 - length) == reader->own)
        length++;
    return length;
}

static int run_after(const ShapeReader *reader, uint32_t key) {
    int length = 0;
    while (length < reader->reach && code_at(key, reader->reach + length) == reader->own)
        length++;
    return length;
}

static int run_length(const ShapeReader *reader, uint32_t key) {
    return run_before(reader, key) + 1 + run_after(reader, key);
}

static bool is_five(const ShapeReader *reader, uint32_t key) {
    int before = run_before(reader, key), after = run_after(reader, key);
    // With a reach of four the ends may lie outside: then the rule does not ask about them.
    bool closed = reader->rule.needs_free_end && before < reader->reach && after < reader->reach &&
                  code_at(key, reader->reach - 1 - before) == reader->other &&
                  code_at(key, reader->reach + after) == reader->other;
    return rule_is_five(reader->rule, before + 1 + after, closed);
}

// Can a stone on one of these slots make five? `taken` is where the opponent has just played.
static bool five_follows(const ShapeReader *reader, uint32_t key, uint32_t fives, int taken) {
    for (int slot = 0; slot < 2 * reader->reach; slot++)
        if (fives >> slot & 1 && slot != taken &&
            is_five(reader, with_stone(key, slot, reader->own)))
            return true;
    return false;
}

// A line with these fives: can the opponent prevent them all by one stone in it?
static bool can_prevent(const ShapeReader *reader, uint32_t key, uint32_t fives) {
    for (int slot = 0; slot < 2 * reader->reach; slot++)
        if (code_at(key, slot) == CODE_EMPTY &&
            !five_follows(reader, with_stone(key, slot, reader->other), fives, slot))
            return true;
    return false;
}

static Shape read_four(const ShapeReader *reader, uint32_t key, uint32_t fives) {
    if (can_prevent(reader, key, fives))
        return SHAPE_FOUR;
    // For Black in renju a straight four is one four, anything else with two fives is two.
    return reader->forbids && run_length(reader, key) != FIVE - 1 ? SHAPE_DOUBLE_FOUR
                                                                  : SHAPE_OPEN_FOUR;
}

static Shape read_line(const ShapeReader *reader, uint32_t key);

static Shape classify(const ShapeReader *reader, uint32_t key) {
    if (is_five(reader, key))
        return SHAPE_FIVE;
    if (reader->forbids && run_length(reader, key) > FIVE)
        return SHAPE_OVERLINE;
    int ways[SHAPE_COUNT] = {0};
    uint32_t fives = 0;
    for (int slot = 0; slot < 2 * reader->reach; slot++) {
        if (code_at(key, slot) != CODE_EMPTY)
            continue;
        Shape next = read_line(reader, with_stone(key, slot, reader->own));
        ways[next]++;
        if (next == SHAPE_FIVE)
            fives |= 1u << slot;
    }
    if (fives)
        return read_four(reader, key, fives);
    if (ways[SHAPE_OPEN_FOUR])
        return ways[SHAPE_OPEN_FOUR] > 1 ? SHAPE_OPEN_THREE_FREE : SHAPE_OPEN_THREE;
    int fours = ways[SHAPE_FOUR] + ways[SHAPE_DOUBLE_FOUR];
    if (fours)
        return fours > 2 ? SHAPE_THREE_WIDE : SHAPE_THREE;
    int open_threes = ways[SHAPE_OPEN_THREE] + ways[SHAPE_OPEN_THREE_FREE];
    if (open_threes)
        return open_threes > 3   ? SHAPE_OPEN_TWO_FREE
               : open_threes > 2 ? SHAPE_OPEN_TWO_ROOMY
                                 : SHAPE_OPEN_TWO;
    if (ways[SHAPE_THREE] + ways[SHAPE_THREE_WIDE])
        return SHAPE_TWO;
    if (ways[SHAPE_OPEN_TWO] + ways[SHAPE_OPEN_TWO_ROOMY] + ways[SHAPE_OPEN_TWO_FREE])
        return SHAPE_OPEN_ONE;
    return ways[SHAPE_TWO] ? SHAPE_ONE : SHAPE_NONE;
}

// The same line read from its other end.
static uint32_t mirrored(const ShapeReader *reader, uint32_t key) {
    uint32_t mirror = 0;
    for (int slot = 0; slot < 2 * reader->reach; slot++, key >>= CODE_BITS)
        mirror = mirror << CODE_BITS | (key & 3);
    return mirror;
}

static Shape read_line(const ShapeReader *reader, uint32_t key) {
    if (reader->shapes[key] == UNREAD) {
        uint8_t shape = (uint8_t)classify(reader, key);
        reader->shapes[key] = reader->shapes[mirrored(reader, key)] = shape;
    }
    return (Shape)reader->shapes[key];
}

// Calls read_line() for every key a board can have: an edge has nothing but edge beyond it.
static void read_all(const ShapeReader *reader, uint32_t key, int slot) {
    if (slot == 2 * reader->reach) {
        read_line(reader, key);
        return;
    }
    bool before = slot < reader->reach;
    bool after_edge = slot > reader->reach && code_at(key, slot - 1) == CODE_OUTSIDE;
    bool may_be_edge = before ? slot == 0 || code_at(key, slot - 1) == CODE_OUTSIDE : true;
    if (may_be_edge)
        read_all(reader, key, slot + 1);
    if (!after_edge)
        for (uint32_t code = CODE_BLACK; code <= CODE_EMPTY; code++)
            read_all(reader, key | code << (CODE_BITS * slot), slot + 1);
}

static void read_side(GomokuRule rule, Side side, int reach, uint8_t *shapes) {
    ShapeReader reader = {
        .rule = rule_fives[rule][side],
        .forbids = rule == RULE_RENJU && side == SIDE_BLACK,
        .reach = reach,
        .own = side == SIDE_BLACK ? CODE_BLACK : CODE_WHITE,
        .other = side == SIDE_BLACK ? CODE_WHITE : CODE_BLACK,
        .shapes = shapes,
    };
    read_all(&reader, 0, 0);
}

// The same line with the colours exchanged.
static uint32_t exchanged(uint32_t key) {
    return (key & 0x55555555) << 1 | (key >> 1 & 0x55555555);
}

static bool same_rule(FiveRule a, FiveRule b) {
    return a.overline_wins == b.overline_wins && a.needs_free_end == b.needs_free_end;
}

static int reach_of(GomokuRule rule) {
    FiveRule black = rule_fives[rule][SIDE_BLACK], white = rule_fives[rule][SIDE_WHITE];
    bool ends_matter = !black.overline_wins || !white.overline_wins || black.needs_free_end ||
                       white.needs_free_end;
    return ends_matter ? SHAPE_REACH : SHAPE_REACH - 1;
}

static void *make_table(int which) {
    GomokuRule rule = (GomokuRule)which;
    int reach = reach_of(rule);
    size_t keys = (size_t)1 << (2 * CODE_BITS * reach);
    uint8_t *pairs = mem_new_array(keys, 1), *black = mem_new_array(keys, 1), *white = black;
    bool alike =
        rule != RULE_RENJU && same_rule(rule_fives[rule][SIDE_BLACK], rule_fives[rule][SIDE_WHITE]);
    memset(black, UNREAD, keys);
    read_side(rule, SIDE_BLACK, reach, black);
    if (!alike) {
        white = mem_new_array(keys, 1);
        memset(white, UNREAD, keys);
        read_side(rule, SIDE_WHITE, reach, white);
    }
    for (uint32_t key = 0; key < keys; key++)
        if (black[key] != UNREAD)
            pairs[key] = (uint8_t)(black[key] | white[alike ? exchanged(key) : key] << 4);
    if (!alike)
        free(white);
    free(black);
    return mem_copy(&(ShapeTable){reach, pairs}, sizeof(ShapeTable));
}

static void drop_table(void *made) {
    free((void *)((ShapeTable *)made)->pairs);
    free(made);
}

// Made late because a program seldom needs all five.
const ShapeTable *shape_table(GomokuRule rule) {
    static void *_Atomic kept[RULE_COUNT];
    assert(rule < RULE_COUNT);
    return mem_constant(&kept[rule], make_table, drop_table, (int)rule);
}
