// SPDX-License-Identifier: MIT
// The Monte Carlo search of an order: the root and what is known about it, simulations on all
// threads of the pool, the best lines after each iteration; and the tree, kept between moves.
#ifndef HEX_MCTS_H
#define HEX_MCTS_H

#include "hex/explorer.h"
#include "hex/net_file.h"

typedef struct HexMcts HexMcts;

HexMcts *hex_mcts_new(const Services *services);
void hex_mcts_free(HexMcts *mcts);
void hex_mcts_forget(HexMcts *mcts); // the last game
// What to judge and expect by from now on; the network built in at first.
void hex_mcts_use(HexMcts *mcts, const HexNet *net);
#ifdef TUNE
void hex_mcts_tune(HexMcts *mcts, const HexTunables *tunables); // in place of those built in
#endif
// Makes what a board of this size needs, but for the tree.
void hex_mcts_prepare(HexMcts *mcts, int width, int height);
// The tree takes `bytes` of the memory. Before the first search.
void hex_mcts_make_tree(HexMcts *mcts, size_t bytes);
bool hex_mcts_has_tree(const HexMcts *mcts);

// Gets ready to think: finds out what is known about the position and which part of the tree is
// still good. Returns who wins if that is known, RESULT_NONE otherwise. Neither side has won.
Result hex_mcts_begin(HexMcts *mcts, const Ask *order);
// How many cells are empty at the root, after fill-in.
int hex_mcts_open_cells(const HexMcts *mcts);
const HexKnowledge *hex_mcts_known(const HexMcts *mcts); // what begin() found out
HexVcBuilder *hex_mcts_vc_builder(const HexMcts *mcts);  // ... and with what

// Searches until the order's limits end it. Only when begin() found no winner.
void hex_mcts_search(HexMcts *mcts, Outcome *outcome);
// Of the last search, those kept from earlier ones included.
uint64_t hex_mcts_simulations(const HexMcts *mcts);
void hex_mcts_add_rates(const HexMcts *mcts, HexRates *sum); // since it was made

#endif
