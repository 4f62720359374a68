// SPDX-License-Identifier: MIT
#include "gomoku_prover.h"

#include "gomoku/forbidden.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    CHECK_FOURS = 3,       // with so few left, fours are found by trying them all
    CHECK_PATIENCE = 3000, // or not at all
};

typedef struct Cells {
    int count;
    Move cells[GOMOKU_MAX * GOMOKU_MAX];
} Cells;

bool prover_allows(const Board *board, Move cell) {
    return board_at(board, cell) == CELL_EMPTY &&
           !(board->rule == RULE_RENJU && board->to_move == SIDE_BLACK &&
             forbidden_is(board, cell));
}

bool prover_makes_four(const Board *board, Move cell, Side side) {
    Board after = *board;
    Move fives[2 * DIRECTIONS];
    board_set(&after, cell, side_cell(side));
    return board_fives_through(&after, cell, fives) > 0;
}

static void list_empty(const Board *board, Cells *list) {
    list->count = 0;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            if (board_at(board, move_at(x, y)) == CELL_EMPTY)
                list->cells[list->count++] = move_at(x, y);
}

bool prover_can_move(const Board *board) {
    Cells empty;
    list_empty(board, &empty);
    for (int i = 0; i < empty.count; i++)
        if (prover_allows(board, empty.cells[i]))
            return true;
    return false;
}

static Move find_five(const Board *board, Side side) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            if (board_at(board, move_at(x, y)) == CELL_EMPTY &&
                board_makes_five(board, move_at(x, y), side))
                return move_at(x, y);
    return MOVE_NONE;
}

// Only a stone on the point or in its lines, a five and what bounds it away, can prevent a five.
static void list_near(const Board *board, Move five, Cells *list) {
    list->count = 0;
    if (prover_allows(board, five))
        list->cells[list->count++] = five;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = -FIVE; i <= FIVE; i++)
            if (i && prover_allows(board, (Move)(five + i * board_step(d))))
                list->cells[list->count++] = (Move)(five + i * board_step(d));
}

// A stone of the attacker has been put down; must the defender answer, and does nothing help?
static Proven four_wins(Board *board, int depth, int64_t *patience) {
    Side defender = (Side)board->to_move;
    Move five = find_five(board, side_other(defender));
    if (five == MOVE_NONE || find_five(board, defender) != MOVE_NONE || !prover_can_move(board))
        return PROVEN_NO;
    Cells replies;
    list_near(board, five, &replies);
    Proven proven = PROVEN_YES;
    for (int i = 0; i < replies.count && proven == PROVEN_YES; i++) {
        board_play(board, replies.cells[i]);
        if (find_five(board, side_other(defender)) == MOVE_NONE)
            proven = prover_fours(board, depth, patience);
        board_undo(board, replies.cells[i]);
    }
    return proven;
}

Proven prover_fours(Board *board, int depth, int64_t *patience) {
    Side side = (Side)board->to_move;
    if (find_five(board, side) != MOVE_NONE)
        return PROVEN_YES;
    if (depth <= 0)
        return PROVEN_NO;
    Cells empty;
    list_empty(board, &empty);
    for (int i = 0; i < empty.count; i++) {
        Move move = empty.cells[i];
        if (!prover_makes_four(board, move, side) || !prover_allows(board, move))
            continue;
        if (--*patience < 0)
            return PROVEN_TIRED;
        board_play(board, move);
        Proven proven = four_wins(board, depth - 1, patience);
        board_undo(board, move);
        if (proven != PROVEN_NO)
            return proven;
    }
    return PROVEN_NO;
}

bool prover_line(const Board *board, const Move *moves, int length) {
    Board now = *board;
    Side attacker = (Side)board->to_move;
    for (int i = 0; i < length; i++) {
        if (!prover_allows(&now, moves[i]))
            return false;
        board_play(&now, moves[i]);
        if (board_wins_at(&now, moves[i]))
            return i == length - 1 && i % 2 == 0;
        if (i % 2 == 0 && (find_five(&now, attacker) == MOVE_NONE ||
                           find_five(&now, side_other(attacker)) != MOVE_NONE))
            return false;
    }
    return false;
}

// --- draws ---

enum { HELD = 1 << 18 }; // positions remembered

typedef struct Holding {
    Side attacker;
    int64_t *patience;
    struct Held {
        uint64_t key;
        Proven proven;
    } held[HELD];
} Holding;

// The empty cells of rows of five without a stone of the defender's, those with most of the attacker's
// first.
static void list_open(const Board *board, Side attacker, Cells *list) {
    int worth[BOARD_CELLS] = {0};
    Cells empty;
    list_empty(board, &empty);
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            for (int d = 0; d < DIRECTIONS; d++) {
                int own = 0, open = 0;
                Move first = move_at(x, y);
                for (int i = 0; i < FIVE; i++) {
                    Cell cell = (Cell)board_at(board, (Move)(first + i * board_step(d)));
                    own += cell == side_cell(attacker);
                    open += cell == side_cell(attacker) || cell == CELL_EMPTY;
                }
                for (int i = 0; i < FIVE && open == FIVE; i++)
                    worth[first + i * board_step(d)] += 1 << (2 * own);
            }
    list->count = 0;
    for (int i = 0; i < empty.count; i++) {
        Move cell = empty.cells[i];
        if (!worth[cell])
            continue;
        int at = list->count++;
        for (; at > 0 && worth[list->cells[at - 1]] < worth[cell]; at--)
            list->cells[at] = list->cells[at - 1];
        list->cells[at] = cell;
    }
}

static Proven holds(Holding *holding, Board *board);

// The attacker has put a stone down; does some reply hold?
static Proven reply_holds(Holding *holding, Board *board) {
    Side attacker = holding->attacker;
    if (find_five(board, side_other(attacker)) != MOVE_NONE)
        return PROVEN_YES;
    Cells replies;
    Move five = find_five(board, attacker);
    if (five == MOVE_NONE)
        list_open(board, attacker, &replies);
    else
        list_near(board, five, &replies);
    if (five == MOVE_NONE && !replies.count)
        return PROVEN_YES;
    Proven proven = PROVEN_NO;
    for (int i = 0; i < replies.count && proven == PROVEN_NO; i++) {
        if (!prover_allows(board, replies.cells[i]))
            continue;
        board_play(board, replies.cells[i]);
        proven = holds(holding, board);
        board_undo(board, replies.cells[i]);
    }
    return proven;
}

static Proven holds(Holding *holding, Board *board) {
    if (find_five(board, holding->attacker) != MOVE_NONE)
        return PROVEN_NO;
    struct Held *held = &holding->held[board->key % HELD];
    if (held->key == board->key)
        return held->proven;
    Cells moves;
    list_open(board, holding->attacker, &moves);
    Proven proven = PROVEN_YES;
    for (int i = 0; i < moves.count && proven == PROVEN_YES; i++) {
        if (!prover_allows(board, moves.cells[i]))
            continue;
        if (--*holding->patience < 0)
            return PROVEN_TIRED;
        board_play(board, moves.cells[i]);
        proven = reply_holds(holding, board);
        board_undo(board, moves.cells[i]);
    }
    if (proven != PROVEN_TIRED)
        *held = (struct Held){board->key, proven};
    return proven;
}

Proven prover_holds(Board *board, int64_t *patience) {
    Holding *holding = calloc(1, sizeof *holding);
    holding->attacker = (Side)board->to_move;
    holding->patience = patience;
    Proven proven = holds(holding, board);
    free(holding);
    return proven;
}

// --- claims ---

static void shuffle(Cells *list, Rng *rng) {
    for (int i = list->count; i > 1; i--) {
        int other = (int)rng_below(rng, (uint32_t)i);
        Move move = list->cells[i - 1];
        list->cells[i - 1] = list->cells[other];
        list->cells[other] = move;
    }
}

static Proven check_replies(Claimant *claimant, Board *board) {
    Cells replies;
    list_empty(board, &replies);
    shuffle(&replies, &claimant->rng);
    Proven worst = PROVEN_YES;
    int legal = 0;
    for (int i = 0; i < replies.count && worst != PROVEN_NO; i++) {
        Move reply = replies.cells[i];
        if (!prover_allows(board, reply))
            continue;
        legal++;
        if (--claimant->patience < 0)
            return PROVEN_TIRED;
        board_play(board, reply);
        Proven proven = board_wins_at(board, reply) ? PROVEN_NO : prover_check(claimant, board);
        board_undo(board, reply);
        if (proven != PROVEN_YES)
            worst = proven;
    }
    return legal ? worst : PROVEN_NO; // no move at all is a draw
}

Proven prover_check(Claimant *claimant, Board *board) {
    int64_t patience = CHECK_PATIENCE;
    if (prover_fours(board, CHECK_FOURS, &patience) == PROVEN_YES)
        return PROVEN_YES;
    Move move = claimant->move(claimant->user, board);
    if (move == MOVE_NONE) {
        claimant->unclaimed++;
        return PROVEN_NO;
    }
    if (!prover_allows(board, move))
        return PROVEN_NO;
    board_play(board, move);
    Proven proven = board_wins_at(board, move) ? PROVEN_YES : check_replies(claimant, board);
    board_undo(board, move);
    return proven;
}
