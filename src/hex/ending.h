// SPDX-License-Identifier: MIT
// The move in a game whose result is known: the winner takes the shortest way he can see, the loser
// makes it as long as he can.
//
// A winner who keeps answering inside his connections wins sooner or later. Sooner: of the moves after
// which he still has a connection of his edges, he takes one that needs the fewest stones more.
// The loser looks for a move after which the winner's connection is not plain to see, or else for
// the one that costs the winner most stones.
#ifndef HEX_ENDING_H
#define HEX_ENDING_H

#include "hex/knowledge.h"
#include "search/info.h"
#include "search/stop.h"

// `known` has the winner, of the position on the board as `knower` saw it. Fills in `line`: the
// move, and for a winner at most how many plies it takes. Ends early when the flag is raised.
void hex_ending_find(HexKnower *knower, const HexBoard *board, Side to_move,
                     const HexKnowledge *known, const StopFlag *stop, Line *line);

#endif
