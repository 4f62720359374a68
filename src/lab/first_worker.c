// SPDX-License-Identifier: MIT
#include "lab/first_worker.h"

#include "game/zobrist.h"
#include "lab/first_threats.h"

#include <string.h>

void first_worker_begin(FirstWorker *worker, FirstShared *shared, const HexBoard *board,
                        Side to_move) {
    worker->board = *board;
    worker->to_move = to_move;
    worker->shared = shared;
    worker->stopped = false;
    worker->deepest = 0;
    memset(worker->killers, -1, sizeof worker->killers); // MOVE_NONE in every byte
}

_Static_assert(MOVE_NONE == -1, "killers are cleared bytewise");

static bool must_stop(const FirstShared *shared) {
    return stop_raised(shared->order->stop) || stop_raised(&shared->done);
}

// Claims one node of the limit, for whichever thread asks first.
static bool claim_node(FirstShared *shared) {
    uint64_t before = atomic_fetch_add_explicit(&shared->nodes, 1, memory_order_relaxed);
    int64_t limit = shared->order->limits.nodes;
    if (limit == LIMIT_NONE || before < (uint64_t)limit)
        return true;
    atomic_fetch_sub_explicit(&shared->nodes, 1, memory_order_relaxed);
    return false;
}

bool first_worker_play(FirstWorker *worker, Move move) {
    if (worker->stopped || must_stop(worker->shared) || !claim_node(worker->shared)) {
        worker->stopped = true;
        return false;
    }
    hex_board_play(&worker->board, move, worker->to_move);
    worker->to_move = side_other(worker->to_move);
    return true;
}

void first_worker_undo(FirstWorker *worker) {
    hex_board_undo(&worker->board);
    worker->to_move = side_other(worker->to_move);
}

void first_line_set(FirstLine *line, Move move, const FirstLine *rest) {
    size_t length = rest->length < PV_MAX - 1 ? rest->length : PV_MAX - 1;
    memmove(line->moves + 1, rest->moves, length * sizeof *line->moves);
    line->moves[0] = move;
    line->length = length + 1;
}

int first_worker_width(const FirstWorker *worker, int width) {
    const HexBoard *board = &worker->board;
    return board->width * board->height - board->stones <= FIRST_WIDE_EMPTY ? BOARD_POINTS : width;
}

static uint64_t node_key(const FirstWorker *worker) {
    uint64_t key = worker->board.key ^ worker->shared->salt;
    return worker->to_move == SIDE_WHITE ? key ^ zobrist_white_to_move() : key;
}

// --- step: a chain decides ---

// The links as they would be played out: the loser attacks each, the winner defends. The winner
// begins with a link of its own if it is its turn.
static void chain_line(const FirstChain *chain, bool winner_moves, FirstLine *line) {
    line->length = 0;
    for (int i = 0; i < chain->links && line->length + 2 <= PV_MAX; i++) {
        if (i > 0 || !winner_moves)
            line->moves[line->length++] = chain->link[i].one;
        line->moves[line->length++] = chain->link[i].other;
    }
}

static bool chain_decides(FirstWorker *worker, int ply, int *score, FirstLine *line) {
    FirstChain *chain = &worker->chain;
    if (!worker->shared->strength->chains)
        return false;
    if (first_chain_find(&worker->board, side_other(worker->to_move), chain))
        *score = score_loss_in(ply + 2 * chain->links);
    else if (first_chain_find(&worker->board, worker->to_move, chain))
        *score = score_win_in(ply + 2 * chain->links - 1);
    else
        return false;
    chain_line(chain, *score > 0, line);
    return true;
}

// --- step: the evaluation ---

static int noise(const FirstWorker *worker) {
    int most = worker->shared->strength->noise;
    uint64_t word = rng_mix(node_key(worker) + worker->shared->order->seed);
    return most ? (int)(word % (uint64_t)(2 * most + 1)) - most : 0;
}

static int evaluate(FirstWorker *worker) {
    first_evaluate(&worker->board, worker->to_move, &worker->evaluation);
    return worker->evaluation.score + noise(worker);
}

// --- step: the moves in order ---

typedef struct Candidates {
    FirstCandidate moves[BOARD_POINTS];
    size_t count;
} Candidates;

static void order_moves(const FirstWorker *worker, int ply, Move table_move,
                        Candidates *candidates) {
    FirstCandidate *moves = candidates->moves;
    candidates->count = first_candidates(&worker->board, &worker->evaluation, moves);
    for (size_t i = 0; i < candidates->count; i++) {
        if (moves[i].move == table_move)
            moves[i].order = -1;
        else if (moves[i].move == worker->killers[ply][0] ||
                 moves[i].move == worker->killers[ply][1])
            moves[i].order -= FIRST_ORDER_STEP;
    }
    first_candidates_sort(moves, candidates->count);
}

static void remember_killer(FirstWorker *worker, int ply, Move move) {
    Move *killers = worker->killers[ply];
    if (killers[0] == move)
        return;
    killers[1] = killers[0];
    killers[0] = move;
}

// --- the node ---

int first_worker_try(FirstWorker *worker, Move move, int searched, int depth, int ply, int alpha,
                     int beta, FirstLine *line) {
    line->length = 0;
    if (!first_worker_play(worker, move))
        return 0;
    int score;
    if (worker->board.winner != RESULT_NONE) {
        score = score_win_in(ply + 1);
    } else if (searched == 0) {
        score = -first_worker_search(worker, depth - 1, ply + 1, -beta, -alpha, line);
    } else {
        // Where every move is tried, depth `empty` must reach the end of the game.
        bool late = searched >= FIRST_REDUCE_FROM && depth >= FIRST_REDUCE_DEPTH &&
                    first_worker_width(worker, FIRST_WIDTH) == FIRST_WIDTH;
        score = -first_worker_search(worker, depth - 1 - late, ply + 1, -alpha - 1, -alpha, line);
        if (late && score > alpha)
            score = -first_worker_search(worker, depth - 1, ply + 1, -alpha - 1, -alpha, line);
        if (score > alpha && score < beta)
            score = -first_worker_search(worker, depth - 1, ply + 1, -beta, -alpha, line);
    }
    first_worker_undo(worker);
    return score;
}

static bool table_decides(const TableEntry *entry, int depth, int ply, int alpha, int beta,
                          int *score) {
    *score = table_score_out(entry->score, ply);
    if (entry->depth < depth && !score_is_proven(*score))
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta) ||
           (entry->bound == BOUND_UPPER && *score <= alpha);
}

// Every move that leaves a threat unanswered loses; the longest of those losses may still be the
// best there is.
static void consider_elsewhere(const FirstThreats *threats, const Candidates *candidates, int ply,
                               int *best, Move *best_move, FirstLine *line) {
    int score = score_loss_in(ply + 1 + threats->longest_plies);
    const FirstCandidate *skipped = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        const FirstCandidate *candidate = &candidates->moves[i];
        HexNode node = hex_node(candidate->move);
        if (!skipped && !threats->answers[node])
            skipped = candidate;
        if (!threats->in_longest[node] && score > *best) {
            *best = score;
            *best_move = candidate->move;
            first_line_set(line, *best_move, &threats->longest);
            return;
        }
    }
    if (skipped && score > *best) { // it leaves another threat, whose play is not kept
        *best = score;
        *best_move = skipped->move;
        first_line_set(line, *best_move, &(FirstLine){.length = 0});
    }
}

static void store(FirstWorker *worker, int depth, int ply, int score, int eval, Move move,
                  Bound bound) {
    table_store(worker->shared->table, node_key(worker),
                &(TableEntry){.move = move,
                              .score = (int16_t)table_score_in(score, ply),
                              .eval = (int16_t)eval,
                              .depth = (int16_t)depth,
                              .bound = bound});
}

// The best of the moves that answer every threat, up to the width while one of them does not lose.
static int try_moves(FirstWorker *worker, const Candidates *candidates, const FirstThreats *threats,
                     int depth, int ply, int alpha, int beta, Move *best_move, FirstLine *line) {
    int best = -SCORE_INFINITE, searched = 0, width = first_worker_width(worker, FIRST_WIDTH);
    for (size_t i = 0; i < candidates->count && alpha < beta; i++) {
        FirstLine rest;
        Move move = candidates->moves[i].move;
        if (threats->count && !threats->answers[hex_node(move)])
            continue;
        if (searched >= width && best > -SCORE_PROVEN)
            break;
        int score = first_worker_try(worker, move, searched++, depth, ply, alpha, beta, &rest);
        if (worker->stopped)
            return 0;
        if (score > best)
            best = score;
        if (score > alpha) {
            alpha = score;
            *best_move = move;
            first_line_set(line, move, &rest);
        }
    }
    return best;
}

int first_worker_search(FirstWorker *worker, int depth, int ply, int alpha, int beta,
                        FirstLine *line) {
    int score;
    line->length = 0;
    if (ply > worker->deepest)
        worker->deepest = ply;

    // Not even a win at the next stone would change anything above.
    if (beta > score_win_in(ply + 1))
        beta = score_win_in(ply + 1);
    if (alpha >= beta)
        return beta;

    // A table hit cuts outside the main line, which is to be shown whole.
    TableEntry entry = {.move = MOVE_NONE};
    bool is_main_line = beta - alpha > 1;
    if (table_probe(worker->shared->table, node_key(worker), &entry) && !is_main_line &&
        table_decides(&entry, depth, ply, alpha, beta, &score))
        return score;

    // A chain ends it.
    if (chain_decides(worker, ply, &score, line))
        return score;

    // The horizon.
    int eval = evaluate(worker);
    if (depth <= 0 || ply >= FIRST_PLY_MAX) {
        if (entry.bound == BOUND_NONE)
            store(worker, 0, ply, eval, eval, MOVE_NONE, BOUND_EXACT);
        return eval;
    }

    // What must be answered, and the moves in order.
    Candidates candidates;
    FirstThreats threats = {.count = 0};
    order_moves(worker, ply, entry.move, &candidates);
    if (worker->shared->strength->threats)
        first_threats_find(worker, &threats);
    if (worker->stopped)
        return 0;

    // Try them; when all lose, so does everything else, but perhaps later.
    Move best_move = MOVE_NONE;
    int best = try_moves(worker, &candidates, &threats, depth, ply, alpha, beta, &best_move, line);
    if (worker->stopped)
        return 0;
    if (threats.count && best <= -SCORE_PROVEN)
        consider_elsewhere(&threats, &candidates, ply, &best, &best_move, line);

    // Remember.
    if (best >= beta)
        remember_killer(worker, ply, best_move);
    Bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    store(worker, depth, ply, best, eval, best_move, bound);
    return best;
}
