// SPDX-License-Identifier: MIT
// See the header. A board is built around a few foci: empty points through which shapes are laid,
// one in each direction, so that a stone there makes several at once. A later focus lies on a line
// of an earlier one, where the straight four of its three would be made: that is what nests.
#include "gomoku_adversary.h"

#include <string.h>

// '*' is the focus; X, O and . are laid on the board, a blank leaves what is there.
static const char *const stamps[] = {
    // nearly threes
    ".XX*.",
    ".X*X.",
    ". X.X* .",
    ".XX.*.",
    ".X.*X.",
    "..XX*..",
    ".X*X. .",
    "..X.X*..",
    // threes that are none: too near to another stone, blocked, or a six in waiting
    "X.XX*.",
    "XX*..X",
    "X..XX*",
    "X.X*X.X",
    "OXX*.",
    "O.XX*.O",
    "X.*XX..X",
    ".XX*.O",
    "XX.*..X",
    // nearly fours
    "XXX*",
    "XX*X",
    "X.XX*",
    "XX.X*",
    "OXXX*.",
    ".XX*X.",
    "X.X*X",
    ".XXX*.",
    "X*.XX",
    "OXXX*O",
    // two fours in one line
    "X.X*X.X",
    "XX.*X.XX",
    "XXX.*.XXX",
    "X.XX*.X",
    "XX.X*.XX",
    "OXX.X*.XXO",
    "XXX.*.XXXO",
    // fives and longer
    "XXXX*",
    "XX*XX",
    "XXX*XX",
    "X*XXXX",
    "XXX*XXX",
    "XXXX.*",
    "XX*XX.X",
};

static void lay(Twin *twin, Rng *rng, int x, int y, int dx, int dy) {
    const char *stamp = stamps[rng_below(rng, sizeof stamps / sizeof *stamps)];
    int focus = (int)(strchr(stamp, '*') - stamp), turn = rng_below(rng, 2) ? 1 : -1;
    for (int i = 0; stamp[i]; i++) {
        int px = x + (i - focus) * dx * turn, py = y + (i - focus) * dy * turn;
        if (stamp[i] == ' ' || px < 0 || py < 0 || px >= twin->width || py >= twin->height)
            continue;
        twin->cells[py][px] = stamp[i] == '*' ? '.' : stamp[i];
    }
}

static int within(int value, int limit) {
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

static void lay_foci(Twin *twin, Rng *rng, bool at_edge) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int x = (int)rng_below(rng, (uint32_t)twin->width),
        y = (int)rng_below(rng, (uint32_t)twin->height);
    if (at_edge)
        *(rng_below(rng, 2) ? &x : &y) = (int)rng_below(rng, 3);
    if (at_edge && rng_below(rng, 2)) {
        x = twin->width - 1 - x;
        y = twin->height - 1 - y;
    }
    int foci = 1 + (int)rng_below(rng, 5);
    for (int i = 0; i < foci; i++) {
        unsigned chosen = rng_below(rng, 16) | rng_below(rng, 16);
        for (int w = 0; w < 4; w++)
            if (chosen >> w & 1)
                lay(twin, rng, x, y, ways[w][0], ways[w][1]);
        twin->cells[y][x] = '.';
        const int *way = ways[rng_below(rng, 4)];
        int far = (int)rng_below(rng, 9) - 4;
        x = within(x + far * way[0], twin->width);
        y = within(y + far * way[1], twin->height);
    }
}

static void scatter(Twin *twin, Rng *rng, uint32_t black, uint32_t white) {
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++) {
            uint32_t roll = rng_below(rng, 100);
            if (roll < black + white)
                twin->cells[y][x] = roll < black ? 'X' : 'O';
        }
}

void adversary_fill(Twin *twin, Rng *rng) {
    static const int usual[] = {15, 15, 9, 7};
    int width = 5 + (int)rng_below(rng, 21), height = 5 + (int)rng_below(rng, 21);
    if (rng_below(rng, 2))
        width = height = usual[rng_below(rng, 4)];
    twin_clear(twin, width, height);
    switch (rng_below(rng, 8)) {
    case 0: // crowded at random
        scatter(twin, rng, 5 + rng_below(rng, 50), rng_below(rng, 25));
        break;
    case 1: // a thin scatter with shapes over it
        scatter(twin, rng, rng_below(rng, 20), rng_below(rng, 10));
        lay_foci(twin, rng, false);
        break;
    case 2:
    case 3: // at an edge or in a corner
        lay_foci(twin, rng, true);
        break;
    default: // one to four bundles of crossing shapes
        for (int i = (int)rng_below(rng, 4); i >= 0; i--)
            lay_foci(twin, rng, false);
    }
    for (int i = (int)rng_below(rng, 5); i > 0; i--)
        twin->cells[rng_below(rng, (uint32_t)height)][rng_below(rng, (uint32_t)width)] =
            ".XO"[rng_below(rng, 3)];
}
