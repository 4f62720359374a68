// SPDX-License-Identifier: MIT
// The Monte Carlo search of an order: the root and what is known about it, simulations on all threads
// of the pool, the best lines after each iteration; and the tree it keeps from move to move.
#ifndef HEX_MCTS_H
#define HEX_MCTS_H

#include "hex/explorer.h"
#include "hex/weights.h"

typedef struct HexMcts HexMcts;

HexMcts *hex_mcts_new(const Services *services);
void hex_mcts_free(HexMcts *mcts);
void hex_mcts_forget(HexMcts *mcts); // the last game
// What to judge and expect by from now on; the weights built in at first.
void hex_mcts_use(HexMcts *mcts, const HexWeights *weights);
// Makes what a board of this size needs.
void hex_mcts_prepare(HexMcts *mcts, int width, int height);

// Gets ready to think: finds out what is known about the position and which part of the tree is
// still good. Returns who wins if that is known, RESULT_NONE otherwise. Nobody has won.
Result hex_mcts_begin(HexMcts *mcts, const Order *order);
// How many cells are empty at the root, after fill-in.
int hex_mcts_open_cells(const HexMcts *mcts);
const HexKnowledge *hex_mcts_known(const HexMcts *mcts); // what begin() found out
HexKnower *hex_mcts_knower(const HexMcts *mcts);         // ... and with what

// Searches until the order's limits end it. Only when begin() found no winner.
void hex_mcts_search(HexMcts *mcts, Outcome *outcome);

// Of the last search: simulations, those kept from earlier ones included, and positions of which knowledge was computed.
void hex_mcts_counts(const HexMcts *mcts, uint64_t *simulations, uint64_t *known);

#endif
