// SPDX-License-Identifier: MIT
// Hex as something that thinks: whoever is best at the position thinks about it.
//
//   a proof is wanted               the solver (prove.h)
//   few empty cells                 alpha-beta, to the end of the game (alphabeta.h)
//   the result can be seen          the shortest way there (ending.h)
//   everything else                 the tree search (mcts.h); late in a game the solver looks first
#include "base/clock.h"
#include "base/memory.h"
#include "hex/alphabeta.h"
#include "hex/ending.h"
#include "hex/hex.h"
#include "hex/mcts.h"
#include "hex/prove.h"
#include "hex/swap.h"
#include "hex/worker.h"

#include <stdlib.h>

enum {
    ENDING_NODES = 2000, // for alpha-beta to count the plies of an ending
    KEEP_NODES = 3000,   // for the solver to find a win again, or half of what there is
    KEEP_LEAST = 200,    // ... which is not worth the while below this
    PROOF_CELLS = 70,    // with so few open the solver looks for a win first,
    PROOF_SHARE = 5,     // ... in so small a part of the time
    PROOF_NODES = 200,   // ... and of the nodes: one of its own takes long
};

struct Searcher {
    Services services;
    HexAlphabeta *alphabeta;
    HexMcts *mcts;
    HexProver *prover;
    Result promised; // who was seen to win when last asked; RESULT_NONE: nobody
};

static Searcher *searcher_create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    searcher->services = *services;
    searcher->alphabeta = hex_alphabeta_new(services);
    searcher->mcts = hex_mcts_new(services);
    searcher->prover = hex_prover_new();
    return searcher;
}

static void searcher_destroy(Searcher *searcher) {
    hex_alphabeta_free(searcher->alphabeta);
    hex_mcts_free(searcher->mcts);
    hex_prover_free(searcher->prover);
    free(searcher);
}

static void searcher_new_game(Searcher *searcher) {
    searcher->promised = RESULT_NONE;
    hex_mcts_forget(searcher->mcts);
    hex_prover_forget(searcher->prover); // the table is its owner's to clear
}

static void searcher_prepare(Searcher *searcher, const Position *position) {
    hex_mcts_prepare(searcher->mcts, position->width, position->height);
}

// The result is known: alpha-beta may count the plies to it; if it takes too long, connections tell
// the way.
static void end_game(Searcher *searcher, const Order *order, const HexBoard *board,
                     Outcome *outcome) {
    const HexKnowledge *known = hex_mcts_known(searcher->mcts);
    bool wins = known->winner == side_wins(order->position->to_move);
    Order brief = *order;
    if (brief.limits.nodes == LIMIT_NONE || brief.limits.nodes > ENDING_NODES)
        brief.limits.nodes = ENDING_NODES;
    if (!wins) // what is lost by a long way would be told as such only later
        brief.on_info = NULL;
    hex_alphabeta_think(searcher->alphabeta, &brief, board, outcome);
    int score = outcome->info.line.score;
    if (score_is_proven(score) && (score > 0) == wins)
        return;
    hex_ending_find(hex_mcts_knower(searcher->mcts), board, order->position->to_move, known,
                    order->stop, &outcome->info.line);
    outcome->move = outcome->info.line.pv[0];
    outcome->info.multipv = 1;
    outcome->info.time_ms = (clock_now_us() - order->start_us) / 1000;
    if (order->on_info)
        order->on_info(&outcome->info, order->user);
}

// Asks the solver. What it finds is told only if it is a win.
static bool proves_win(Searcher *searcher, const Order *order, Order *brief, int64_t until_us,
                       Outcome *outcome) {
    brief->on_info = NULL;
    hex_prover_think(searcher->prover, &searcher->services, brief, until_us, outcome);
    if (outcome->info.line.score < SCORE_PROVEN)
        return false;
    if (order->on_info)
        order->on_info(&outcome->info, order->user);
    return true;
}

// Connections are not all found: a win that was seen a move ago may be hidden now. It is still there,
// and the solver finds it. False when this is no such position, or the time was too short.
static bool keep_win(Searcher *searcher, const Order *order, Outcome *outcome) {
    if (searcher->promised != side_wins(order->position->to_move))
        return false;
    Order brief = *order;
    if (brief.limits.nodes == LIMIT_NONE || brief.limits.nodes > 2 * KEEP_NODES)
        brief.limits.nodes = 2 * KEEP_NODES;
    if (brief.limits.nodes < KEEP_LEAST)
        return false;
    brief.limits.nodes /= 2; // it may run over by a few
    return proves_win(searcher, order, &brief, 0, outcome);
}

// Late in the game a proof may be nearer than the tree search knows: the solver gets a share of what
// there is before it. False when it found no win.
static bool prove_first(Searcher *searcher, const Order *order, Outcome *outcome) {
    Order brief = *order;
    int64_t now = clock_now_us(), until = 0;
    int64_t usual_ms = order->soft_ms ? order->soft_ms : order->budget_ms;
    if (order->limits.multipv > 1 || order->limits.level < LEVEL_MAX ||
        hex_mcts_open_cells(searcher->mcts) > PROOF_CELLS)
        return false;
    if (order->limits.nodes != LIMIT_NONE)
        brief.limits.nodes = order->limits.nodes / PROOF_NODES;
    if (order->budget_ms != LIMIT_NONE)
        until = now + (order->start_us + usual_ms * 1000 - now) / PROOF_SHARE;
    if (!brief.limits.nodes || (brief.limits.nodes == LIMIT_NONE && !until))
        return false; // nothing to do it with, or no end to it
    return proves_win(searcher, order, &brief, until, outcome);
}

static void search_tree(Searcher *searcher, const Order *order, const HexBoard *board,
                        Outcome *outcome) {
    Result winner = hex_mcts_begin(searcher->mcts, order);
    if (winner != RESULT_NONE) {
        searcher->promised = winner;
        end_game(searcher, order, board, outcome);
    } else if (!keep_win(searcher, order, outcome)) {
        if (!prove_first(searcher, order, outcome))
            hex_mcts_search(searcher->mcts, outcome);
        int score = outcome->info.line.score;
        Side side = order->position->to_move;
        searcher->promised = score >= SCORE_PROVEN    ? side_wins(side)
                             : score <= -SCORE_PROVEN ? side_wins(side_other(side))
                                                      : RESULT_NONE;
    }
}

static bool is_nearly_full(const HexBoard *board) {
    return board->width * board->height - board->stones <= HEX_WIDE_EMPTY;
}

// Can one more stone of either side end the game?
static bool ends_at_once(const HexBoard *board) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++)
                if (hex_board_at(board, move_at(x, y)) == CELL_EMPTY &&
                    hex_board_wins_at(board, move_at(x, y), side))
                    return true;
    return false;
}

static void searcher_think(Searcher *searcher, const Order *order, Outcome *outcome) {
    HexBoard board;
    *outcome = (Outcome){.move = MOVE_NONE};
    hex_board_of_position(&board, order->position);
    if (board.winner != RESULT_NONE)
        return;
    if (order->limits.prove)
        hex_prover_think(searcher->prover, &searcher->services, order, 0, outcome);
    else if (order->limits.level < LEVEL_MAX ? ends_at_once(&board) : is_nearly_full(&board))
        hex_alphabeta_think(searcher->alphabeta, order, &board, outcome);
    else
        search_tree(searcher, order, &board, outcome);
}

static bool searcher_load(Searcher *searcher, const Position *position, const char *path,
                          Error *err) {
    (void)position; // there is one rule
    HexWeights weights;
    if (!hex_weights_read(path, &weights, err))
        return false;
    hex_alphabeta_use(searcher->alphabeta, &weights);
    hex_mcts_use(searcher->mcts, &weights);
    return true;
}

const SearcherType hex_searcher = {
    .create = searcher_create,
    .destroy = searcher_destroy,
    .new_game = searcher_new_game,
    .prepare = searcher_prepare,
    .think = searcher_think,
    .load = searcher_load,
    .first_stone = hex_swap_chance,
};
