// SPDX-License-Identifier: MIT
#include "train/repeats.h"

#include "base/memory.h"
#include "game/game_type.h"
#include "game/symmetry.h"
#include "game/zobrist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 20, COUNT_BITS = 3 };
#define COUNT_MASK ((UINT64_C(1) << COUNT_BITS) - 1)
_Static_assert(REPEATS_MOST <= 7, "a count has room");

struct Repeats {
    uint64_t places[PLACES]; // the high bits of a key, and how often it came; 0: nothing
};

Repeats *repeats_new(void) {
    return mem_new(sizeof(Repeats));
}

void repeats_free(Repeats *repeats) {
    free(repeats);
}

void repeats_begin(Repeats *repeats) {
    memset(repeats->places, 0, sizeof repeats->places);
}

// Has it come often enough before?
static bool came_often(Repeats *repeats, uint64_t key) {
    uint64_t *place = &repeats->places[(key >> COUNT_BITS) % PLACES];
    if ((*place ^ key) & ~COUNT_MASK)
        *place = key & ~COUNT_MASK;
    if ((*place & COUNT_MASK) >= REPEATS_MOST)
        return true;
    ++*place;
    return false;
}

// The smallest of the keys under all symmetries. Whose turn it is follows from the number of stones.
static uint64_t smallest(const uint64_t *keys, unsigned fitting) {
    uint64_t key = UINT64_MAX;
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        if (fitting >> s & 1 && keys[s] < key)
            key = keys[s];
    return key;
}

void repeats_drop(Repeats *repeats, const SampleBoard *board, SampleGame *game) {
    uint64_t keys[SYMMETRY_COUNT];
    unsigned fitting = 0;
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        keys[s] = zobrist_start(0, board->rule, board->width, board->height);
        if (board->game->symmetries >> s & 1 && symmetry_fits(s, board->width, board->height))
            fitting |= 1u << s;
    }
    for (size_t i = 0; i < game->count; i++) {
        SampleMove *move = &game->moves[i];
        if (move->judged && came_often(repeats, rng_mix(smallest(keys, fitting))))
            move->judged = false;
        for (int s = 0; s < SYMMETRY_COUNT; s++)
            if (fitting >> s & 1)
                keys[s] ^=
                    zobrist_stone(i % 2 ? SIDE_WHITE : SIDE_BLACK,
                                  symmetry_apply(s, board->width, board->height, move->move));
    }
}

// The places that are taken.
void repeats_keep(Repeats *repeats, Checkpoint *checkpoint) {
    uint64_t taken = 0, at = 0;
    for (size_t i = 0; i < PLACES; i++)
        taken += repeats->places[i] != 0;
    taken = checkpoint_number(checkpoint, taken, PLACES);
    for (uint64_t i = 0; i < taken; i++, at++) {
        while (!checkpoint_brings_back(checkpoint) && at < PLACES && !repeats->places[at])
            at++;
        at = checkpoint_number(checkpoint, at, PLACES - 1);
        checkpoint_keep(checkpoint, &repeats->places[at], sizeof repeats->places[at]);
    }
}
