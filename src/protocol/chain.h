// SPDX-License-Identifier: MIT
// A Player that asks another one again and again until the turn passes to the opponent.
//
// Most turns are one move. In a swap2 opening a turn can be three: the three stones of the layout,
// or "put two" and the two stones. A protocol asks for all of them at once, a Player gives one at a
// time; the chain stands between them and can think on a Thinker like any other Player.
#ifndef PROTOCOL_CHAIN_H
#define PROTOCOL_CHAIN_H

#include "engine/player.h"

enum { CHAIN_MAX = 3 };

typedef struct Chain {
    Player player; // hand out &chain.player to choose and ponder; games begin with the inner one
    Player *inner;
    Move moves[CHAIN_MAX]; // of the last turn, in order; settled when the turn was answered
    size_t count;
    Move instead; // of resigning, where a protocol has no word for it: a legal stone
} Chain;

void chain_init(Chain *chain, Player *inner); // the inner player stays the caller's

#endif
