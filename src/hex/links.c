// SPDX-License-Identifier: MIT
// Where H-search begins, and what it found; the rules are in links_rules.c.
#include "hex/links.h"

#include "base/memory.h"
#include "hex/links_private.h"

#include <stdlib.h>

const HexLinkLimits hex_links_thorough = {
    .fulls = 10, .semis = 20, .ors = 4, .loose = 8, .links = 60000};
const HexLinkLimits hex_links_quick = {
    .fulls = 4, .semis = 8, .ors = 3, .loose = 2, .links = 12000};

HexLinks *hex_links_new(const HexGrid *grid, Side side, const HexLinkLimits *limits) {
    HexLinks *links = mem_new(sizeof *links);
    size_t ends = (size_t)grid->count + 2;
    links->grid = grid;
    links->side = side;
    links->limits = *limits;
    links->ends = (int)ends;
    links->pairs = mem_new_array(ends * ends, sizeof *links->pairs);
    links->partners = mem_new_array(ends * (size_t)link_end_words(links), sizeof *links->partners);
    return links;
}

void hex_links_free(HexLinks *links) {
    if (!links)
        return;
    free(links->store);
    free(links->pairs);
    free(links->partners);
    free(links);
}

size_t hex_links_bytes(const HexLinks *links) {
    size_t ends = (size_t)links->ends, words = (size_t)links->grid->words;
    return sizeof *links + ends * ends * sizeof *links->pairs +
           links->capacity * (sizeof(Link) + words * sizeof(uint64_t));
}

void hex_links_set_stop(HexLinks *links, const StopFlag *stop) {
    links->stop = stop;
}

// --- beginning ---

// Groups are named by their first cell, or by the edge they touch.
static void name_groups(HexLinks *links) {
    const HexGrid *grid = links->grid;
    HexSet left = links->stones.of[links->side], around = {0};
    for (int end = 0; end < links->ends; end++) {
        bool is_free = end >= grid->count || hexset_has(links->empty.word, end);
        links->group[end] = (int16_t)(is_free ? end : LINK_NONE);
    }
    for (int stone; (stone = hexset_next(left.word, 0, grid->words)) >= 0;) {
        HexSet group = left;
        unsigned edges = hex_grid_flood(grid, links->side, stone, &left, &around);
        hexset_remove(group.word, left.word, grid->words);
        HEXSET_EACH (cell, group.word, grid->words)
            links->group[cell] = (int16_t)(edges & HEX_NEAR  ? hex_links_near(grid)
                                           : edges & HEX_FAR ? hex_links_far(grid)
                                                             : stone);
    }
}

static void begin(HexLinks *links, const HexStones *stones, HexGoal goal) {
    size_t ends = (size_t)links->ends;
    links->goal = goal;
    links->stones = *stones;
    links->empty = hex_stones_empty(links->grid, stones);
    links->count = 0;
    links->is_over = false;
    links->has_threats = false;
    links->threat_count = 0;
    links->lowest = 0;
    links->highest = 0;
    memset(links->pairs, -1, ends * ends * sizeof *links->pairs); // LINK_NONE in every byte
    memset(links->partners, 0, ends * (size_t)link_end_words(links) * sizeof *links->partners);
    memset(links->queue, -1, sizeof links->queue);
    name_groups(links);
}

void hex_links_build(HexLinks *links, const HexStones *stones, HexGoal goal) {
    begin(links, stones, goal);
    links_run(links, NULL);
}

void hex_links_derive(HexLinks *links, const HexLinks *parent, const HexStones *stones,
                      HexGoal goal) {
    int words = links->grid->words;
    LinkChange change = {.parent = parent,
                         .gained = stones->of[links->side],
                         .lost = stones->of[side_other(links->side)]};
    begin(links, stones, goal);
    hexset_remove(change.gained.word, parent->stones.of[links->side].word, words);
    hexset_remove(change.lost.word, parent->stones.of[side_other(links->side)].word, words);
    HEXSET_EACH (cell, change.gained.word, words)
        hexset_add(change.touched, links->group[cell]);
    links_run(links, &change);
}

// --- what was found ---

static void read_link(const HexLinks *links, size_t index, HexLink *out) {
    Link *link = link_at(links, index, links->grid->words);
    *out = (HexLink){.x = link->x, .y = link->y, .key = link->key, .full = link->kind == LINK_FULL};
    hexset_copy(out->carrier.word, link_carrier(link), links->grid->words);
}

bool hex_links_win(const HexLinks *links, bool full, HexLink *out) {
    const LinkPair *pair =
        link_pair(links, hex_links_near(links->grid), hex_links_far(links->grid));
    int32_t smallest = pair->first[full ? LINK_FULL : LINK_SEMI];
    if (smallest != LINK_NONE)
        read_link(links, (size_t)smallest, out);
    return smallest != LINK_NONE;
}

// Have all threats but those left out these cells in common, and no others?
static bool suffices(const HexLinks *links, const bool *is_left_out, const HexSet *common) {
    int words = links->grid->words;
    HexSet rest = links->empty;
    for (int i = 0; i < links->threat_count; i++)
        if (!is_left_out[i])
            hexset_keep(rest.word, links->threat[i].word, words);
    return hexset_equal(rest.word, common->word, words);
}

bool hex_links_must_play(const HexLinks *links, HexSet *must_play, HexSet *used) {
    if (!links->has_threats)
        return false;
    bool is_left_out[THREATS_KEPT] = {false};
    *must_play = links->threats;
    *used = (HexSet){0};
    for (int i = links->threat_count - 1; i >= 0; i--) { // the largest carriers first
        is_left_out[i] = true;
        is_left_out[i] = suffices(links, is_left_out, must_play);
    }
    for (int i = 0; i < links->threat_count; i++)
        if (!is_left_out[i])
            hexset_unite(used->word, links->threat[i].word, links->grid->words);
    return true;
}

bool hex_links_joined(const HexLinks *links, int x, int y) {
    int one = links->group[x], other = links->group[y];
    return one != LINK_NONE && other != LINK_NONE &&
           (one == other || link_pair(links, one, other)->first[LINK_FULL] != LINK_NONE);
}

bool hex_links_next(const HexLinks *links, size_t *index, HexLink *link) {
    while (*index < links->count) {
        size_t at = (*index)++;
        if (!link_at(links, at, links->grid->words)->is_alive)
            continue;
        read_link(links, at, link);
        return true;
    }
    return false;
}
