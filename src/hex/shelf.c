// SPDX-License-Identifier: MIT
#include "hex/shelf.h"

#include "base/memory.h"

#include <stdlib.h>

struct HexShelf {
    const HexGrid *grid;
    const HexLinkLimits *limits;
    const StopFlag *stop;
    int room, count;
    HexShelved **places; // one for each ply that may be held, and the room
    uint64_t now;
};

HexShelf *hex_shelf_new(const HexGrid *grid, const HexLinkLimits *limits, int room,
                        const StopFlag *stop) {
    HexShelf *shelf = mem_new(sizeof *shelf);
    shelf->grid = grid;
    shelf->limits = limits;
    shelf->stop = stop;
    shelf->room = room;
    shelf->places = mem_new_array((size_t)(room + grid->count + 2), sizeof *shelf->places);
    return shelf;
}

void hex_shelf_free(HexShelf *shelf) {
    if (!shelf)
        return;
    for (int i = 0; i < shelf->count; i++) {
        hex_knower_free(shelf->places[i]->knower);
        free(shelf->places[i]);
    }
    free(shelf->places);
    free(shelf);
}

static HexShelved *hold(HexShelf *shelf, HexShelved *place) {
    place->is_held = true;
    place->used = ++shelf->now;
    return place;
}

HexShelved *hex_shelf_find(HexShelf *shelf, uint64_t key, const HexFill *fill) {
    for (int i = 0; i < shelf->count; i++) {
        HexShelved *place = shelf->places[i];
        if (place->is_looked && !place->is_held && place->key == key &&
            hexset_equal(place->dead.word, fill->dead.word, shelf->grid->words))
            return hold(shelf, place);
    }
    return NULL;
}

HexShelved *hex_shelf_take(HexShelf *shelf) {
    HexShelved *oldest = NULL;
    int is_free = 0;
    for (int i = 0; i < shelf->count; i++) {
        HexShelved *place = shelf->places[i];
        if (place->is_held)
            continue;
        is_free++;
        if (!oldest || place->used < oldest->used)
            oldest = place;
    }
    if (is_free < shelf->room) {
        oldest = mem_new(sizeof *oldest);
        oldest->knower = hex_knower_new(shelf->grid, shelf->limits);
        hex_knower_heed(oldest->knower, shelf->stop);
        shelf->places[shelf->count++] = oldest;
    }
    oldest->is_looked = false;
    return hold(shelf, oldest);
}

void hex_shelf_label(HexShelf *shelf, HexShelved *place, uint64_t key, const HexFill *fill) {
    place->is_looked = true;
    place->key = key;
    place->dead = fill->dead;
    place->used = ++shelf->now;
}

void hex_shelf_release(HexShelved *place) {
    if (!place)
        return;
    place->is_held = false;
    if (!place->is_looked)
        place->used = 0; // the next to be taken
}
