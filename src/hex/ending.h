// SPDX-License-Identifier: MIT
// The move in a game whose result is known: the winner takes the shortest way it can see, the loser
// makes it as long as it can.
//
// A winner that keeps answering inside its connections wins sooner or later. Sooner: of the moves
// after which it still has a connection of its edges, it takes one that needs the fewest stones
// more. The loser looks for a move after which the winner's connection is not plain to see, or else
// for the one that costs the winner most stones.
#ifndef HEX_ENDING_H
#define HEX_ENDING_H

#include "hex/knowledge.h"
#include "search/info.h"
#include "search/stop.h"

// `known` has the winner, of the position on the board as `builder` saw it. Fills in `line`: the
// move, and for a winner at most how many plies it takes. Ends early when the flag is raised.
void hex_ending_find(HexVcBuilder *builder, const HexBoard *board, Side to_move,
                     const HexKnowledge *known, const StopFlag *stop, Line *line);
// Other moves behind that one, until there are `room` lines or no more cells: those that keep the
// win first, then those of which nothing can be told. Returns how many lines there are.
size_t hex_ending_list(HexVcBuilder *builder, const HexBoard *board, Side to_move,
                       const HexKnowledge *known, const StopFlag *stop, Line *lines, size_t room);

#endif
