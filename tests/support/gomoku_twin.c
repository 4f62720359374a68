// SPDX-License-Identifier: MIT
// See the header. Definitions are quoted in substance from the rules of the Renju International
// Federation, each above the function that says it in C.
#include "gomoku_twin.h"

#include <string.h>

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

void twin_clear(Twin *twin, int width, int height) {
    memset(twin->cells, '.', sizeof twin->cells);
    twin->width = width;
    twin->height = height;
}

// What stands there; '#' off the board.
static char look(const Twin *twin, int x, int y) {
    if (x < 0 || y < 0 || x >= twin->width || y >= twin->height)
        return '#';
    return twin->cells[y][x];
}

// Stones of one colour in an unbroken row through (x, y), which holds one of them.
static int row_length(const Twin *twin, int x, int y, const int way[2]) {
    char colour = look(twin, x, y);
    int length = 1;
    for (int i = 1; look(twin, x + i * way[0], y + i * way[1]) == colour; i++)
        length++;
    for (int i = 1; look(twin, x - i * way[0], y - i * way[1]) == colour; i++)
        length++;
    return length;
}

// Would a black stone on (x, y) stand in a row of exactly five in this way?
static bool makes_five(Twin *twin, int x, int y, const int way[2]) {
    if (look(twin, x, y) != '.')
        return false;
    twin->cells[y][x] = 'X';
    bool five = row_length(twin, x, y, way) == 5;
    twin->cells[y][x] = '.';
    return five;
}

// "A four: a row with four stones to which you can add one more stone to attain five in a row."
// How many different fours in this way does the stone on (x, y) belong to? Five cells in a row that
// hold it, four of them black and one empty; fours are different when their stones are.
static int count_fours(Twin *twin, int x, int y, const int way[2]) {
    unsigned found[5]; // the stones of each four as bits, bit 4 being (x, y)
    int count = 0;
    for (int start = -4; start <= 0; start++) {
        unsigned stones = 0;
        int black = 0, gap = 99;
        for (int i = start; i < start + 5; i++) {
            char c = look(twin, x + i * way[0], y + i * way[1]);
            if (c == 'X') {
                black++;
                stones |= 1u << (i + 4);
            } else if (c == '.') {
                gap = i;
            }
        }
        if (black != 4 || gap == 99)
            continue;
        if (!makes_five(twin, x + gap * way[0], y + gap * way[1], way))
            continue;
        bool known = false;
        for (int i = 0; i < count; i++)
            known = known || found[i] == stones;
        if (!known)
            found[count++] = stones;
    }
    return count;
}

// "A straight four: an unbroken row with four stones to which you can add one more stone in two
// different ways to attain five in a row." Does the stone on (x, y) stand in one?
static bool in_straight_four(Twin *twin, int x, int y, const int way[2]) {
    int first = 0, last = 0;
    while (look(twin, x + (first - 1) * way[0], y + (first - 1) * way[1]) == 'X')
        first--;
    while (look(twin, x + (last + 1) * way[0], y + (last + 1) * way[1]) == 'X')
        last++;
    return last - first + 1 == 4 &&
           makes_five(twin, x + (first - 1) * way[0], y + (first - 1) * way[1], way) &&
           makes_five(twin, x + (last + 1) * way[0], y + (last + 1) * way[1], way);
}

static TwinVerdict judge(Twin *twin, int x, int y);

// The black stones in the unbroken row through the cell i steps from (x, y), as bits; bit 8 is (x,
// y).
static unsigned row_stones(const Twin *twin, int x, int y, int i, const int way[2]) {
    unsigned stones = 0;
    for (int j = i; j <= 8 && look(twin, x + j * way[0], y + j * way[1]) == 'X'; j++)
        stones |= 1u << (j + 8);
    for (int j = i; j >= -8 && look(twin, x + j * way[0], y + j * way[1]) == 'X'; j--)
        stones |= 1u << (j + 8);
    return stones;
}

// "A three: a row with three stones to which you, without at the same time a five in a row is made,
// can add one more stone to attain a straight four", and the rule on double threes: that stone must
// not be a double four, an overline or a double three in its turn. How many different threes in
// this way does the stone on (x, y) belong to? They are different when their stones are.
static int count_threes(Twin *twin, int x, int y, const int way[2], TwinVerdict *verdict) {
    unsigned found[9];
    int count = 0;
    bool hopeful = false;
    for (int i = -4; i <= 4; i++) {
        int px = x + i * way[0], py = y + i * way[1];
        if (look(twin, px, py) != '.')
            continue;
        twin->cells[py][px] = 'X';
        unsigned four = row_stones(twin, x, y, i, way);
        bool straight = (four & 1u << 8) && in_straight_four(twin, px, py, way);
        twin->cells[py][px] = '.';
        if (!straight)
            continue;
        TwinVerdict next = judge(twin, px, py);
        if (next.depth + 1 > verdict->depth)
            verdict->depth = next.depth + 1;
        hopeful = hopeful || !next.five;
        if (next.five || next.overline || next.double_four || next.double_three)
            continue;
        unsigned three = four & ~(1u << (i + 8));
        bool known = false;
        for (int j = 0; j < count; j++)
            known = known || found[j] == three;
        if (!known)
            found[count++] = three;
    }
    verdict->hopeful_threes += hopeful;
    return count;
}

static TwinVerdict judge(Twin *twin, int x, int y) {
    TwinVerdict verdict = {0};
    int fours = 0, threes = 0;
    twin->cells[y][x] = 'X';
    for (int w = 0; w < 4; w++) {
        int length = row_length(twin, x, y, ways[w]);
        int here = count_fours(twin, x, y, ways[w]);
        verdict.five = verdict.five || length == 5;
        verdict.overline = verdict.overline || length >= 6;
        verdict.one_line_double_fours += here >= 2;
        fours += here;
    }
    if (verdict.five) {
        verdict = (TwinVerdict){.five = true};
    } else {
        for (int w = 0; w < 4; w++)
            threes += count_threes(twin, x, y, ways[w], &verdict);
        verdict.double_four = fours >= 2;
        verdict.double_three = threes >= 2;
    }
    twin->cells[y][x] = '.';
    return verdict;
}

TwinVerdict twin_judge(const Twin *twin, int x, int y) {
    Twin copy = *twin;
    return judge(&copy, x, y);
}

// One row, from its first stone: does it win?
static bool row_wins(const Twin *twin, const char *rule, char colour, int x, int y,
                     const int way[2]) {
    int length = row_length(twin, x, y, way);
    char other = colour == 'X' ? 'O' : 'X';
    bool blocked = look(twin, x - way[0], y - way[1]) == other &&
                   look(twin, x + length * way[0], y + length * way[1]) == other;
    if (strcmp(rule, "freestyle") == 0)
        return length >= 5;
    if (strcmp(rule, "standard") == 0)
        return length == 5;
    if (strcmp(rule, "renju") == 0)
        return colour == 'X' ? length == 5 : length >= 5;
    if (strcmp(rule, "caro") == 0)
        return length > 5 || (length == 5 && !blocked);
    return length == 5 && !blocked; // caro-exact
}

bool twin_has_five(const Twin *twin, const char *rule, char colour) {
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            for (int w = 0; w < 4; w++)
                if (look(twin, x, y) == colour &&
                    look(twin, x - ways[w][0], y - ways[w][1]) != colour &&
                    row_wins(twin, rule, colour, x, y, ways[w]))
                    return true;
    return false;
}
