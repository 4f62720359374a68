// SPDX-License-Identifier: MIT
#include "engine/opening.h"

#include "base/text.h"
#include "game/coord.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool square; // needs as many columns as rows
    int clear;   // the central square of this side stays clear for the second stone of Black
} openings[OPENING_KINDS] = {
    [OPENING_FREE] = {.name = "free"},
    [OPENING_PRO] = {.name = "pro", .clear = 5},
    [OPENING_LONG_PRO] = {.name = "longpro", .clear = 7},
    [OPENING_SWAP] = {.name = "swap"},
    [OPENING_SWAP2] = {.name = "swap2"},
    [OPENING_SWAP_PIECES] = {.name = "swap-pieces", .square = true},
    [OPENING_SWAP_SIDES] = {.name = "swap-sides"},
};

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
    // Unless the opening says otherwise, the seat of the colour to move chooses.
    bool white = position->to_move == SIDE_WHITE;
    Phase phase = {.second_acts = white != position->sides_swapped};
    bool answers_first = position->ply_count == 1 && move_is_stone(position->plies[0].move);
    switch (kind) {
    case OPENING_FREE:
    case OPENING_KINDS:
        break;
    case OPENING_PRO:
    case OPENING_LONG_PRO:
        pro_phase(&phase, position, openings[kind].clear);
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

// The names of those that a game offers, of all of them where `type` is NULL.
static void list_openings(const GameType *type, Text *out) {
    for (int i = 0; i < OPENING_KINDS; i++)
        if (!type || game_offers(type, (OpeningKind)i))
            text_addf(out, "%s%s", i ? ", " : "", openings[i].name);
}

bool opening_parse(const char *name, OpeningKind *kind, Error *err) {
    for (int i = 0; i < OPENING_KINDS; i++)
        if (strcmp(openings[i].name, name) == 0) {
            *kind = (OpeningKind)i;
            return true;
        }
    Text known = {0};
    list_openings(NULL, &known);
    error_set(err, "no opening '%.40s'; there are %s", name, text_chars(&known));
    text_free(&known);
    return false;
}

const char *opening_name(OpeningKind kind) {
    return openings[kind].name;
}

bool opening_is_swap(OpeningKind kind) {
    return kind == OPENING_SWAP_PIECES || kind == OPENING_SWAP_SIDES;
}

bool opening_fits(OpeningKind kind, const GameType *type, int width, int height, Error *err) {
    if (!game_offers(type, kind)) {
        Text known = {0};
        list_openings(type, &known);
        error_set(err, "%s has no opening '%s'; it has %s", type->name, openings[kind].name,
                  text_chars(&known));
        text_free(&known);
        return false;
    }
    if (openings[kind].square && width != height)
        return error_set(err, "%s needs a square board; %dx%d takes swap-sides",
                         openings[kind].name, width, height);
    // A stone outside the central square must exist.
    int clear = openings[kind].clear;
    if (clear && width <= clear + 1 && height <= clear + 1)
        return error_set(err, "%s needs a board larger than %dx%d", openings[kind].name, clear + 1,
                         clear + 1);
    return true;
}
