// SPDX-License-Identifier: MIT
#include "hex_brute.h"

#include <stdlib.h>
#include <string.h>

enum { MEMO = 1 << 20 };

typedef struct Memo {
    Bits stones[2];
    uint32_t game; // whose memory it is; 0 is nobody's
    uint8_t to_move;
    bool wins;
} Memo;

struct Brute {
    int width, height;
    Bits all, not_left, not_right;
    uint32_t game; // a new one for every question that is not about the whole board
    Memo *memo;
};

Brute *brute_new(int width, int height) {
    Brute *brute = calloc(1, sizeof *brute);
    Memo *memo = calloc(MEMO, sizeof *memo);
    if (!brute || !memo)
        abort();
    *brute = (Brute){.width = width, .height = height, .game = 1, .memo = memo};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Bits bit = (Bits)1 << (y * width + x);
            brute->all |= bit;
            brute->not_left |= x > 0 ? bit : 0;
            brute->not_right |= x < width - 1 ? bit : 0;
        }
    return brute;
}

void brute_free(Brute *brute) {
    if (!brute)
        return;
    free(brute->memo);
    free(brute);
}

Bits brute_beside_edge(const Brute *brute, Side side, bool far) {
    Bits beside = 0;
    for (int i = 0; i < (side == SIDE_BLACK ? brute->width : brute->height); i++) {
        int x = side == SIDE_BLACK ? i : far ? brute->width - 1 : 0;
        int y = side == SIDE_BLACK ? (far ? brute->height - 1 : 0) : i;
        beside |= (Bits)1 << (y * brute->width + x);
    }
    return beside;
}

// All of `own` that is joined to `from`.
static Bits flood(const Brute *brute, Bits own, Bits from) {
    int w = brute->width;
    for (Bits seen = from & own, more;; seen = more) {
        Bits not_left = seen & brute->not_left, not_right = seen & brute->not_right;
        more = seen | seen >> w | seen << w | not_right << 1 | not_left >> 1 |
               not_right >> (w - 1) | not_left << (w - 1);
        more &= own;
        if (more == seen)
            return seen;
    }
}

static uint64_t memo_slot(const Bits stones[2], Side to_move, uint32_t game) {
    uint64_t z = ((uint64_t)stones[0] << 32 | stones[1]) + game * 0x9e3779b97f4a7c15u + to_move;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % MEMO;
}

// The game of joining `from` to `to`, which `joiner` wants and the other does not.
typedef struct Joining {
    Side joiner;
    Bits from, to;
} Joining;

static bool solve(Brute *brute, const Joining *joining, const Bits stones[2], Side to_move) {
    Bits empty = brute->all & ~(stones[0] | stones[1]);
    Side joiner = joining->joiner;
    if (flood(brute, stones[joiner], joining->from) & joining->to)
        return to_move == joiner;
    // No way left even if every empty cell were the joiner's.
    if (!(flood(brute, stones[joiner] | empty, joining->from) & joining->to))
        return to_move != joiner;
    uint64_t slot = memo_slot(stones, to_move, brute->game);
    Memo *memo = &brute->memo[slot];
    if (memo->game == brute->game && memo->to_move == to_move && memo->stones[0] == stones[0] &&
        memo->stones[1] == stones[1])
        return memo->wins;
    bool wins = false;
    for (Bits left = empty; left && !wins; left &= left - 1) {
        Bits after[2] = {stones[0], stones[1]};
        after[to_move] |= left & -left;
        wins = !solve(brute, joining, after, side_other(to_move));
    }
    *memo = (Memo){.stones = {stones[0], stones[1]},
                   .game = brute->game,
                   .to_move = (uint8_t)to_move,
                   .wins = wins};
    return wins;
}

bool brute_wins(Brute *brute, const Bits stones[2], Side to_move) {
    Joining joining = {SIDE_BLACK, brute_beside_edge(brute, SIDE_BLACK, false),
                       brute_beside_edge(brute, SIDE_BLACK, true)};
    uint32_t game = brute->game;
    brute->game = 1;
    bool wins = solve(brute, &joining, stones, to_move);
    brute->game = game;
    return wins;
}

bool brute_joins(Brute *brute, Bits own, Side side, Bits from, Bits to, Bits carrier, bool first) {
    Joining joining = {side, from, to};
    Bits stones[2];
    stones[side] = own;
    stones[side_other(side)] = brute->all & ~own & ~carrier;
    brute->game++;
    Side to_move = first ? side : side_other(side);
    return solve(brute, &joining, stones, to_move) == (to_move == side);
}
