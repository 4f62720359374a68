// SPDX-License-Identifier: MIT
// The solver behind the Searcher interface: an order that wants a proof gets one, or the best guess
// when its limits end.
#ifndef HEX_PROVE_H
#define HEX_PROVE_H

#include "search/searcher.h"

typedef struct HexProver HexProver;

HexProver *hex_prover_new(void);
void hex_prover_free(HexProver *prover); // NULL is fine
void hex_prover_forget(HexProver *prover);
// Thinks about nothing but who wins, up to this moment of clock_now_us() if it is not 0. Takes as much
// room for what it finds as the services' table has when the first order comes, and keeps it. Nobody
// has won.
void hex_prover_think(HexProver *prover, const Services *services, const Order *order,
                      int64_t until_us, Outcome *outcome);

#endif
