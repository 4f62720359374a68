// SPDX-License-Identifier: MIT
#include "hex/policy.h"

#include "base/memory.h"

#include <stdlib.h>

// The twelve cells two steps away, in the order of the clock; a half turn is six places.
static const int second_steps[POLICY_SECOND][2] = {{0, -2}, {1, -2}, {2, -2}, {2, -1},
                                                   {2, 0},  {1, 1},  {0, 2},  {-1, 2},
                                                   {-2, 2}, {-2, 1}, {-2, 0}, {-1, -1}};

static int cell_or_edge(const HexGrid *grid, int x, int y) {
    if (y < 0 || y >= grid->height)
        return hex_grid_edge(grid, SIDE_BLACK, y >= 0);
    if (x < 0 || x >= grid->width)
        return hex_grid_edge(grid, SIDE_WHITE, x >= 0);
    return y * grid->width + x;
}

// A ring with its places moved round by `by`.
static int turn_ring(int ring, int by) {
    int digits[HEX_RING], turned = 0;
    for (int i = 0; i < HEX_RING; i++, ring /= 3)
        digits[i] = ring % 3;
    for (int i = HEX_RING - 1; i >= 0; i--)
        turned = 3 * turned + digits[(i + by) % HEX_RING];
    return turned;
}

HexSight *hex_sight_new(const HexGrid *grid) {
    HexSight *sight = mem_new(sizeof *sight);
    sight->grid = grid;
    for (int cell = 0; cell < grid->count; cell++)
        for (int i = 0; i < POLICY_SECOND; i++)
            sight->second[cell][i] =
                (int16_t)cell_or_edge(grid, cell % grid->width + second_steps[i][0],
                                      cell / grid->width + second_steps[i][1]);
    for (int ring = 0; ring < HEX_RINGS; ring++) {
        for (int side = 0; side < 2; side++) {
            int seen = hex_ring_seen(ring, (Side)side), half = turn_ring(seen, HEX_RING / 2);
            sight->seen[side][ring] = (uint16_t)(seen < half ? seen : half);
        }
        for (int i = 0; i < HEX_RING; i++)
            sight->turned[i][ring] = (uint16_t)turn_ring(ring, i);
    }
    // e^-20, and a hundredth more with every step.
    double value = 2.061153622438558e-9;
    for (int i = 0; i <= 2 * POLICY_MOST; i++, value *= 1.010050167084168)
        sight->growth[i] = (float)value;
    return sight;
}

void hex_sight_free(HexSight *sight) {
    free(sight);
}

// 0 empty, 1 the side's own, 2 the opponent's.
static int seen_at(const HexPlayout *board, int cell, Side side) {
    const HexGrid *grid = board->grid;
    int value =
        cell < grid->count ? board->cells[cell] : (int)side_cell(hex_grid_edge_side(grid, cell));
    return value == CELL_EMPTY ? 0 : value == (int)side_cell(side) ? 1 : 2;
}

// Where a cell lies from another, -1 if too far.
static int offset(const HexGrid *grid, int cell, int from, Side side) {
    int dx = cell % grid->width - from % grid->width, dy = cell / grid->width - from / grid->width;
    if (side == SIDE_WHITE) {
        int swap = dx;
        dx = dy;
        dy = swap;
    }
    if (dx < -POLICY_REACH || dx > POLICY_REACH || dy < -POLICY_REACH || dy > POLICY_REACH)
        return -1;
    int index = (dy + POLICY_REACH) * POLICY_SPAN + dx + POLICY_REACH;
    int half = POLICY_SPAN * POLICY_SPAN - 1 - index;
    return index < half ? index : half;
}

static int nearer(int at, int length) {
    int distance = at < length - 1 - at ? at : length - 1 - at;
    return distance < POLICY_EDGES ? distance : POLICY_EDGES - 1;
}

// The side's own edges first.
static int edge_trait(const HexGrid *grid, int cell, Side side, int which) {
    bool rows = (which == 0) == (side == SIDE_BLACK);
    int distance =
        rows ? nearer(cell / grid->width, grid->height) : nearer(cell % grid->width, grid->width);
    return POLICY_EDGE_AT + which * POLICY_EDGES + distance;
}

static int reply_trait(const HexSight *sight, const HexPlayout *board, const HexContext *context,
                       int cell) {
    const int16_t *ring = sight->grid->ring[context->last];
    for (int i = 0; i < HEX_RING; i++) {
        if (ring[i] != cell)
            continue;
        int place = context->side == SIDE_BLACK ? i : HEX_RING - 1 - i;
        int seen = hex_ring_seen(board->ring[context->last], context->side);
        return POLICY_REPLY_AT + sight->turned[place][seen];
    }
    return -1;
}

int hex_policy_traits(const HexSight *sight, const HexPlayout *board, const HexContext *context,
                      int cell, uint16_t traits[POLICY_TRAITS]) {
    const HexGrid *grid = sight->grid;
    Side side = context->side;
    int count = 0, trait;
    traits[count++] = (uint16_t)(POLICY_RING_AT + sight->seen[side][board->ring[cell]]);
    for (int i = 0; i < POLICY_SECOND; i++) {
        int value = seen_at(board, sight->second[cell][i], side);
        // The mirror turns the clock back: place i changes with 11 - i, but for the corner between.
        int place = side == SIDE_BLACK ? i : (22 - i) % POLICY_SECOND;
        traits[count++] = (uint16_t)(POLICY_SECOND_AT + place % 6 * 3 + value);
    }
    for (int which = 0; which < 2; which++)
        traits[count++] = (uint16_t)edge_trait(grid, cell, side, which);
    if (context->last >= 0) {
        if ((trait = reply_trait(sight, board, context, cell)) >= 0)
            traits[count++] = (uint16_t)trait;
        if ((trait = offset(grid, cell, context->last, side)) >= 0)
            traits[count++] = (uint16_t)(POLICY_LAST_AT + trait);
    }
    if (context->own >= 0 && (trait = offset(grid, cell, context->own, side)) >= 0)
        traits[count++] = (uint16_t)(POLICY_OWN_AT + trait);
    return count;
}

void hex_policy_weigh(const HexPolicy *policy, const HexSight *sight, const HexPlayout *board,
                      const HexContext *context, const int16_t *cells, int count, float *weights) {
    uint16_t traits[POLICY_TRAITS];
    for (int i = 0; i < count; i++) {
        int sum = 0, traits_here = hex_policy_traits(sight, board, context, cells[i], traits);
        for (int k = 0; k < traits_here; k++)
            sum += policy->weights[traits[k]];
        sum = sum < -POLICY_MOST ? -POLICY_MOST : sum > POLICY_MOST ? POLICY_MOST : sum;
        weights[i] = sight->growth[sum + POLICY_MOST];
    }
}

// A ring this much more likely than an empty one is played whenever it is drawn, and no ring so seldom
// that playouts stand still.
enum { SURE = 100, LEAST = 8 };

void hex_patterns_make(HexPatterns *patterns, const HexPolicy *policy) {
    HexGrid *grid = hex_grid_new(1, 1); // rings are the same on every board
    HexSight *sight = hex_sight_new(grid);
    hex_patterns_plain(patterns);
    for (int side = 0; side < 2; side++)
        for (int ring = 0; ring < HEX_RINGS; ring++) {
            const int16_t *weights = &policy->weights[POLICY_RING_AT];
            int sum = weights[sight->seen[side][ring]] - weights[0] - SURE;
            sum = sum > 0 ? 0 : sum < -POLICY_MOST ? -POLICY_MOST : sum;
            float share = sight->growth[POLICY_MOST + sum] * (PATTERN_ACCEPT - LEAST);
            if (patterns->accept[side][ring])
                patterns->accept[side][ring] = (uint16_t)(share + LEAST);
        }
    hex_sight_free(sight);
    hex_grid_free(grid);
}
