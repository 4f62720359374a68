// SPDX-License-Identifier: MIT
// What the parts of H-search share: links.c begins and reads, links_rules.c finds.
#ifndef HEX_LINKS_PRIVATE_H
#define HEX_LINKS_PRIVATE_H

#include "hex/links.h"

enum { LINK_NONE = -1, THREATS_KEPT = 32 };

typedef enum LinkKind { LINK_FULL, LINK_SEMI, LINK_KINDS } LinkKind;

// Its carrier follows, as many words as the board takes.
typedef struct Link {
    _Alignas(uint64_t) int32_t next; // of the same pair and kind
    int32_t later;                   // of the same size in the queue
    int16_t x, y;                    // x < y
    int16_t key;
    int16_t size; // of the carrier
    uint8_t kind;
    bool is_alive; // nothing better is known
    bool is_done;  // combined with all done before it
} Link;

typedef struct LinkPair {
    int32_t first[LINK_KINDS];
} LinkPair;

enum { END_WORDS = (BOARD_POINTS + 2 + 63) / 64 };

struct HexLinks {
    const HexGrid *grid;
    Side side;
    HexLinkLimits limits;
    const StopFlag *stop; // may be NULL
    HexGoal goal;
    int ends; // cells and two edges
    HexStones stones;
    HexSet empty;
    int16_t group[BOARD_POINTS + 2]; // the end a cell belongs to; LINK_NONE for the opponent's
    char *store;                     // of links, each with its carrier
    size_t count, capacity;
    LinkPair *pairs;                 // ends * ends, x < y
    uint64_t *partners;              // for each end the set of those it has done fulls with
    int32_t queue[BOARD_POINTS + 1]; // by size
    int lowest, highest;             // where the queue may hold something
    bool is_over;                    // the goal is reached
    // Semis of the two edges, those no longer kept included.
    bool has_threats;
    HexSet threats; // what they have in common
    int threat_count;
    HexSet threat[THREATS_KEPT]; // each made `threats` smaller
};

HEXSET_INLINE Link *link_at(const HexLinks *links, size_t index, int words) {
    return (Link *)(links->store + index * (sizeof(Link) + (size_t)words * sizeof(uint64_t)));
}

HEXSET_INLINE uint64_t *link_carrier(Link *link) {
    return (uint64_t *)(link + 1);
}

HEXSET_INLINE LinkPair *link_pair(const HexLinks *links, int x, int y) {
    return &links->pairs[x < y ? x * links->ends + y : y * links->ends + x];
}

HEXSET_INLINE int link_end_words(const HexLinks *links) {
    return (links->ends + 63) / 64;
}

// The stones that came between two positions.
typedef struct LinkChange {
    const HexLinks *parent;
    HexSet gained, lost;         // by this side, by the opponent
    uint64_t touched[END_WORDS]; // groups with new stones, by name
} LinkChange;

// Finds what there is to find in a position begun by links.c: from scratch, or from what the parent
// has (if `change` is not NULL).
void links_run(HexLinks *links, const LinkChange *change);

#endif
