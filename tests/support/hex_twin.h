// SPDX-License-Identifier: MIT
// The slow twin of the Hex board: a bare array, and a flood fill whenever somebody asks who has
// won. Written from the rules alone; shares no code with src/hex.
#ifndef TESTS_HEX_TWIN_H
#define TESTS_HEX_TWIN_H

#include "game/move.h"

typedef struct HexTwin {
    int width, height;
    char at[BOARD_MAX][BOARD_MAX]; // [y][x]: '.', 'b' or 'w'
} HexTwin;

void twin_init(HexTwin *twin, int width, int height);
bool twin_neighbours(int x, int y, int x2, int y2);
// Marks every cell that stones of that colour join to (x,y), itself included.
void twin_flood(const HexTwin *twin, int x, int y, bool joined[BOARD_MAX][BOARD_MAX]);
bool twin_has_won(const HexTwin *twin, char colour);
// The board mirrored at the long diagonal with the colours exchanged; width and height change
// places.
HexTwin twin_transposed(const HexTwin *twin);
HexTwin twin_half_turned(const HexTwin *twin);

#endif
