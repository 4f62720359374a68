// SPDX-License-Identifier: MIT
#include "hex_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 2 * 531441 }; // two sides, 3^ORACLE_CELLS boards

void oracle_init(HexOracle *oracle) {
    oracle->known = calloc(POSITIONS, sizeof *oracle->known);
    if (!oracle->known)
        abort();
}

void oracle_free(HexOracle *oracle) {
    free(oracle->known);
}

void oracle_forget(HexOracle *oracle) {
    memset(oracle->known, 0, POSITIONS * sizeof *oracle->known);
}

static size_t position_index(const HexTwin *twin, char to_move) {
    size_t index = 0;
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            index = index * 3 + (twin->at[y][x] == 'b' ? 1 : twin->at[y][x] == 'w' ? 2 : 0);
    return index * 2 + (to_move == 'w');
}

// What a stone here is worth to the side that puts it.
static int value_of(HexOracle *oracle, HexTwin *twin, char to_move, int x, int y) {
    twin->at[y][x] = to_move;
    int value;
    if (twin_has_won(twin, to_move)) {
        value = 1;
    } else {
        int reply = oracle_solve(oracle, twin, to_move == 'b' ? 'w' : 'b');
        value = reply > 0 ? -(reply + 1) : -reply + 1;
    }
    twin->at[y][x] = '.';
    return value;
}

static bool better(int a, int b) {
    if ((a > 0) != (b > 0))
        return a > 0;
    return a < b; // both won: fewer plies; both lost: more
}

int oracle_solve(HexOracle *oracle, HexTwin *twin, char to_move) {
    int8_t *known = &oracle->known[position_index(twin, to_move)];
    if (*known)
        return *known;
    int best = 0;
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            if (twin->at[y][x] != '.')
                continue;
            int value = value_of(oracle, twin, to_move, x, y);
            if (!best || better(value, best))
                best = value;
        }
    return *known = (int8_t)best;
}

Move oracle_move(HexOracle *oracle, HexTwin *twin, char to_move) {
    int best = oracle_solve(oracle, twin, to_move);
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            if (twin->at[y][x] == '.' && value_of(oracle, twin, to_move, x, y) == best)
                return move_at(x, y);
    return MOVE_NONE;
}
