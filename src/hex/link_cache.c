// SPDX-License-Identifier: MIT
#include "hex/link_cache.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

struct HexLinkCache {
    const HexGrid *grid;
    const HexLinkLimits *limits;
    const StopFlag *stop;
    int room, count;
    size_t bytes;            // to take at most, if there is a place to take again
    HexCachedLinks **places; // one for each ply that may be held, and the room
    uint64_t now;
};

HexLinkCache *hex_link_cache_new(const HexGrid *grid, const HexLinkLimits *limits, int room,
                                 size_t bytes, const StopFlag *stop) {
    HexLinkCache *cache = mem_new(sizeof *cache);
    cache->grid = grid;
    cache->limits = limits;
    cache->stop = stop;
    cache->room = room;
    cache->bytes = bytes;
    cache->places = mem_new_array((size_t)(room + grid->count + 2), sizeof *cache->places);
    return cache;
}

void hex_link_cache_free(HexLinkCache *cache) {
    if (!cache)
        return;
    for (int i = 0; i < cache->count; i++) {
        hex_vc_builder_free(cache->places[i]->builder);
        free(cache->places[i]);
    }
    free(cache->places);
    free(cache);
}

static HexCachedLinks *hold(HexLinkCache *cache, HexCachedLinks *place) {
    assert(!place->is_held);
    place->is_held = true;
    place->used = ++cache->now;
    return place;
}

HexCachedLinks *hex_link_cache_find(HexLinkCache *cache, uint64_t key, const HexFill *fill) {
    for (int i = 0; i < cache->count; i++) {
        HexCachedLinks *place = cache->places[i];
        if (place->is_looked && !place->is_held && place->key == key &&
            hexset_equal(place->dead.word, fill->dead.word, cache->grid->words))
            return hold(cache, place);
    }
    return NULL;
}

HexCachedLinks *hex_link_cache_take(HexLinkCache *cache) {
    HexCachedLinks *oldest = NULL;
    int is_free = 0;
    size_t bytes = 0;
    for (int i = 0; i < cache->count; i++) {
        HexCachedLinks *place = cache->places[i];
        bytes += hex_vc_builder_bytes(place->builder);
        if (place->is_held)
            continue;
        is_free++;
        if (!oldest || place->used < oldest->used)
            oldest = place;
    }
    if (!oldest || (is_free < cache->room && bytes < cache->bytes)) {
        oldest = mem_new(sizeof *oldest);
        oldest->builder = hex_vc_builder_new(cache->grid, cache->limits);
        hex_vc_builder_set_stop(oldest->builder, cache->stop);
        assert(cache->count < cache->room + cache->grid->count + 2);
        cache->places[cache->count++] = oldest;
    }
    oldest->is_looked = false;
    return hold(cache, oldest);
}

void hex_link_cache_label(HexLinkCache *cache, HexCachedLinks *place, uint64_t key,
                          const HexFill *fill) {
    assert(place->is_held);
    place->is_looked = true;
    place->key = key;
    place->dead = fill->dead;
    place->used = ++cache->now;
}

void hex_link_cache_release(HexCachedLinks *place) {
    if (!place)
        return;
    assert(place->is_held);
    place->is_held = false;
    if (!place->is_looked)
        place->used = 0; // the next to be taken
}
