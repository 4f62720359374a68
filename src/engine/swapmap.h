// SPDX-License-Identifier: MIT
// A swap map: which first stones the second player should take over. Every first stone is thought
// about by itself, half of them if the board can be turned.
//
//     a b c d e       what is printed of 5x5: L, the stone loses, let it stand; W, it wins, swap;
//   1 L L L L W       a number would be the chance in percent of who has the stone, where the
//    2 L L W W L      thought came to no proof
//     3 L W W W L
#ifndef ENGINE_SWAPMAP_H
#define ENGINE_SWAPMAP_H

#include "engine/engine.h"

#include <stdatomic.h>

// What is thought of one first stone.
typedef struct SwapStone {
    Move stone;
    double win;  // chance of who put it, if it is not swapped; negative: not thought about
    bool proven; // then it is 0 or 1
} SwapStone;

// ask->position is an empty board. Its limits hold for each stone; on boards small enough for it
// most of them goes into a proof. They come in the order of the board. ask->on_info hears nothing but
// beats.
typedef struct SwapMap {
    SwapStone stones[MOVES_MAX];
    size_t count;
    atomic_size_t done; // of these so far, for who watches
} SwapMap;
void swapmap_make(Engine *engine, const Ask *ask, SwapMap *map);

// What is kept of the stone that is alone on this board: the chance of who put it, 0 or 1 if that
// is proven. Negative when nothing is kept, or it is not a first stone.
double swapmap_kept(const Registry *registry, const Position *position);

#endif
