// SPDX-License-Identifier: MIT
#include "gomoku/worker.h"

#include "base/rng.h"
#include "gomoku/picks.h"
#include "gomoku/tunables.h"

#include <string.h>

void worker_begin(Worker *worker, const Position *position, Table *table, int64_t level,
                  uint64_t seed) {
    field_from_position(&worker->field, position);
    worker->table = table;
    worker->level = level_of(level);
    worker->seed = seed;
    worker->salt = worker->level.noise ? rng_mix(seed * LEVEL_MAX + (uint64_t)level) : 0;
    worker->selective_depth = 0;
    memset(worker->history, 0, sizeof worker->history);
    for (int ply = 0; ply < PLY_MAX; ply++)
        worker->killers[ply][0] = worker->killers[ply][1] = MOVE_NONE;
}

int worker_doubt(int score) {
    return score <= -SCORE_PROVEN ? score_likely_loss_in(score_plies(score)) : score;
}

// --- variations ---

static void variation_set(Variation *variation, const Move *moves, int length) {
    variation->length = length < PV_MAX ? length : PV_MAX;
    memcpy(variation->moves, moves, (size_t)variation->length * sizeof *moves);
}

void worker_keep_line(Worker *worker, int ply, Move move) {
    Variation *own = &worker->pv[ply];
    const Variation *below = &worker->pv[ply + 1];
    int rest = below->length < PV_MAX ? below->length : PV_MAX - 1;
    own->moves[0] = move;
    memcpy(own->moves + 1, below->moves, (size_t)rest * sizeof *own->moves);
    own->length = rest + 1;
}

// --- the steps of a node ---

typedef struct Node {
    int alpha, beta, depth, ply;
    bool pv;         // an open window: its line will be shown
    CellList forced; // the only moves that do not lose at once; none: any move
    TableEntry known;
    bool is_known;
} Node;

static uint64_t node_key(const Worker *worker) {
    return worker->field.board.key ^ worker->salt;
}

// Is the game over, or over in a move or two whatever is played? Fills in node->forced.
static bool node_settled(Worker *worker, Node *node, int *score) {
    Field *field = &worker->field;
    Variation *pv = &worker->pv[node->ply];
    Side side = field_to_move(field);
    CellList fives;
    *score = 0;
    if (board_full(&field->board) || windows_dead(&field->windows))
        return true;
    field_fives(field, side, &fives);
    if (fives.count) {
        variation_set(pv, fives.cells, 1);
        *score = score_win_in(node->ply + 1);
        return true;
    }
    field_fives(field, side_other(side), &fives);
    if (!fives.count)
        return false;
    field_defences(field, &fives, &node->forced);
    if (node->forced.count)
        return false;
    if (!field_can_move(field))
        return true; // renju: only forbidden points are left, a draw
    Move stand[2];
    field_last_stand(field, &fives, stand);
    variation_set(pv, stand, 2);
    *score = score_loss_in(node->ply + 2);
    return true;
}

// Has the table seen this position searched deep enough to answer for it?
static bool node_known(Worker *worker, Node *node, int *score) {
    node->is_known = table_probe(worker->table, node_key(worker), &node->known);
    if (!node->is_known || node->pv || node->known.depth < node->depth)
        return false;
    *score = table_score_out(node->known.score, node->ply);
    switch (node->known.bound) {
    case BOUND_EXACT:
        return true;
    case BOUND_LOWER:
        return *score >= node->beta;
    case BOUND_UPPER:
        return *score <= node->alpha;
    default:
        return false;
    }
}

static void node_remember(Worker *worker, const Node *node, int score, Bound bound, Move move) {
    TableEntry entry = {
        .move = move,
        .score = (int16_t)table_score_in(score, node->ply),
        .depth = (int16_t)node->depth,
        .bound = bound,
    };
    table_store(worker->table, node_key(worker), &entry);
}

// Does the side to move win by fours alone? A small search, larger where depth is left.
static bool node_wins_by_fours(Worker *worker, const Node *node, int *score) {
    bool leaf = node->depth <= 0;
    if (!worker->level.fours || (!leaf && node->is_known && !node->pv))
        return false;
    Fours fours = {
        .field = &worker->field,
        .effort = &worker->effort,
        .table = worker->table,
        .last_node = effort_nodes(&worker->effort) + (leaf ? FOURS_LEAF_NODES : FOURS_INNER_NODES),
    };
    FourLine line;
    if (fours_search(&fours, leaf ? FOURS_LEAF_DEPTH : FOURS_INNER_DEPTH, &line) != FOURS_WIN)
        return false;
    variation_set(&worker->pv[node->ply], line.moves, line.length);
    *score = score_win_in(node->ply + line.length);
    return true;
}

static int node_evaluate(const Worker *worker) {
    return field_evaluate(&worker->field) +
           level_error(&worker->level, worker->seed, worker->field.board.key);
}

// Lists the moves to search, best first as they are taken. Returns how many to look at; *complete
// says whether none is left out.
static int node_list(const Worker *worker, const Node *node, Picks *picks, bool *complete) {
    const Field *field = &worker->field;
    Hints hints = {
        .first = node->is_known ? node->known.move : MOVE_NONE,
        .killers = {worker->killers[node->ply][0], worker->killers[node->ply][1]},
        .history = worker->history[field_to_move(field)],
    };
    *complete = true;
    int width = CELLS_MAX;
    if (node->forced.count) {
        picks_list(picks, &node->forced);
    } else {
        *complete = picks_near(picks, field);
        width = WIDTH_BASE + WIDTH_PER_DEPTH * node->depth;
    }
    picks_score(picks, field, &hints);
    if (width >= picks->count)
        return picks->count;
    *complete = false;
    return width;
}

// How much less deep a move is tried at first: late moves that touch no three are seldom best.
static int node_reduction(const Worker *worker, const Node *node, Move move, int index) {
    if (node->forced.count || node->depth < REDUCE_FROM_DEPTH || index < REDUCE_FROM_MOVE)
        return 0;
    const Windows *windows = &worker->field.windows;
    uint32_t threes =
        windows->threes[SIDE_BLACK][move_y(move)] | windows->threes[SIDE_WHITE][move_y(move)];
    if (threes >> move_x(move) & 1)
        return 0;
    return index < REDUCE_MORE_FROM_MOVE ? 1 : 2;
}

// The first move with the whole window; every other one only has to be shown to be no better, and
// is searched again when it is.
static int node_try(Worker *worker, const Node *node, Move move, int index, int best) {
    int alpha = best > node->alpha ? best : node->alpha;
    // The answer to a four costs no depth.
    int depth = node->forced.count ? node->depth : node->depth - 1;
    if (index == 0)
        return worker_try(worker, move, alpha, node->beta, depth, node->ply);
    int reduction = node_reduction(worker, node, move, index);
    int value = worker_try(worker, move, alpha, alpha + 1, depth - reduction, node->ply);
    if (value > alpha && reduction && !worker->effort.over)
        value = worker_try(worker, move, alpha, alpha + 1, depth, node->ply);
    if (value > alpha && value < node->beta && !worker->effort.over)
        value = worker_try(worker, move, alpha, node->beta, depth, node->ply);
    return value;
}

// A move that refuted the opponent's last one will refute others of his.
static void node_learn(Worker *worker, const Node *node, Move move) {
    Move *killers = worker->killers[node->ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int32_t *history = &worker->history[field_to_move(&worker->field)][move];
    *history += node->depth * node->depth;
    if (*history > HISTORY_MAX)
        *history = HISTORY_MAX;
}

// Searches the moves and returns the best score; 0 and worth nothing when the effort is over.
static int node_moves(Worker *worker, Node *node) {
    Picks picks;
    bool complete;
    int width = node_list(worker, node, &picks, &complete);
    int best = -SCORE_INFINITE, tried = 0;
    Move best_move = MOVE_NONE;
    for (int i = 0; i < picks.count && tried < width && best < node->beta; i++) {
        Move move = picks_next(&picks, i);
        if (!field_allowed(&worker->field, move))
            continue;
        int value = node_try(worker, node, move, tried++, best);
        if (worker->effort.over)
            return 0;
        if (value <= best)
            continue;
        best = value;
        best_move = move;
        if (value > node->alpha && node->pv)
            worker_keep_line(worker, node->ply, move);
    }
    if (!tried) // renju: all near points are forbidden
        return field_can_move(&worker->field) ? node_evaluate(worker) : 0;
    if (best >= node->beta)
        node_learn(worker, node, best_move);
    if (!complete)
        best = worker_doubt(best);
    Bound bound = best >= node->beta ? BOUND_LOWER : best > node->alpha ? BOUND_EXACT : BOUND_UPPER;
    node_remember(worker, node, best, bound, best_move);
    return best;
}

int worker_search(Worker *worker, int alpha, int beta, int depth, int ply) {
    Node node = {.alpha = alpha, .beta = beta, .depth = depth > 0 ? depth : 0, .ply = ply};
    node.pv = beta - alpha > 1;
    worker->pv[ply].length = 0;
    if (ply > worker->selective_depth)
        worker->selective_depth = ply;
    int score;
    if (node_settled(worker, &node, &score))
        return score;
    if (ply == PLY_MAX - 1)
        return node_evaluate(worker);
    if (node_known(worker, &node, &score))
        return score;
    if (!node.forced.count) {
        if (node_wins_by_fours(worker, &node, &score)) {
            node_remember(worker, &node, score, BOUND_LOWER, worker->pv[ply].moves[0]);
            return score;
        }
        if (depth <= 0) {
            score = node_evaluate(worker);
            if (!worker->effort.over)
                node_remember(worker, &node, score, BOUND_EXACT, MOVE_NONE);
            return score;
        }
    }
    return node_moves(worker, &node);
}

int worker_try(Worker *worker, Move move, int alpha, int beta, int depth, int ply) {
    if (!effort_spend(&worker->effort))
        return 0;
    field_play(&worker->field, move);
    int value = -worker_search(worker, -beta, -alpha, depth, ply + 1);
    field_undo(&worker->field, move);
    return value;
}
