// SPDX-License-Identifier: MIT
#include "engine/opening.h"

#include "game/coord.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool hex;    // belongs to the hexagonal game, else to the square one
    bool square; // needs as many columns as rows
} openings[] = {
    [OPENING_FREE] = {"free", false, false},
    [OPENING_PRO] = {"pro", false, false},
    [OPENING_LONG_PRO] = {"longpro", false, false},
    [OPENING_SWAP] = {"swap", false, false},
    [OPENING_SWAP2] = {"swap2", false, false},
    [OPENING_SWAP_PIECES] = {"swap-pieces", true, true},
    [OPENING_SWAP_SIDES] = {"swap-sides", true, false},
};

enum { OPENING_COUNT = sizeof openings / sizeof *openings };

// Boards without a single middle point count the four around the middle as centre, and their
// central square grows by one, so that "outside the 5x5" never means closer than on an odd board.
static bool within_centre(const Position *position, Move cell, int side) {
    int from_x = abs(2 * move_x(cell) - (position->width - 1));
    int from_y = abs(2 * move_y(cell) - (position->height - 1));
    return from_x <= side && from_y <= side;
}

static int stones_played(const Position *position) {
    int count = 0;
    for (size_t i = 0; i < position->ply_count; i++)
        count += move_is_stone(position->plies[i].move);
    return count;
}

static bool was_played(const Position *position, Move move) {
    for (size_t i = 0; i < position->ply_count; i++)
        if (position->plies[i].move == move)
            return true;
    return false;
}

static void swap_phase(Phase *phase, const Position *position, bool may_put_two) {
    int stones = stones_played(position);
    bool after_stone =
        position->ply_count && move_is_stone(position->plies[position->ply_count - 1].move);
    bool two_put = was_played(position, MOVE_PUT_TWO);
    if (stones < 3) { // the first player lays the opening out
        phase->second_acts = false;
        phase->placing = true;
    } else if (two_put && stones < 5) { // the second player adds to it
        phase->second_acts = true;
        phase->placing = true;
    } else if (after_stone && (stones == 3 || (two_put && stones == 5))) {
        phase->may_swap_sides = true;
        phase->may_put_two = may_put_two && stones == 3;
    }
}

static void pro_phase(Phase *phase, const Position *position, int clear) {
    int stones = stones_played(position);
    phase->centre_only = stones == 0;
    phase->clear_centre = stones == 2 ? clear : 0;
}

Phase opening_phase(OpeningKind kind, const Position *position) {
    // Unless the opening says otherwise, whoever holds the colour to move chooses.
    bool white = position->to_move == SIDE_WHITE;
    Phase phase = {.second_acts = white != position->sides_swapped};
    bool answers_first = position->ply_count == 1 && move_is_stone(position->plies[0].move);
    switch (kind) {
    case OPENING_FREE:
        break;
    case OPENING_PRO:
        pro_phase(&phase, position, 5);
        break;
    case OPENING_LONG_PRO:
        pro_phase(&phase, position, 7);
        break;
    case OPENING_SWAP:
        swap_phase(&phase, position, false);
        break;
    case OPENING_SWAP2:
        swap_phase(&phase, position, true);
        break;
    case OPENING_SWAP_PIECES:
        phase.may_swap_pieces = answers_first;
        break;
    case OPENING_SWAP_SIDES:
        phase.may_swap_sides = answers_first;
        break;
    }
    return phase;
}

static bool stone_allowed(const Phase *phase, const Position *position, Move stone, Error *why) {
    char word[COORD_CHARS];
    if (phase->centre_only && !within_centre(position, stone, 1))
        return error_set(why, "%s is not the centre, where this opening begins",
                         move_print(position, stone, word));
    if (phase->clear_centre && within_centre(position, stone, phase->clear_centre))
        return error_set(why, "%s is inside the central %dx%d, which this opening keeps clear now",
                         move_print(position, stone, word), phase->clear_centre,
                         phase->clear_centre);
    return true;
}

bool opening_allows(OpeningKind kind, const Position *position, Move move, Error *why) {
    Phase phase = opening_phase(kind, position);
    if (move_is_stone(move))
        return stone_allowed(&phase, position, move, why);
    switch (move) {
    case MOVE_SWAP_SIDES:
        return phase.may_swap_sides || error_set(why, "sides cannot be swapped now");
    case MOVE_SWAP_PIECES:
        return phase.may_swap_pieces || error_set(why, "pieces cannot be swapped now");
    case MOVE_PUT_TWO:
        return phase.may_put_two || error_set(why, "two stones cannot be put now");
    case MOVE_PASS:
        return error_set(why, "there is no passing");
    default:
        return error_set(why, "that is not a move");
    }
}

bool opening_parse(const char *name, OpeningKind *kind, Error *err) {
    for (int i = 0; i < OPENING_COUNT; i++)
        if (strcmp(openings[i].name, name) == 0) {
            *kind = (OpeningKind)i;
            return true;
        }
    return error_set(err,
                     "no opening '%.40s'; there are free, pro, longpro, swap, swap2 (Gomoku) and "
                     "swap-pieces, swap-sides (Hex)",
                     name);
}

const char *opening_name(OpeningKind kind) {
    return openings[kind].name;
}

bool opening_fits(OpeningKind kind, const GameType *type, int width, int height, Error *err) {
    if (kind == OPENING_FREE)
        return true;
    if (openings[kind].hex != type->hexagonal)
        return error_set(err, "the opening '%s' does not belong to %s", openings[kind].name,
                         type->name);
    if (openings[kind].square && width != height)
        return error_set(err, "%s needs a square board; %dx%d takes swap-sides",
                         openings[kind].name, width, height);
    // A stone outside the central square must exist.
    int clear = kind == OPENING_PRO ? 5 : kind == OPENING_LONG_PRO ? 7 : 0;
    if (clear && width <= clear + 1 && height <= clear + 1)
        return error_set(err, "%s needs a board larger than %dx%d", openings[kind].name, clear + 1,
                         clear + 1);
    return true;
}
