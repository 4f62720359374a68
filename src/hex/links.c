// SPDX-License-Identifier: MIT
// See the header. The hot functions are inlined into run() and take the number of words of a set as
// a constant: one source, compiled for 1, 2, 4 and any number of words.
#include "hex/links.h"

#include "base/memory.h"

#include <stdlib.h>

enum { NONE = -1, OR_STEPS = 400, THREATS_KEPT = 32 };

typedef enum Kind { FULL, SEMI, KINDS } Kind;

typedef struct Link {
    int32_t next;  // of the same pair and kind
    int32_t later; // of the same size in the queue
    int16_t x, y;  // x < y
    int16_t key;
    int16_t size; // of the carrier
    uint8_t kind;
    bool is_alive; // nothing better is known
    bool is_done;  // combined with all done before it
} Link;

typedef struct Pair {
    int32_t first[KINDS];
} Pair;

struct HexLinks {
    const HexGrid *grid;
    Side side;
    HexLinkLimits limits;
    HexGoal goal;
    int ends; // cells and two edges
    HexStones stones;
    HexSet empty;
    int16_t
        group[BOARD_POINTS + 2]; // the name of the end a cell belongs to; NONE for the opponent's
    Link *links;
    uint64_t *carriers;
    size_t count, capacity;
    Pair *pairs;       // ends * ends, x < y
    int16_t *partners; // ends * ends: for each end those it has done full connections with
    int16_t *partner_count;
    int32_t queue[BOARD_POINTS + 1]; // by size
    int lowest, highest;             // where the queue may hold something
    bool is_over;                    // the goal is reached
    // Semis of the two edges, those no longer kept included.
    bool has_threats;
    HexSet threats; // what they have in common
    int threat_count;
    HexSet threat[THREATS_KEPT]; // each made `threats` smaller
};

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
    links->partners = mem_new_array(ends * ends, sizeof *links->partners);
    links->partner_count = mem_new_array(ends, sizeof *links->partner_count);
    return links;
}

void hex_links_free(HexLinks *links) {
    if (!links)
        return;
    free(links->links);
    free(links->carriers);
    free(links->pairs);
    free(links->partners);
    free(links->partner_count);
    free(links);
}

// --- the store ---

HEXSET_INLINE uint64_t *carrier_of(const HexLinks *links, size_t index, int words) {
    return links->carriers + index * (size_t)words;
}

HEXSET_INLINE Pair *pair_of(const HexLinks *links, int x, int y) {
    return &links->pairs[x < y ? x * links->ends + y : y * links->ends + x];
}

static void grow(HexLinks *links) {
    size_t words = (size_t)links->grid->words;
    links->capacity = links->capacity ? links->capacity * 2 : 1024;
    Link *more = mem_new_array(links->capacity, sizeof *more);
    uint64_t *carriers = mem_new_array(links->capacity * words, sizeof *carriers);
    if (links->count) {
        memcpy(more, links->links, links->count * sizeof *more);
        memcpy(carriers, links->carriers, links->count * words * sizeof *carriers);
    }
    free(links->links);
    free(links->carriers);
    links->links = more;
    links->carriers = carriers;
}

static void enqueue(HexLinks *links, size_t index) {
    Link *link = &links->links[index];
    link->later = links->queue[link->size];
    links->queue[link->size] = (int32_t)index;
    links->lowest = link->size < links->lowest ? link->size : links->lowest;
    links->highest = link->size > links->highest ? link->size : links->highest;
}

static int32_t dequeue(HexLinks *links) {
    while (links->lowest <= links->highest && links->queue[links->lowest] == NONE)
        links->lowest++;
    if (links->lowest > links->highest)
        return NONE;
    int32_t index = links->queue[links->lowest];
    links->queue[links->lowest] = links->links[index].later;
    return index;
}

// Is a connection in this list within the carrier? Otherwise those that hold it are taken out, and
// `tail` is where to append and `count` how many there are.
HEXSET_INLINE bool is_known(HexLinks *links, int32_t *first, const uint64_t *carrier, bool weed,
                            int32_t **tail, int *count, int words) {
    *count = 0;
    while (*first != NONE) {
        Link *link = &links->links[*first];
        const uint64_t *other = carrier_of(links, (size_t)*first, words);
        if (hexset_within(other, carrier, words))
            return true;
        if (weed && hexset_within(carrier, other, words)) {
            link->is_alive = false;
            *first = link->next;
            continue;
        }
        ++*count;
        first = &link->next;
    }
    *tail = first;
    return false;
}

HEXSET_INLINE void note_threat(HexLinks *links, const uint64_t *carrier, int words) {
    if (links->has_threats && hexset_within(links->threats.word, carrier, words))
        return;
    if (links->threat_count == THREATS_KEPT)
        return;
    if (!links->has_threats)
        links->threats = links->empty;
    links->has_threats = true;
    hexset_keep(links->threats.word, carrier, words);
    hexset_copy(links->threat[links->threat_count++].word, carrier, words);
}

// A connection that was found; kept unless something better is known. Returns its index or NONE.
HEXSET_INLINE int32_t add_link(HexLinks *links, int x, int y, Kind kind, int key,
                               const uint64_t *carrier, int words) {
    const HexGrid *grid = links->grid;
    Pair *pair = pair_of(links, x, y);
    bool is_edges =
        x + y == hex_links_near(grid) + hex_links_far(grid) && x >= grid->count && y >= grid->count;
    int32_t *tail, *other_tail;
    int count, other_count;
    if (is_edges && kind == SEMI)
        note_threat(links, carrier, words);
    if (is_known(links, &pair->first[FULL], carrier, kind == FULL, &tail, &count, words))
        return NONE;
    if (kind == SEMI) {
        if (is_known(links, &pair->first[SEMI], carrier, true, &tail, &count, words))
            return NONE;
    } else {
        // A full connection is also the better semi.
        is_known(links, &pair->first[SEMI], carrier, true, &other_tail, &other_count, words);
    }
    if (!is_edges && count >= (kind == FULL ? links->limits.fulls : links->limits.semis))
        return NONE;
    if (links->count == links->capacity) {
        size_t at = (size_t)((char *)tail - (char *)links->links);
        bool in_list = tail != &pair->first[kind];
        grow(links);
        if (in_list)
            tail = (int32_t *)((char *)links->links + at);
    }
    if (is_edges &&
        (links->goal == HEX_GOAL_SEMI || (links->goal == HEX_GOAL_FULL && kind == FULL)))
        links->is_over = true;
    size_t index = links->count++;
    links->links[index] = (Link){.next = NONE,
                                 .x = (int16_t)(x < y ? x : y),
                                 .y = (int16_t)(x < y ? y : x),
                                 .key = (int16_t)key,
                                 .size = (int16_t)hexset_count(carrier, words),
                                 .kind = (uint8_t)kind,
                                 .is_alive = true};
    hexset_copy(carrier_of(links, index, words), carrier, words);
    *tail = (int32_t)index;
    return (int32_t)index;
}

HEXSET_INLINE void find_link(HexLinks *links, int x, int y, Kind kind, int key,
                             const uint64_t *carrier, int words) {
    int32_t index = add_link(links, x, y, kind, key, carrier, words);
    if (index != NONE)
        enqueue(links, (size_t)index);
}

// --- the rules ---

HEXSET_INLINE bool is_cell(const HexLinks *links, int end) {
    return end < links->grid->count && hexset_has(links->empty.word, end);
}

// AND: `index` joins x and m; every done full connection of m goes on from there.
HEXSET_INLINE void join_over(HexLinks *links, int32_t index, int x, int m, int words) {
    if (m >= links->grid->count)
        return; // a way over an edge joins nothing that matters
    bool m_is_cell = is_cell(links, m), x_is_cell = is_cell(links, x);
    const int16_t *partners = links->partners + m * links->ends;
    uint64_t own[HEXSET_WORDS], both[HEXSET_WORDS];
    hexset_copy(own, carrier_of(links, (size_t)index, words), words);
    for (int i = 0; i < links->partner_count[m] && !links->is_over; i++) {
        int z = partners[i];
        bool z_is_cell = is_cell(links, z);
        if (z == x || (z_is_cell && hexset_has(own, z)))
            continue;
        bool is_loose = x_is_cell && z_is_cell;
        for (int32_t other = pair_of(links, m, z)->first[FULL]; other != NONE;
             other = links->links[other].next) {
            const uint64_t *theirs = carrier_of(links, (size_t)other, words);
            if (!links->links[other].is_done || hexset_meets(own, theirs, words) ||
                (x_is_cell && hexset_has(theirs, x)))
                continue;
            hexset_copy(both, own, words);
            hexset_unite(both, theirs, words);
            if (m_is_cell)
                hexset_add(both, m);
            if (is_loose && hexset_count(both, words) > links->limits.loose)
                continue;
            find_link(links, x, z, m_is_cell ? SEMI : FULL, m_is_cell ? m : NONE, both, words);
        }
    }
}

HEXSET_INLINE void note_partner(HexLinks *links, int end, int other) {
    int16_t *partners = links->partners + end * links->ends;
    int count = links->partner_count[end];
    for (int i = count - 1; i >= 0; i--)
        if (partners[i] == other)
            return;
    partners[count] = (int16_t)other;
    links->partner_count[end]++;
}

HEXSET_INLINE void finish_full(HexLinks *links, int32_t index, int words) {
    int x = links->links[index].x, y = links->links[index].y;
    join_over(links, index, x, y, words);
    join_over(links, index, y, x, words);
    links->links[index].is_done = true;
    note_partner(links, x, y);
    note_partner(links, y, x);
}

typedef struct Choice {
    uint64_t common[HEXSET_WORDS], all[HEXSET_WORDS];
} Choice;

// Adds one more semi to a choice; false when that is no help: no cell less in common.
HEXSET_INLINE bool choose(const HexLinks *links, const Choice *from, int32_t index, Choice *to,
                          int words) {
    const uint64_t *carrier = carrier_of(links, (size_t)index, words);
    if (hexset_within(from->common, carrier, words))
        return false;
    for (int i = 0; i < words; i++) {
        to->common[i] = from->common[i] & carrier[i];
        to->all[i] = from->all[i] | carrier[i];
    }
    return true;
}

// OR: this semi with up to three of those done before it. Choices are tried depth first: step[k] is
// where the k-th companion stands in the list.
HEXSET_INLINE void unite_semis(HexLinks *links, int32_t index, int words) {
    int x = links->links[index].x, y = links->links[index].y;
    Choice choice[4];
    int32_t step[4];
    uint64_t common[HEXSET_WORDS];
    hexset_copy(common, carrier_of(links, (size_t)index, words), words);
    hexset_copy(choice[0].common, common, words);
    hexset_copy(choice[0].all, common, words);
    int32_t first = pair_of(links, x, y)->first[SEMI];
    for (int32_t i = first; i != NONE; i = links->links[i].next)
        if (links->links[i].is_done)
            hexset_keep(common, carrier_of(links, (size_t)i, words), words);
    if (!hexset_is_empty(common, words))
        return;
    int level = 1, tries = 0;
    step[1] = first;
    while (level > 0 && tries++ < OR_STEPS && !links->is_over) {
        int32_t at = step[level];
        if (at == NONE) {
            level--;
            continue;
        }
        step[level] = links->links[at].next;
        if (!links->links[at].is_done ||
            !choose(links, &choice[level - 1], at, &choice[level], words))
            continue;
        if (hexset_is_empty(choice[level].common, words)) {
            find_link(links, x, y, FULL, NONE, choice[level].all, words);
        } else if (level < links->limits.ors - 1) {
            step[level + 1] = step[level];
            level++;
        }
        // What was found may have taken the rest of the list out.
        for (int k = 1; k <= level; k++)
            while (step[k] != NONE && !links->links[step[k]].is_alive)
                step[k] = links->links[step[k]].next;
    }
}

HEXSET_INLINE void run_words(HexLinks *links, int words) {
    int32_t index;
    while (!links->is_over && (index = dequeue(links)) != NONE &&
           links->count < (size_t)links->limits.links) {
        if (!links->links[index].is_alive)
            continue;
        if (links->links[index].kind == FULL) {
            finish_full(links, index, words);
        } else {
            unite_semis(links, index, words);
            links->links[index].is_done = true;
        }
    }
}

static void run(HexLinks *links) {
    switch (links->grid->words) {
    case 1:
        run_words(links, 1);
        break;
    case 2:
        run_words(links, 2);
        break;
    case 3:
        run_words(links, 3);
        break;
    case 4:
        run_words(links, 4);
        break;
    default:
        run_words(links, links->grid->words);
    }
}

// --- beginning ---

static void flood_group(HexLinks *links, int start, int name) {
    const HexGrid *grid = links->grid;
    int16_t stack[BOARD_POINTS];
    int count = 0;
    links->group[start] = (int16_t)name;
    stack[count++] = (int16_t)start;
    while (count) {
        int cell = stack[--count];
        for (int i = 0; i < HEX_RING; i++) {
            int other = grid->ring[cell][i];
            if (other >= grid->count || links->group[other] == name ||
                !hexset_has(links->stones.of[links->side].word, other))
                continue;
            links->group[other] = (int16_t)name;
            stack[count++] = (int16_t)other;
        }
    }
}

// Groups are named by their first cell, or by the edge they touch.
static void name_groups(HexLinks *links) {
    const HexGrid *grid = links->grid;
    const uint64_t *own = links->stones.of[links->side].word;
    for (int end = 0; end < links->ends; end++) {
        bool is_free = end >= grid->count || hexset_has(links->empty.word, end);
        links->group[end] = (int16_t)(is_free ? end : NONE);
    }
    for (int far = 0; far < 2; far++)
        for (int cell = 0; cell < grid->count; cell++)
            for (int i = 0; i < HEX_RING; i++)
                if (hexset_has(own, cell) && links->group[cell] == NONE &&
                    grid->ring[cell][i] == hex_grid_edge(grid, links->side, far))
                    flood_group(links, cell, grid->count + far);
    for (int cell = 0; cell < grid->count; cell++)
        if (hexset_has(own, cell) && links->group[cell] == NONE)
            flood_group(links, cell, cell);
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
    memset(links->pairs, -1, ends * ends * sizeof *links->pairs); // NONE in every byte
    memset(links->partner_count, 0, ends * sizeof *links->partner_count);
    memset(links->queue, -1, sizeof links->queue);
    name_groups(links);
}

// The end a place in a ring belongs to; NONE for the opponent's stones and edges.
static int end_at(const HexLinks *links, int place) {
    const HexGrid *grid = links->grid;
    if (place < grid->count)
        return links->group[place];
    return hex_grid_edge_side(grid, place) == links->side
               ? grid->count + (place == hex_grid_edge(grid, links->side, true))
               : NONE;
}

void hex_links_build(HexLinks *links, const HexStones *stones, HexGoal goal) {
    const HexGrid *grid = links->grid;
    static const uint64_t nothing[HEXSET_WORDS] = {0};
    begin(links, stones, goal);
    for (int cell = 0; cell < grid->count; cell++) {
        if (!hexset_has(links->empty.word, cell))
            continue;
        for (int i = 0; i < HEX_RING; i++) {
            int other = end_at(links, grid->ring[cell][i]);
            if (other != NONE && other != cell)
                find_link(links, cell, other, FULL, NONE, nothing, grid->words);
        }
    }
    run(links);
}

// --- from one position to the next ---

// What becomes of one of the parent's connections.
static void inherit(HexLinks *links, const HexLinks *parent, size_t index, const HexSet *gained,
                    const HexSet *lost, const HexSet *changed) {
    int words = links->grid->words;
    const Link *link = &parent->links[index];
    const uint64_t *before = carrier_of(parent, index, words);
    int x = links->group[link->x], y = links->group[link->y];
    if (!link->is_alive || x == NONE || y == NONE || x == y ||
        hexset_meets(before, lost->word, words))
        return;
    uint64_t carrier[HEXSET_WORDS];
    hexset_copy(carrier, before, words);
    hexset_remove(carrier, gained->word, words);
    bool is_made = link->kind == SEMI && hexset_has(gained->word, link->key);
    int32_t made = add_link(links, x, y, is_made ? FULL : (Kind)link->kind,
                            is_made ? NONE : link->key, carrier, words);
    if (made == NONE)
        return;
    bool is_same = !is_made && hexset_equal(carrier, before, words) &&
                   !hexset_has(changed->word, x) && !hexset_has(changed->word, y);
    if (!link->is_done || !is_same) {
        enqueue(links, (size_t)made);
        return;
    }
    links->links[made].is_done = true;
    if (link->kind == FULL) {
        note_partner(links, x, y);
        note_partner(links, y, x);
    }
}

// Semis of the two edges that were not kept still hold if nothing cut them.
static void inherit_threats(HexLinks *links, const HexLinks *parent, const HexSet *gained,
                            const HexSet *lost) {
    int words = links->grid->words;
    for (int i = 0; i < parent->threat_count; i++) {
        HexSet carrier = parent->threat[i];
        if (hexset_meets(carrier.word, lost->word, words))
            continue;
        hexset_remove(carrier.word, gained->word, words);
        note_threat(links, carrier.word, words);
    }
}

void hex_links_derive(HexLinks *links, const HexLinks *parent, const HexStones *stones,
                      HexGoal goal) {
    const HexGrid *grid = links->grid;
    int words = grid->words;
    begin(links, stones, goal);
    HexSet gained = stones->of[links->side], lost = stones->of[side_other(links->side)];
    hexset_remove(gained.word, parent->stones.of[links->side].word, words);
    hexset_remove(lost.word, parent->stones.of[side_other(links->side)].word, words);
    HexSet changed = {0}; // groups with new stones, by name
    for (int cell = hexset_next(gained.word, 0, words); cell >= 0;
         cell = hexset_next(gained.word, cell + 1, words))
        hexset_add(changed.word, links->group[cell]);
    for (size_t i = 0; i < parent->count && !links->is_over; i++)
        inherit(links, parent, i, &gained, &lost, &changed);
    inherit_threats(links, parent, &gained, &lost);
    run(links);
}

// --- what was found ---

static void read_link(const HexLinks *links, size_t index, HexLink *out) {
    const Link *link = &links->links[index];
    *out = (HexLink){.x = link->x, .y = link->y, .key = link->key, .full = link->kind == FULL};
    hexset_copy(out->carrier.word, carrier_of(links, index, links->grid->words),
                links->grid->words);
}

bool hex_links_win(const HexLinks *links, bool full, HexLink *out) {
    const Pair *pair = pair_of(links, hex_links_near(links->grid), hex_links_far(links->grid));
    int32_t best = NONE;
    for (int32_t i = pair->first[full ? FULL : SEMI]; i != NONE; i = links->links[i].next)
        if (best == NONE || links->links[i].size < links->links[best].size)
            best = i;
    if (best != NONE)
        read_link(links, (size_t)best, out);
    return best != NONE;
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
    return one != NONE && other != NONE &&
           (one == other || pair_of(links, one, other)->first[FULL] != NONE);
}

size_t hex_links_count(const HexLinks *links) {
    return links->count;
}

bool hex_links_next(const HexLinks *links, size_t *index, HexLink *link) {
    while (*index < links->count) {
        size_t at = (*index)++;
        if (!links->links[at].is_alive)
            continue;
        read_link(links, at, link);
        return true;
    }
    return false;
}
