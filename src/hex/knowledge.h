// SPDX-License-Identifier: MIT
// What can be known about a Hex position without searching: fill-in, connections, must-play. For
// the solver, and for a playing search at nodes that are worth it.
//
//     HexGrid *grid = hex_grid_new(11, 11);              one a size, shared by all threads
//     HexVcBuilder *builder = hex_vc_builder_new(grid, &hex_links_quick);   one a thread
//     hex_fill_begin(grid, &stones, &start);             the position as it stands
//     hex_knowledge_find(builder, NULL, &start, to_move, &known);
//
// then: known.winner decides the game or is RESULT_NONE; known.moves are the only cells worth a
// search; known.fill.stones is an equal position with fewer empty cells.
#ifndef HEX_KNOWLEDGE_H
#define HEX_KNOWLEDGE_H

#include "hex/inferior.h"
#include "hex/links.h"

// Remembers the connections of the position it was last asked about. Owned by one thread.
typedef struct HexVcBuilder HexVcBuilder;

typedef struct HexKnowledge {
    HexFill fill;  // the position with fill-in: same result, whichever side is to move
    Result winner; // with best play; RESULT_NONE when it takes a search
    int move;      // the winner's, if it is its turn and a cell is left to play; -1 otherwise
    // Cells the winner needs for its win: nothing that happens elsewhere can change it. Empty while
    // there is no winner. Holds what was captured on the way from `before`.
    HexSet proof;
    HexSet must_play; // every winning move is one of these (of the filled position)
    HexSet moves;     // ... and if there is one at all, one of these fewer
    // If every one of `moves` loses, the opponent's proofs of that and these cells prove that the
    // position is lost: what rules out the other moves.
    HexSet against;
} HexKnowledge;

HexVcBuilder *hex_vc_builder_new(const HexGrid *grid, const HexLinkLimits *limits);
void hex_vc_builder_free(HexVcBuilder *builder);
const HexGrid *hex_vc_builder_grid(const HexVcBuilder *builder);
// From now on it looks less closely when the flag is raised, see hex_links_set_stop().
size_t hex_vc_builder_bytes(const HexVcBuilder *builder); // it takes
void hex_vc_builder_set_stop(HexVcBuilder *builder, const StopFlag *stop);

// `before` is a position as it stands, or one whose fill-in is known with a stone or more added to
// it. `parent`, if not NULL, was last asked about a position with some of these stones and none
// else, and neither side has won there: connections are then taken over from it.
void hex_knowledge_find(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *before,
                        Side to_move, HexKnowledge *known);

// All connections of both sides, also where one is enough to decide: for drawing, and to be a
// parent again. `parent` as above.
void hex_vc_builder_look(HexVcBuilder *builder, const HexVcBuilder *parent, const HexFill *fill);
const HexLinks *hex_vc_builder_links(const HexVcBuilder *builder, Side side);

#endif
