// SPDX-License-Identifier: MIT
// The rules of H-search, see links.h. Everything here is hot: it is inlined into links_run() and
// takes the number of words of a set as a constant; one source, compiled for 1, 2, 3, 4 and any
// number of words.
#include "base/memory.h"
#include "hex/links_private.h"

#include <stdlib.h>

enum {
    OR_STEPS = 400,  // companions of one semi tried
    SEMIS_TRIED = 96 // ... out of this many
};

// --- the store ---

static void grow(HexLinks *links) {
    size_t size = sizeof(Link) + (size_t)links->grid->words * sizeof(uint64_t);
    links->capacity = links->capacity ? links->capacity * 2 : 1024;
    char *more = mem_new_array(links->capacity, size);
    if (links->count)
        memcpy(more, links->store, links->count * size);
    free(links->store);
    links->store = more;
}

HEXSET_INLINE void enqueue(HexLinks *links, int32_t index, int words) {
    Link *link = link_at(links, (size_t)index, words);
    link->later = links->queue[link->size];
    links->queue[link->size] = index;
    links->lowest = link->size < links->lowest ? link->size : links->lowest;
    links->highest = link->size > links->highest ? link->size : links->highest;
}

HEXSET_INLINE int32_t dequeue(HexLinks *links, int words) {
    while (links->lowest <= links->highest && links->queue[links->lowest] == LINK_NONE)
        links->lowest++;
    if (links->lowest > links->highest)
        return LINK_NONE;
    int32_t index = links->queue[links->lowest];
    links->queue[links->lowest] = link_at(links, (size_t)index, words)->later;
    return index;
}

// The links of a pair and kind stand in the order of size: what a carrier may hold stands before
// it, what may hold it behind.

// Is a connection in this list within the carrier?
HEXSET_INLINE bool is_known(const HexLinks *links, int32_t first, const uint64_t *carrier, int size,
                            int words) {
    while (first != LINK_NONE) {
        Link *link = link_at(links, (size_t)first, words);
        if (link->size > size)
            return false;
        if (hexset_within(link_carrier(link), carrier, words))
            return true;
        first = link->next;
    }
    return false;
}

// Takes out of a list what holds the carrier. Returns how many are left.
HEXSET_INLINE int weed(HexLinks *links, int32_t *first, const uint64_t *carrier, int size,
                       int words) {
    int count = 0;
    while (*first != LINK_NONE) {
        Link *link = link_at(links, (size_t)*first, words);
        if (link->size >= size && hexset_within(carrier, link_carrier(link), words)) {
            link->is_alive = false;
            *first = link->next;
            continue;
        }
        count++;
        first = &link->next;
    }
    return count;
}

// Takes out the last of a list if it is larger than this.
HEXSET_INLINE bool make_room(HexLinks *links, int32_t *first, int size, int words) {
    Link *link = link_at(links, (size_t)*first, words);
    for (; link->next != LINK_NONE; link = link_at(links, (size_t)*first, words))
        first = &link->next;
    if (link->size <= size)
        return false;
    link->is_alive = false;
    *first = LINK_NONE;
    return true;
}

// There must be room in the store.
HEXSET_INLINE int32_t put_link(HexLinks *links, const Link *like, const uint64_t *carrier,
                               int words) {
    size_t index = links->count++;
    int32_t *place = &links->pairs[like->x * links->ends + like->y].first[like->kind];
    while (*place != LINK_NONE && link_at(links, (size_t)*place, words)->size < like->size)
        place = &link_at(links, (size_t)*place, words)->next;
    Link *link = link_at(links, index, words);
    *link = *like;
    link->next = *place;
    *place = (int32_t)index;
    hexset_copy(link_carrier(link), carrier, words);
    return (int32_t)index;
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

// A connection of the two edges.
HEXSET_INLINE void note_edges(HexLinks *links, LinkKind kind, const uint64_t *carrier, int words) {
    if (kind == LINK_SEMI)
        note_threat(links, carrier, words);
    if (links->goal == HEX_GOAL_SEMI || (links->goal == HEX_GOAL_FULL && kind == LINK_FULL))
        links->is_over = true;
}

// A connection that was found; kept unless something better is known. Returns its index or
// LINK_NONE.
HEXSET_INLINE int32_t add_link(HexLinks *links, int x, int y, LinkKind kind, int key,
                               const uint64_t *carrier, int words) {
    LinkPair *pair = link_pair(links, x, y);
    bool is_edges = x >= links->grid->count && y >= links->grid->count;
    int size = hexset_count(carrier, words);
    if (is_edges)
        note_edges(links, kind, carrier, words);
    if (is_known(links, pair->first[LINK_FULL], carrier, size, words) ||
        (kind == LINK_SEMI && is_known(links, pair->first[LINK_SEMI], carrier, size, words)))
        return LINK_NONE;
    // A full connection is also the better semi.
    int count = weed(links, &pair->first[LINK_SEMI], carrier, size, words);
    int most = links->limits.semis;
    if (kind == LINK_FULL) {
        count = weed(links, &pair->first[LINK_FULL], carrier, size, words);
        most = links->limits.fulls;
    }
    if (!is_edges && count >= most && !make_room(links, &pair->first[kind], size, words))
        return LINK_NONE;
    if (links->count == links->capacity)
        grow(links);
    Link link = {.x = (int16_t)(x < y ? x : y),
                 .y = (int16_t)(x < y ? y : x),
                 .key = (int16_t)key,
                 .size = (int16_t)size,
                 .kind = (uint8_t)kind,
                 .is_alive = true};
    return put_link(links, &link, carrier, words);
}

HEXSET_INLINE void find_link(HexLinks *links, int x, int y, LinkKind kind, int key,
                             const uint64_t *carrier, int words) {
    int32_t index = add_link(links, x, y, kind, key, carrier, words);
    if (index != LINK_NONE)
        enqueue(links, index, words);
}

// --- AND ---

HEXSET_INLINE bool is_cell(const HexLinks *links, int end) {
    return end < links->grid->count && hexset_has(links->empty.word, end);
}

// What one full connection and all those of the pair (m, z) come to.
HEXSET_INLINE void join_pair(HexLinks *links, const uint64_t *own, int x, int m, int z, int words) {
    bool m_is_cell = is_cell(links, m), x_is_cell = is_cell(links, x);
    bool is_loose = x_is_cell && is_cell(links, z);
    uint64_t both[HEXSET_WORDS];
    for (int32_t other = link_pair(links, m, z)->first[LINK_FULL]; other != LINK_NONE;) {
        Link *link = link_at(links, (size_t)other, words);
        const uint64_t *theirs = link_carrier(link);
        other = link->next;
        if (!link->is_done || hexset_meets(own, theirs, words) ||
            (x_is_cell && hexset_has(theirs, x)))
            continue;
        hexset_copy(both, own, words);
        hexset_unite(both, theirs, words);
        if (m_is_cell)
            hexset_add(both, m);
        if (is_loose && hexset_count(both, words) > links->limits.loose)
            continue;
        find_link(links, x, z, m_is_cell ? LINK_SEMI : LINK_FULL, m_is_cell ? m : LINK_NONE, both,
                  words);
    }
}

// `index` joins x and m; every done full connection of m goes on from there.
HEXSET_INLINE void join_over(HexLinks *links, int32_t index, int x, int m, int words) {
    if (m >= links->grid->count)
        return; // a way over an edge joins nothing that matters
    int end_words = link_end_words(links);
    const uint64_t *partners = links->partners + m * end_words;
    uint64_t own[HEXSET_WORDS];
    hexset_copy(own, link_carrier(link_at(links, (size_t)index, words)), words);
    for (int i = 0; i < end_words; i++) {
        // An end within the carrier would be used twice.
        uint64_t bits = i < words ? partners[i] & ~own[i] : partners[i];
        for (; bits && !links->is_over; bits &= bits - 1) {
            int z = i * 64 + __builtin_ctzll(bits);
            if (z != x)
                join_pair(links, own, x, m, z, words);
        }
    }
}

HEXSET_INLINE void note_partners(HexLinks *links, int x, int y) {
    int end_words = link_end_words(links);
    hexset_add(links->partners + x * end_words, y);
    hexset_add(links->partners + y * end_words, x);
}

HEXSET_INLINE void finish_full(HexLinks *links, int32_t index, int words) {
    const Link *link = link_at(links, (size_t)index, words);
    int x = link->x, y = link->y;
    join_over(links, index, x, y, words);
    join_over(links, index, y, x, words);
    link_at(links, (size_t)index, words)->is_done = true;
    note_partners(links, x, y);
}

// --- OR ---

// Semis of one pair that may be combined with a new one.
typedef struct Semis {
    int count;
    uint64_t carrier[SEMIS_TRIED][HEXSET_WORDS];
    uint64_t rest[SEMIS_TRIED + 1][HEXSET_WORDS]; // what those from here on have in common
} Semis;

// The done semis of a pair that are no superset of what is wanted. False when all of them together
// leave something in common.
HEXSET_INLINE bool gather(const HexLinks *links, int32_t first, const uint64_t *own, Semis *semis,
                          int words) {
    semis->count = 0;
    for (int32_t i = first; i != LINK_NONE && semis->count < SEMIS_TRIED;) {
        Link *link = link_at(links, (size_t)i, words);
        if (link->is_done && !hexset_within(own, link_carrier(link), words))
            hexset_copy(semis->carrier[semis->count++], link_carrier(link), words);
        i = link->next;
    }
    for (int k = 0; k < words; k++)
        semis->rest[semis->count][k] = UINT64_MAX;
    for (int i = semis->count - 1; i >= 0; i--)
        for (int k = 0; k < words; k++)
            semis->rest[i][k] = semis->rest[i + 1][k] & semis->carrier[i][k];
    return semis->count && !hexset_meets(own, semis->rest[0], words);
}

typedef struct LinkChoice {
    uint64_t common[HEXSET_WORDS], all[HEXSET_WORDS];
    int next; // companion to try
} LinkChoice;

// This semi with up to three of those done before it, depth first. A choice is given up when even
// everything that may still be added leaves it a cell in common.
HEXSET_INLINE void unite_semis(HexLinks *links, int32_t index, int words) {
    const Link *link = link_at(links, (size_t)index, words);
    int x = link->x, y = link->y;
    Semis semis;
    LinkChoice choice[4];
    hexset_copy(choice[0].common, link_carrier(link_at(links, (size_t)index, words)), words);
    hexset_copy(choice[0].all, choice[0].common, words);
    choice[0].next = 0;
    if (!gather(links, link_pair(links, x, y)->first[LINK_SEMI], choice[0].common, &semis, words))
        return;
    int level = 0, tries = 0;
    while (level >= 0 && tries++ < OR_STEPS && !links->is_over) {
        LinkChoice *from = &choice[level];
        int at = from->next++;
        if (at >= semis.count || hexset_meets(from->common, semis.rest[at], words)) {
            level--;
            continue;
        }
        LinkChoice *to = &choice[level + 1];
        const uint64_t *carrier = semis.carrier[at];
        if (hexset_within(from->common, carrier, words))
            continue; // no cell less in common
        for (int i = 0; i < words; i++) {
            to->common[i] = from->common[i] & carrier[i];
            to->all[i] = from->all[i] | carrier[i];
        }
        if (hexset_is_empty(to->common, words)) {
            find_link(links, x, y, LINK_FULL, LINK_NONE, to->all, words);
        } else if (level < links->limits.ors - 2) {
            to->next = at + 1;
            level++;
        }
    }
}

// --- where it starts ---

// The end a place in a ring belongs to; LINK_NONE for the opponent's stones and edges.
HEXSET_INLINE int end_at(const HexLinks *links, int place) {
    const HexGrid *grid = links->grid;
    if (place < grid->count)
        return links->group[place];
    return hex_grid_edge_side(grid, place) == links->side
               ? grid->count + (place == hex_grid_edge(grid, links->side, true))
               : LINK_NONE;
}

HEXSET_INLINE void find_neighbours(HexLinks *links, int words) {
    static const uint64_t nothing[HEXSET_WORDS] = {0};
    HEXSET_EACH (cell, links->empty.word, words)
        for (int i = 0; i < HEX_RING; i++) {
            int other = end_at(links, links->grid->ring[cell][i]);
            if (other != LINK_NONE && other != cell)
                find_link(links, cell, other, LINK_FULL, LINK_NONE, nothing, words);
        }
}

// Does the change leave this connection of the parent as it was?
HEXSET_INLINE bool is_same(const HexLinks *links, Link *link, const LinkChange *change, int words) {
    const uint64_t *carrier = link_carrier(link);
    return links->group[link->x] == link->x && links->group[link->y] == link->y &&
           !hexset_has(change->touched, link->x) && !hexset_has(change->touched, link->y) &&
           !hexset_meets(carrier, change->gained.word, words);
}

// What becomes of one that is not: its ends may have been joined to others, its carrier shrinks.
HEXSET_INLINE void inherit_changed(HexLinks *links, Link *link, const LinkChange *change,
                                   int words) {
    int x = links->group[link->x], y = links->group[link->y];
    if (x == LINK_NONE || y == LINK_NONE || x == y)
        return;
    uint64_t carrier[HEXSET_WORDS];
    hexset_copy(carrier, link_carrier(link), words);
    hexset_remove(carrier, change->gained.word, words);
    bool is_made = link->kind == LINK_SEMI && hexset_has(change->gained.word, link->key);
    find_link(links, x, y, is_made ? LINK_FULL : (LinkKind)link->kind,
              is_made ? LINK_NONE : link->key, carrier, words);
}

// Those the opponent cut are left behind. What did not change needs no comparing: it is put in its
// place before anything else, the last found (and largest) first.
HEXSET_INLINE void inherit(HexLinks *links, const LinkChange *change, int words) {
    const HexLinks *parent = change->parent;
    for (size_t i = parent->count; i-- > 0;) {
        Link *link = link_at(parent, i, words);
        const uint64_t *carrier = link_carrier(link);
        if (!link->is_alive || hexset_meets(carrier, change->lost.word, words) ||
            !is_same(links, link, change, words))
            continue;
        if (links->count == links->capacity)
            grow(links);
        int32_t index = put_link(links, link, carrier, words);
        if (!link->is_done)
            enqueue(links, index, words);
        else if (link->kind == LINK_FULL)
            note_partners(links, link->x, link->y);
    }
    for (size_t i = 0; i < parent->count && !links->is_over; i++) {
        Link *link = link_at(parent, i, words);
        if (!link->is_alive || hexset_meets(link_carrier(link), change->lost.word, words))
            continue;
        if (!is_same(links, link, change, words))
            inherit_changed(links, link, change, words);
        else if (link->x >= links->grid->count)
            note_edges(links, (LinkKind)link->kind, link_carrier(link), words);
    }
    // Semis of the two edges that were not kept still hold if nothing cut them.
    for (int i = 0; i < parent->threat_count; i++) {
        HexSet carrier = parent->threat[i];
        if (hexset_meets(carrier.word, change->lost.word, words))
            continue;
        hexset_remove(carrier.word, change->gained.word, words);
        note_threat(links, carrier.word, words);
    }
}

// --- all of it ---

HEXSET_INLINE void run_words(HexLinks *links, const LinkChange *change, int words) {
    if (change)
        inherit(links, change, words);
    else
        find_neighbours(links, words);
    int32_t index;
    while (!links->is_over && links->count < (size_t)links->limits.links &&
           !(links->stop && stop_raised(links->stop)) &&
           (index = dequeue(links, words)) != LINK_NONE) {
        if (!link_at(links, (size_t)index, words)->is_alive)
            continue;
        if (link_at(links, (size_t)index, words)->kind == LINK_FULL) {
            finish_full(links, index, words);
        } else {
            unite_semis(links, index, words);
            link_at(links, (size_t)index, words)->is_done = true;
        }
    }
}

void links_run(HexLinks *links, const LinkChange *change) {
    switch (links->grid->words) {
    case 1:
        run_words(links, change, 1);
        break;
    case 2:
        run_words(links, change, 2);
        break;
    case 3:
        run_words(links, change, 3);
        break;
    case 4:
        run_words(links, change, 4);
        break;
    default:
        run_words(links, change, links->grid->words);
    }
}
