// SPDX-License-Identifier: MIT
// What can be known about a Hex position without searching: fill-in, connections, must-play. For the
// solver, and for a playing search at nodes that are worth it.
//
//     HexGrid *grid = hex_grid_new(11, 11);              one a size, shared by all threads
//     HexKnower *knower = hex_knower_new(grid, &hex_links_quick);   one a thread
//     hex_fill_begin(grid, &stones, &start);             the position as it stands
//     hex_knowledge_find(knower, NULL, &start, to_move, &known);
//
// then: known.winner decides the game or is RESULT_NONE; known.moves are the only cells worth a
// search; known.fill.stones is an equal position with fewer empty cells.
#ifndef HEX_KNOWLEDGE_H
#define HEX_KNOWLEDGE_H

#include "hex/inferior.h"
#include "hex/links.h"

// Remembers the connections of the position it was last asked about. Owned by one thread.
typedef struct HexKnower HexKnower;

typedef struct HexKnowledge {
    HexFill fill;  // the position with fill-in: same result, whoever is to move
    Result winner; // with best play; RESULT_NONE when it takes a search
    int move;      // the winner's, if it is his turn and a cell is left to play; -1 otherwise
    // Cells the winner needs for his win: nothing that happens elsewhere can change it. Empty while
    // there is no winner. Holds what was captured on the way from `before`.
    HexSet proof;
    HexSet must_play; // every winning move is one of these (of the filled position)
    HexSet moves;     // ... and if there is one at all, one of these fewer
    // If every one of `moves` loses, the opponent's proofs of that and these cells prove that the
    // position is lost: what rules out the other moves.
    HexSet against;
} HexKnowledge;

HexKnower *hex_knower_new(const HexGrid *grid, const HexLinkLimits *limits);
void hex_knower_free(HexKnower *knower);
const HexGrid *hex_knower_grid(const HexKnower *knower);
// From now on it looks less closely when the flag is raised, see hex_links_heed().
void hex_knower_heed(HexKnower *knower, const StopFlag *stop);

// `before` is a position as it stands, or one whose fill-in is known with a stone or more added to
// it. `parent`, if not NULL, was last asked about a position with some of these stones and none
// else, and nobody won there: connections are then taken over instead of found from scratch.
void hex_knowledge_find(HexKnower *knower, const HexKnower *parent, const HexFill *before,
                        Side to_move, HexKnowledge *known);

// All connections of both sides, also where one is enough to decide: for drawing, and to be a parent
// again. `parent` as above.
void hex_knower_look(HexKnower *knower, const HexKnower *parent, const HexFill *fill);
const HexLinks *hex_knower_links(const HexKnower *knower, Side side);

#endif
