// SPDX-License-Identifier: MIT
#include "game/canonical.h"

#include "game/symmetry.h"
#include "game/zobrist.h"

// A board under all its symmetries at once. Keys are sums in the field of two elements, so that a
// stone is taken off as it is put down.
typedef struct Turns {
    int width, height;
    unsigned fitting; // symmetries, as bits
    Side to_move;
    uint64_t start;
    uint64_t keys[SYMMETRY_COUNT]; // of the stones alone
} Turns;

static void turn_stone(Turns *turns, Side side, Move cell) {
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        if (turns->fitting >> s & 1)
            turns->keys[s] ^=
                zobrist_stone(side, symmetry_apply(s, turns->width, turns->height, cell));
}

static Turns turns_of(const Position *position, int rule) {
    int width = position->width, height = position->height;
    Turns turns = {.width = width,
                   .height = height,
                   .to_move = position->to_move,
                   .start = zobrist_start(position->type->sgf_game, rule, width, height)};
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        if (position->type->symmetries >> s & 1 && symmetry_fits(s, width, height))
            turns.fitting |= 1u << s;
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        turn_stone(&turns, stones[i].side, stones[i].move);
    return turns;
}

static Canonical turns_canonical(const Turns *turns) {
    uint64_t start = turns->start ^ (turns->to_move == SIDE_WHITE ? zobrist_white_to_move() : 0);
    Canonical best = {.key = UINT64_MAX};
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        if (!(turns->fitting >> s & 1))
            continue;
        uint64_t key = start ^ turns->keys[s];
        if (key < best.key)
            best = (Canonical){.key = key, .symmetry = s};
        if (key == best.key)
            best.ties |= 1u << s;
    }
    return best;
}

Canonical position_canonical(const Position *position) {
    Turns turns = turns_of(position, 0);
    return turns_canonical(&turns);
}

uint64_t position_canonical_key(const Position *position) {
    Turns turns = turns_of(position, position->rule);
    return turns_canonical(&turns).key;
}

void position_canonical_history(const Position *position, Canonical *history) {
    Turns turns = turns_of(position, 0);
    history[position->ply_count] = turns_canonical(&turns);
    for (size_t i = position->ply_count; i-- > 0;) {
        Ply ply = position->plies[i];
        turns.to_move = ply.side;
        if (move_is_stone(ply.move)) {
            turn_stone(&turns, ply.side, ply.move);
        } else if (ply.move == MOVE_SWAP_PIECES) {
            Move before = position->plies[i - 1].move;
            turn_stone(&turns, SIDE_BLACK, before);
            turn_stone(&turns, SIDE_WHITE, move_at(move_y(before), move_x(before)));
        }
        history[i] = turns_canonical(&turns);
    }
}

static Move turned(const Position *position, int symmetry, Move move) {
    // Only squares have symmetries that exchange columns and rows, so the sizes stay.
    return move_is_stone(move) ? symmetry_apply(symmetry, position->width, position->height, move)
                               : move;
}

Move canonical_move(const Position *position, Canonical canonical, Move move) {
    return turned(position, canonical.symmetry, move);
}

Move canonical_move_back(const Position *position, Canonical canonical, Move move) {
    return turned(position, symmetry_inverse(canonical.symmetry), move);
}

Move canonical_move_first(const Position *position, Canonical canonical, Move move) {
    Move first = canonical_move_back(position, canonical, move);
    for (int s = 0; s < SYMMETRY_COUNT; s++)
        if (canonical.ties >> s & 1) {
            canonical.symmetry = s;
            Move same = canonical_move_back(position, canonical, move);
            if (same < first)
                first = same;
        }
    return first;
}

Position *position_canonical_form(const Position *position, Canonical canonical) {
    Position *form = position_new(position->type, position_rule(position), position->width,
                                  position->height, NULL);
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            position_put(form, canonical_move(position, canonical, move_at(x, y)),
                         position_at(position, move_at(x, y)));
    position_set_to_move(form, position->to_move);
    return form;
}
