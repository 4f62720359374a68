// SPDX-License-Identifier: MIT
// Whole positions and games at once: all or nothing, so that a wrong word leaves the board as it
// was.
#include "base/memory.h"
#include "game/coord.h"
#include "game/notation.h"
#include "protocol/gtp_state.h"

#include <stdlib.h>

// Empties the board and hands out what was on it; settle() must follow.
static Sent *put_aside(Gtp *t) {
    Sent *aside = mem_copy(&t->sent, sizeof t->sent);
    t->sent.plies = NULL;
    t->sent.ply_count = t->sent.ply_capacity = 0;
    t->sent.setup_count = 0;
    t->sent.setup_to_move = SIDE_BLACK;
    gtp_rebuild(t);
    return aside;
}

// Keeps the new game, or brings the old one back.
static bool settle(Gtp *t, Sent *aside, bool ok) {
    if (ok) {
        free(aside->plies);
        if (t->begun)
            player_end(t->player);
        t->begun = false;
    } else {
        free(t->sent.plies);
        t->sent = *aside;
    }
    free(aside);
    gtp_rebuild(t);
    return ok;
}

bool gtp_run_play_game(Gtp *t) {
    Sent *aside = put_aside(t);
    bool ok = true;
    for (size_t i = 0; i < t->arg_count && ok; i++)
        ok = gtp_play_word(t, gtp_next_side(t), t->args[i]);
    return settle(t, aside, ok);
}

// --- stones ---

static void put_stone(Gtp *t, Move cell, Cell value) {
    t->sent.setup[t->sent.setup_count++] = (RecordStone){cell, value};
}

static bool take_pairs(Gtp *t) {
    int surplus = 0;
    bool taken[BOARD_CELLS] = {false};
    for (size_t i = 0; i < t->arg_count; i += 2) {
        Side side;
        Move cell;
        if (!gtp_side_arg(t, i, &side))
            return false;
        if (i + 1 == t->arg_count)
            return error_set(&t->err, "set_position takes COLOUR CELL pairs; the last has no cell");
        if (!coord_parse(t->sent.type, t->sent.width, t->sent.height, t->args[i + 1], &cell))
            return error_set(&t->err, "'%.40s' is no cell of this board", t->args[i + 1]);
        if (taken[cell])
            return error_set(&t->err, "%s is named twice", t->args[i + 1]);
        taken[cell] = true;
        surplus += side == SIDE_BLACK ? 1 : -1;
        put_stone(t, cell, side_cell(side));
    }
    t->sent.setup_to_move = surplus > 0 ? SIDE_WHITE : SIDE_BLACK;
    return true;
}

static bool take_notation(Gtp *t) {
    Text text = {0};
    for (size_t i = 0; i < t->arg_count; i++)
        text_addf(&text, "%s%s", i ? " " : "", t->args[i]);
    Position *position = position_parse(t->sent.type, t->sent.rule, t->sent.width, t->sent.height,
                                        t->arg_count ? text_chars(&text) : "-", -1, &t->err);
    text_free(&text);
    if (!position)
        return false;
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        put_stone(t, stones[i].move, side_cell(stones[i].side));
    t->sent.setup_to_move = position->to_move;
    position_free(position);
    return true;
}

// Colours and cells in pairs, or a POSITION as on the command line.
bool gtp_run_set_position(Gtp *t) {
    Side side;
    Sent *aside = put_aside(t);
    bool pairs = t->arg_count && gtp_side_arg(t, 0, &side);
    return settle(t, aside, pairs ? take_pairs(t) : take_notation(t));
}

// --- records ---

static bool load_stones(Gtp *t, const RecordNode *node) {
    int surplus = 0;
    for (size_t i = 0; i < node->stone_count; i++) {
        const RecordStone *stone = &node->stones[i];
        if (stone->value == CELL_EMPTY ||
            position_at(game_position(t->game), stone->cell) != CELL_EMPTY)
            return error_set(&t->err, "cannot load file: it takes stones off the board");
        if (t->sent.ply_count)
            gtp_push(t, cell_side(stone->value), stone->cell);
        else
            t->sent.setup[t->sent.setup_count++] = *stone;
        gtp_rebuild(t);
        surplus += stone->value == CELL_BLACK ? 1 : -1;
    }
    if (t->sent.ply_count)
        return true;
    if (node->to_move >= 0)
        t->sent.setup_to_move = (Side)node->to_move;
    else if (surplus)
        t->sent.setup_to_move = surplus > 0 ? SIDE_WHITE : SIDE_BLACK;
    gtp_rebuild(t);
    return true;
}

static bool load_node(Gtp *t, const RecordNode *node) {
    if (!load_stones(t, node))
        return false;
    // The choices of other openings than a swap of the first stone change hands, not the board.
    bool swaps = (node->move == MOVE_SWAP_PIECES || node->move == MOVE_SWAP_SIDES) &&
                 game_swap(t->sent.type, t->sent.width, t->sent.height) != OPENING_FREE;
    if (!move_is_stone(node->move) && node->move != MOVE_PASS && !swaps)
        return true;
    const Position *position = game_position(t->game);
    if (move_is_stone(node->move) && position_at(position, node->move) != CELL_EMPTY) {
        char word[COORD_CHARS];
        return error_set(&t->err, "cannot load file: %s is occupied",
                         move_print(position, node->move, word));
    }
    if (swaps && !gtp_swap_possible(t, node->move))
        return false;
    gtp_push(t, node->side, node->move);
    return true;
}

bool gtp_run_loadsgf(Gtp *t) {
    int64_t before = INT64_MAX;
    if (t->arg_count > 1 && (!text_to_int(t->args[1], &before) || before < 1))
        return error_set(&t->err, "loadsgf takes FILE and the number of a move, not '%.40s'",
                         t->args[1]);
    RecordHints hints = {.games = registry_games(t->setup.registry)};
    Error why = {""};
    Record *record = record_read(t->args[0], &hints, &why);
    if (!record)
        return error_set(&t->err, "cannot load file: %.400s", why.text);
    Sent *aside = put_aside(t);
    t->sent.type = record->type;
    t->sent.rule = record->type->rules[record->rule].name;
    t->sent.width = record->width;
    t->sent.height = record->height;
    gtp_rebuild(t);
    bool ok = true;
    int64_t number = 0;
    for (const RecordNode *node = record->root; node && ok; node = node->first_child) {
        number += node->move != MOVE_NONE;
        if (number >= before)
            break;
        ok = load_node(t, node);
    }
    record_free(record);
    return settle(t, aside, ok);
}
