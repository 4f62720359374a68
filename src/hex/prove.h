// SPDX-License-Identifier: MIT
// The solver behind the Searcher interface: an order that wants a proof gets one, or the best guess
// when its limits end.
#ifndef HEX_PROVE_H
#define HEX_PROVE_H

#include "hex/rates.h"
#include "search/searcher.h"

typedef struct HexProver HexProver;

HexProver *hex_prover_new(const Services *services);
void hex_prover_free(HexProver *prover); // NULL is fine
void hex_prover_forget(HexProver *prover);
// Orders that want a proof begin with what is in this file and leave there what they find; NULL: no
// file. One that is not there yet is begun; false with a sentence when it holds something else than
// proofs for a board of this size.
bool hex_prover_keep(HexProver *prover, const char *path, int width, int height, Error *err);
// Makes what boards of this size need, with `bytes` of the memory for the proof book; a book of
// another size of board or memory is forgotten.
void hex_prover_prepare(HexProver *prover, const Position *position, size_t bytes);
// Thinks about nothing but who wins, up to this moment of clock_now_us() if it is not 0. It was
// prepared for the position, in which neither side has won.
void hex_prover_think(HexProver *prover, const Ask *order, int64_t until_us, Outcome *outcome);
// Until when the solver may look for a win before the tree search begins, of the time between now and the end: on
// a board of so many cells, stones and all. Small boards are decided by proofs, and it gets most of the time there.
int64_t hex_prover_share_us(int board_cells, int64_t now_us, int64_t end_us);
void hex_prover_add_rates(const HexProver *prover, HexRates *sum); // since it was made

#endif
