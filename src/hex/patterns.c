// SPDX-License-Identifier: MIT
#include "hex/patterns.h"

#include "hex/inferior.h"

static void ring_digits(int ring, int digits[HEX_RING]) {
    for (int i = 0; i < HEX_RING; i++, ring /= 3)
        digits[i] = ring % 3;
}

int hex_ring_seen(int ring, Side side) {
    if (side == SIDE_BLACK)
        return ring;
    int digits[HEX_RING], seen = 0;
    ring_digits(ring, digits);
    for (int i = 0; i < HEX_RING; i++) // the mirror turns the clock back: place 5 comes first
        seen = 3 * seen + (digits[i] == CELL_EMPTY ? 0 : 3 - digits[i]);
    return seen;
}

// The cells around a stone that has just entered a bridge of `side`, as chances that sum up to all.
static void save_bridges(int ring, Side side, uint16_t reply[HEX_RING]) {
    int digits[HEX_RING], own = side_cell(side), saves = 0, seen = 0;
    ring_digits(ring, digits);
    bool is_save[HEX_RING];
    for (int i = 0; i < HEX_RING; i++) {
        is_save[i] = digits[i] == CELL_EMPTY && digits[(i + 1) % HEX_RING] == own &&
                     digits[(i + 5) % HEX_RING] == own;
        saves += is_save[i];
    }
    for (int i = 0; i < HEX_RING; i++) {
        seen += is_save[i];
        reply[i] = (uint16_t)(saves ? PATTERN_REPLY * seen / saves : 0);
    }
}

void hex_patterns_plain(HexPatterns *patterns) {
    uint8_t dead[HEX_RINGS];
    hex_inferior_prove_dead(dead);
    for (int ring = 0; ring < HEX_RINGS; ring++)
        for (int side = 0; side < 2; side++) {
            patterns->accept[side][ring] = dead[ring] ? 0 : PATTERN_ACCEPT;
            save_bridges(ring, (Side)side, patterns->reply[side][ring]);
        }
}
