// SPDX-License-Identifier: MIT
// What is on the board: set-up, plies of any colour, undo, records.
#include "base/memory.h"
#include "game/coord.h"
#include "protocol/gtp_state.h"

// --- from plies to a Game ---

static OpeningKind opening_of(const Gtp *t) {
    return t->setup.swap && !t->sent.setup_count
               ? game_swap(t->sent.type, t->sent.width, t->sent.height)
               : OPENING_FREE;
}

// The board with what was set up on it.
static Position *setup_position(const Gtp *t) {
    Position *position =
        position_new(t->sent.type, t->sent.rule, t->sent.width, t->sent.height, NULL);
    for (size_t i = 0; i < t->sent.setup_count; i++)
        position_put(position, t->sent.setup[i].cell, t->sent.setup[i].value);
    return position;
}

// The other one's turn, unless colours were swapped on the board.
Side gtp_next_side(const Gtp *t) {
    if (!t->sent.ply_count)
        return t->sent.setup_to_move;
    const Ply *last = &t->sent.plies[t->sent.ply_count - 1];
    return last->move == MOVE_SWAP_SIDES ? last->side : side_other(last->side);
}

// NULL when the plies are no game by turns and rules.
static Game *replayed(const Gtp *t) {
    Game *game;
    if (t->sent.setup_count) {
        Position *position = setup_position(t);
        position_set_to_move(position, t->sent.setup_to_move);
        game = game_from_position(position);
    } else {
        game = game_new(t->sent.type, t->sent.rule, t->sent.width, t->sent.height, opening_of(t),
                        NULL);
    }
    for (size_t i = 0; i < t->sent.ply_count; i++)
        if (game_position(game)->to_move != t->sent.plies[i].side ||
            !game_play(game, t->sent.plies[i].move, false, NULL)) {
            game_free(game);
            return NULL;
        }
    return game;
}

static void swap_the_stone(Position *position) {
    Ply stones[BOARD_POINTS];
    if (!position_stones(position, stones))
        return;
    Move cell = stones[0].move;
    position_put(position, cell, CELL_EMPTY);
    position_put(position, move_at(move_y(cell), move_x(cell)),
                 side_cell(side_other(stones[0].side)));
}

static Game *set_up(const Gtp *t, Side to_move) {
    Position *position = setup_position(t);
    for (size_t i = 0; i < t->sent.ply_count; i++) {
        const Ply *ply = &t->sent.plies[i];
        if (move_is_stone(ply->move))
            position_put(position, ply->move, side_cell(ply->side));
        else if (ply->move == MOVE_SWAP_PIECES)
            swap_the_stone(position);
    }
    position_set_to_move(position, to_move);
    return game_from_position(position);
}

Game *gtp_game_for(const Gtp *t, Side side) {
    Game *game = gtp_next_side(t) == side ? replayed(t) : NULL;
    if (game && game_position(game)->to_move == side)
        return game;
    game_free(game);
    return set_up(t, side);
}

void gtp_rebuild(Gtp *t) {
    game_free(t->game);
    t->game = gtp_game_for(t, gtp_next_side(t));
}

// To most, swap-pieces takes the stone over, mirrored, and the other side moves. In Benzene's
// programs and the HexGui of their time the stone stays, and the side that swapped moves again:
// what they call swap-pieces is a change of chairs. Who moves next tells the two apart.
void gtp_settle_swap(Gtp *t, Side side) {
    Ply *last = t->sent.ply_count ? &t->sent.plies[t->sent.ply_count - 1] : NULL;
    if (!last || last->move != MOVE_SWAP_PIECES || last->side != side)
        return;
    last->move = MOVE_SWAP_SIDES;
    gtp_rebuild(t);
}

void gtp_push(Gtp *t, Side side, Move move) {
    *MEM_MORE(t->sent.plies, t->sent.ply_count, t->sent.ply_capacity) = (Ply){move, side};
    if (game_position(t->game)->to_move != side || !game_play(t->game, move, false, NULL))
        gtp_rebuild(t);
}

void gtp_clear(Gtp *t) {
    if (t->begun)
        player_end(t->player);
    t->begun = false;
    t->sent.ply_count = t->sent.setup_count = 0;
    t->sent.setup_to_move = SIDE_BLACK;
    gtp_reset_clocks(t);
    gtp_rebuild(t);
}

// --- a new board ---

// Now, so that the first genmove does not pay for it. A player that cannot begin says so when it is
// asked for a move.
static void begin(Gtp *t) {
    t->begun = player_begin(t->player, t->game, NULL);
}

static bool resize(Gtp *t, int width, int height) {
    Position *position = position_new(t->sent.type, t->sent.rule, width, height, &t->err);
    if (!position) {
        Error why = t->err;
        return error_set(&t->err, "unacceptable size: %.400s", why.text);
    }
    position_free(position);
    t->sent.width = width;
    t->sent.height = height;
    gtp_clear(t);
    begin(t);
    return true;
}

bool gtp_run_boardsize(Gtp *t) {
    int64_t sides[2];
    for (size_t i = 0; i < 2; i++) {
        const char *word = t->args[i < t->arg_count ? i : 0];
        if (!text_to_int(word, &sides[i]) || sides[i] < 0 || sides[i] > 1000)
            return error_set(&t->err, "unacceptable size: '%.40s' is no number of columns or rows",
                             word);
    }
    return resize(t, (int)sides[0], (int)sides[1]);
}

bool gtp_run_clear_board(Gtp *t) {
    gtp_clear(t);
    begin(t);
    return true;
}

bool gtp_run_set_game(Gtp *t) {
    const GameType *type = registry_game(t->setup.registry, t->args[0], &t->err);
    if (!type)
        return false;
    int rule = game_rule_index(type, t->args[0]);
    const char *rule_name = type->rules[rule < 0 ? 0 : rule].name;
    // The size stays when the game has boards like that and it is not a change of games.
    bool same = type == t->sent.type;
    t->sent.type = type;
    t->sent.rule = rule_name;
    return resize(t, same ? t->sent.width : type->default_size,
                  same ? t->sent.height : type->default_size);
}

bool gtp_run_swap(Gtp *t) {
    bool on = text_same(t->args[0], "on") || text_same(t->args[0], "1");
    if (!on && !text_same(t->args[0], "off") && !text_same(t->args[0], "0"))
        return error_set(&t->err, "swap takes on or off, not '%.40s'", t->args[0]);
    t->setup.swap = on;
    gtp_rebuild(t);
    return true;
}

// --- moves ---

static bool illegal(Gtp *t, const char *why) {
    return error_set(&t->err, "illegal move: %s", why);
}

// Swaps may be sent whether or not we would offer them: the controller knows its rules. What they
// need is one stone.
bool gtp_swap_possible(Gtp *t, Move move) {
    if (game_swap(t->sent.type, t->sent.width, t->sent.height) == OPENING_FREE)
        return illegal(t, "this game has no swap");
    bool after_stone =
        !t->sent.ply_count || move_is_stone(t->sent.plies[t->sent.ply_count - 1].move);
    if (game_position(t->game)->stones != 1 || !after_stone)
        return illegal(t, "a swap answers the first stone");
    if (move == MOVE_SWAP_PIECES && t->sent.width != t->sent.height)
        return illegal(t, "swap-pieces needs a square board; use swap-sides");
    return true;
}

static bool stone_possible(Gtp *t, Side side, Move cell) {
    const Position *position = game_position(t->game);
    if (position_at(position, cell) != CELL_EMPTY) {
        char word[COORD_CHARS];
        return error_set(&t->err, "illegal move: %s is occupied", move_print(position, cell, word));
    }
    Game *game = position->to_move == side ? game_clone(t->game) : gtp_game_for(t, side);
    Error why = {""};
    bool forbidden = position_check(game_position(game), cell, &why) == VERDICT_FORBIDDEN;
    game_free(game);
    return !forbidden || illegal(t, why.text);
}

bool gtp_play_word(Gtp *t, Side side, const char *word) {
    Move move;
    Error why = {""};
    if (!move_parse(game_position(t->game), word, &move, &why))
        return illegal(t, why.text);
    gtp_settle_swap(t, side);
    if (move == MOVE_SWAP_PIECES || move == MOVE_SWAP_SIDES) {
        if (!gtp_swap_possible(t, move))
            return false;
    } else if (move_is_stone(move)) {
        if (!stone_possible(t, side, move))
            return false;
    } else if (move != MOVE_PASS && move != MOVE_RESIGN) {
        return illegal(t, "only stones, swaps, pass and resign can be played");
    }
    gtp_push(t, side, move);
    return true;
}

bool gtp_run_play(Gtp *t) {
    Side side;
    return gtp_side_arg(t, 0, &side) && gtp_play_word(t, side, t->args[1]);
}

bool gtp_run_undo(Gtp *t) {
    if (!t->sent.ply_count)
        return error_set(&t->err, "cannot undo");
    t->sent.ply_count--;
    gtp_rebuild(t);
    return true;
}
