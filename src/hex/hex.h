// SPDX-License-Identifier: MIT
// The door of this room: Hex as a game and Hex as something that thinks. Everything else in here is
// the room's own business.
//
//      a b c d            Black (first) joins top and bottom, White joins left and right.
//    1 . . . . 1          Six neighbours a cell:   (x,y-1) (x+1,y-1)
//     2 . X . . 2                                (x-1,y)  .  (x+1,y)
//      3 . . O . 3                                  (x-1,y+1) (x,y+1)
#ifndef HEX_HEX_H
#define HEX_HEX_H

#include "game/position.h"
#include "search/searcher.h"

extern const GameType hex_game;
extern const SearcherType hex_searcher;
// SearcherType.appraise: what fill-in, two-distance and the network say before any search.
bool hex_appraise(const Position *position, const char *network, struct Appraisal *appraisal,
                  Error *err);

#endif
