// SPDX-License-Identifier: MIT
// An LRU cache of the connections of positions. A depth-first proof-number search leaves a
// position and comes back to it again and again; finding its connections anew each time would cost
// as much as the new positions it then looks at. Owned by one thread.
#ifndef HEX_LINK_CACHE_H
#define HEX_LINK_CACHE_H

#include "hex/knowledge.h"

typedef struct HexLinkCache HexLinkCache;

// An entry of the cache. While it is held it is not reused.
typedef struct HexCachedLinks {
    HexVcBuilder *builder;
    bool is_looked; // `builder` has all connections of the position below
    uint64_t key;   // of its stones
    HexSet dead;    // its dead cells, which the stones do not tell
    uint64_t used;  // when
    bool is_held;
} HexCachedLinks;

// Keeps up to `room` besides those that are held, and fewer when they take more than `bytes`.
// The builders heed the flag, which may be NULL.
HexLinkCache *hex_link_cache_new(const HexGrid *grid, const HexLinkLimits *limits, int room,
                                 size_t bytes, const StopFlag *stop);
void hex_link_cache_free(HexLinkCache *cache); // NULL is fine

// The place with this position's connections; NULL when there is none. Held from now on.
HexCachedLinks *hex_link_cache_find(HexLinkCache *cache, uint64_t key, const HexFill *fill);
// A place to look at a position with, the one longest unused. Held from now on.
HexCachedLinks *hex_link_cache_take(HexLinkCache *cache);
// Says whose connections a place has now.
void hex_link_cache_label(HexLinkCache *cache, HexCachedLinks *place, uint64_t key,
                          const HexFill *fill);
void hex_link_cache_release(HexCachedLinks *place); // NULL is fine

#endif
