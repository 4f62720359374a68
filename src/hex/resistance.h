// SPDX-License-Identifier: MIT
// The board as an electrical circuit (Shannon; Anshelevich 2002): own stones conduct, the
// opponent's insulate, empty cells resist, and a bridge is as good as a wire. Where much current
// flows from edge to edge for both sides, a move matters most.
//
// Exact up to rounding: one banded Cholesky factorisation a side, no square roots, no libm, the
// same on every machine.
#ifndef HEX_RESISTANCE_H
#define HEX_RESISTANCE_H

#include "hex/inferior.h"
#include "hex/links.h"

typedef struct HexCircuit {
    double total[2];                 // current from edge to edge, by Side; 0 when it is cut off
    double through[2][BOARD_POINTS]; // of empty cells: the share of it that flows there
} HexCircuit;

// `links` (by Side) may be NULL; if not, full connections of a cell to an edge count as wires.
// Neither side has won.
void hex_circuit_measure(const HexGrid *grid, const HexFill *fill, const HexLinks *const links[2],
                         HexCircuit *circuit);

#endif
