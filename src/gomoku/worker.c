// SPDX-License-Identifier: MIT
#include "gomoku/worker.h"

#include "base/rng.h"
#include "gomoku/picks.h"
#include "gomoku/tunables.h"

#include <assert.h>
#include <string.h>

void worker_begin(Worker *worker, const Position *position, const Evaluation *evaluation,
                  const LineNet *net, Table *table, VcfCache *vcf_cache, int64_t level,
                  uint64_t seed) {
    field_from_position(&worker->field, position, evaluation);
    worker->net = net;
    if (net)
        accumulator_reset(&worker->accumulator, net, &worker->field);
    worker->table = table;
    worker->vcf_cache = vcf_cache;
    worker->level = level_of(level);
    worker->seed = seed;
    worker->salt = worker->level.noise ? rng_mix(seed * LEVEL_MAX + (uint64_t)level) : 0;
    worker->selective_depth = 0;
    memset(worker->history, 0, sizeof worker->history);
    memset(worker->counters, 0xff, sizeof worker->counters); // MOVE_NONE
    for (int ply = 0; ply < PLY_MAX; ply++)
        worker->frames[ply] =
            (Frame){0, TABLE_NO_EVAL, MOVE_NONE, MOVE_NONE, {MOVE_NONE, MOVE_NONE}};
}

int worker_evaluate(Worker *worker) {
    if (!worker->net)
        return field_evaluate(&worker->field);
    return accumulator_score(&worker->accumulator, &worker->field);
}

Accumulator *worker_policy(Worker *worker) {
    if (!worker->net)
        return NULL;
    accumulator_follow(&worker->accumulator, &worker->field);
    return &worker->accumulator;
}

int worker_demote(int score) {
    return score <= -SCORE_PROVEN ? score_likely_loss_in(score_plies(score)) : score;
}

// --- variations ---

static void variation_set(Variation *variation, const Move *moves, int length) {
    variation->length = length < PV_MAX ? length : PV_MAX;
    memcpy(variation->moves, moves, (size_t)variation->length * sizeof *moves);
}

void worker_keep_line(Worker *worker, int ply, Move move) {
    assert(ply >= 0 && ply < PLY_MAX && move_is_stone(move));
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
    bool pv;        // an open window: its line will be shown
    bool answering; // the opponent has a five to prevent
    bool listed;    // only the moves in `moves` do not lose at once
    CellSet moves;
    TableEntry known;
    bool is_known;
    int static_eval; // by the evaluation alone, as the table keeps it
    int eval;        // with the level's error
    bool improving;
} Node;

static uint64_t node_key(const Worker *worker) {
    return worker->field.board.key ^ worker->salt;
}

// Is the game over, or over in a few moves whatever is played? Otherwise finds out whether only
// some moves come into question.
static bool node_settled(Worker *worker, Node *node, int *score) {
    Field *field = &worker->field;
    Variation *pv = &worker->pv[node->ply];
    Side side = field_to_move(field), other = side_other(side);
    *score = 0;
    if (board_full(&field->board) || field_dead(field))
        return true;
    Move five = field_five(field, side);
    if (five != MOVE_NONE) {
        variation_set(pv, &five, 1);
        *score = score_win_in(node->ply + 1);
        return true;
    }
    if (field_count(field, other, KIND_FIVE)) {
        field_five_defences(field, &node->moves);
        node->answering = node->listed = true;
        if (cellset_next(&node->moves, 0) != MOVE_NONE)
            return false;
        if (!field_can_move(field))
            return true; // renju: only forbidden points are left, a draw
        Move stand[2];
        field_last_stand(field, stand);
        variation_set(pv, stand, 2);
        *score = score_loss_in(node->ply + 2);
        return true;
    }
    return false;
}

// An open four wins, the opponent having no five; unless Black, in renju, then has no move at all.
// Only that, and a line that is shown, needs the stone to be played.
static bool node_wins_by_open_four(Worker *worker, const Node *node, int *score) {
    Field *field = &worker->field;
    if (node->answering || !worker->level.fours)
        return false;
    Move line[3] = {field_open_four(field, field_to_move(field))};
    if (line[0] == MOVE_NONE)
        return false;
    *score = score_win_in(node->ply + 3);
    bool may_draw = field->board.rule == RULE_RENJU && field_to_move(field) == SIDE_WHITE;
    if (!node->pv && !may_draw)
        return true;
    if (!field_open_four_wins(field, line))
        return false;
    variation_set(&worker->pv[node->ply], line, 3);
    return true;
}

// The opponent threatens an open four: only what prevents it, or a four, comes into question.
static void node_face_open_four(const Worker *worker, Node *node) {
    const Field *field = &worker->field;
    Side side = field_to_move(field);
    if (node->answering || !field_count(field, side_other(side), KIND_OPEN_FOUR))
        return;
    field_open_four_defences(field, &node->moves);
    field_add_fours(field, side, &node->moves);
    node->listed = true;
}

// Has the table seen this position searched deep enough to answer for it? Proven results hold at
// any depth.
static bool node_known(Worker *worker, Node *node, int *score) {
    if (worker->frames[node->ply].excluded != MOVE_NONE)
        return false;
    node->is_known = table_probe(worker->table, node_key(worker), &node->known);
    if (!node->is_known || node->pv)
        return false;
    *score = table_score_out(node->known.score, node->ply);
    if (node->known.depth < node->depth && !score_is_proven(*score))
        return false;
    switch (node->known.bound) {
    case BOUND_EXACT:
        return node->known.depth >= node->depth;
    case BOUND_LOWER:
        return *score >= node->beta;
    case BOUND_UPPER:
        return *score <= node->alpha;
    default:
        return false;
    }
}

static void node_remember(Worker *worker, const Node *node, int score, Bound bound, Move move) {
    if (worker->frames[node->ply].excluded != MOVE_NONE)
        return;
    TableEntry entry = {
        .move = move,
        .score = (int16_t)table_score_in(score, node->ply),
        .eval = (int16_t)node->static_eval,
        .depth = (int16_t)node->depth,
        .bound = bound,
    };
    table_store(worker->table, node_key(worker), &entry);
}

// Lazy evaluation: a network costs as much as the rest of the node, and does not bring a score back that
// is far outside the window by the weights alone. Where there is a four to answer nothing is pruned by the evaluation.
// What the weights say is not kept as the network's opinion.
static bool node_is_far_out(const Worker *worker, const Node *node, int *plain) {
    if (!worker->net || node->pv)
        return false;
    *plain = field_evaluate(&worker->field);
    return node->answering || *plain >= node->beta + LAZY_MARGIN ||
           *plain <= node->alpha - LAZY_MARGIN;
}

// Evaluations rise with the stone of the side that has just moved and fall with the next: a part of what the ply
// before was worth evens that out.
static int smoothed(const Worker *worker, const Node *node, int eval) {
    enum { PARTS = 64 };
    if (node->ply == 0 || node->static_eval == TABLE_NO_EVAL)
        return eval;
    int before = worker->frames[node->ply - 1].static_eval;
    if (before == TABLE_NO_EVAL)
        return eval;
    return (eval * (PARTS - EVAL_SMOOTHING) - before * EVAL_SMOOTHING) / PARTS;
}

// The table's score is worth more than an evaluation, where it is one or is known to lie beyond it.
static int corrected(const Node *node, int eval) {
    if (!node->is_known)
        return eval;
    int score = table_score_out(node->known.score, node->ply);
    if (score >= SCORE_LIKELY || score <= -SCORE_LIKELY)
        return eval;
    switch (node->known.bound) {
    case BOUND_EXACT:
        return score;
    case BOUND_LOWER:
        return score > eval ? score : eval;
    case BOUND_UPPER:
        return score < eval ? score : eval;
    default:
        return eval;
    }
}

static void node_evaluate(Worker *worker, Node *node) {
    int eval;
    if (node->is_known && node->known.eval != TABLE_NO_EVAL) {
        eval = node->static_eval = node->known.eval;
    } else if (node_is_far_out(worker, node, &eval)) {
        node->static_eval = TABLE_NO_EVAL;
    } else {
        eval = node->static_eval = worker_evaluate(worker);
    }
    worker->frames[node->ply].static_eval = node->static_eval;
    eval = smoothed(worker, node, eval) +
           level_error(&worker->level, worker->seed, worker->field.board.key);
    node->eval = corrected(node, eval);
}

static void node_judge(Worker *worker, Node *node) {
    node_evaluate(worker, node);
    worker->frames[node->ply].eval = node->eval;
    node->improving = node->ply >= 2 && node->eval > worker->frames[node->ply - 2].eval;
}

// Does the side to move win by fours alone? A small search, larger where depth is left.
static bool node_wins_by_fours(Worker *worker, const Node *node, int *score) {
    bool leaf = node->depth <= 0;
    if (!worker->level.fours || worker->frames[node->ply].excluded != MOVE_NONE)
        return false;
    // It would only confirm what is known: that the move before was bad.
    if (!node->pv && (node->eval >= node->beta || (!leaf && node->is_known)))
        return false;
    if (!fours_exist_restricted(&worker->field, field_to_move(&worker->field)))
        return false;
    Fours fours = fours_of(&worker->field, &worker->effort, worker->vcf_cache,
                           (uint64_t)(leaf ? FOURS_LEAF_NODES : FOURS_INNER_NODES));
    fours.restricted = true;
    FourLine line;
    if (fours_search(&fours, leaf ? FOURS_LEAF_DEPTH : FOURS_INNER_DEPTH, &line) != FOURS_WIN)
        return false;
    variation_set(&worker->pv[node->ply], line.moves, line.length);
    *score = score_win_in(node->ply + line.length);
    return true;
}

// Reverse futility pruning: the score is so far above beta that the plies left will hardly bring it
// down ...
static bool node_reverse_futility(const Node *node) {
    return !node->pv && !node->listed && node->depth <= REVERSE_FUTILITY_DEPTH &&
           node->eval - REVERSE_FUTILITY_MARGIN * (node->depth - node->improving) >= node->beta &&
           node->eval < SCORE_LIKELY;
}

// ... or, razoring, so far below alpha that they will not bring it up, now that there is no win by
// fours.
static bool node_razors(const Node *node) {
    return !node->pv && !node->listed && node->depth <= RAZOR_DEPTH &&
           node->eval + RAZOR_MARGIN + RAZOR_MARGIN_PLY * node->depth <= node->alpha &&
           node->alpha < SCORE_LIKELY;
}

// Fail-high reduction: a node that promises to fail high by its evaluation alone shows it in a ply less. Internal
// iterative reduction: nor is a node searched to its whole depth when the table does not know where to begin.
static void node_reduce(Node *node) {
    if (node->listed)
        return;
    if (!node->pv && node->depth >= FAIL_HIGH_DEPTH &&
        node->eval >= node->beta + FAIL_HIGH_MARGIN && node->eval < SCORE_LIKELY)
        node->depth--;
    if (!node->is_known && node->depth >= IIR_DEPTH)
        node->depth--;
}

// Lists the moves to search, the table's in front; *complete: none is left out.
static void node_list(const Worker *worker, const Node *node, Picks *picks, bool *complete) {
    *complete = true;
    if (node->listed)
        picks_list(picks, &node->moves);
    else
        *complete = picks_near(picks, &worker->field);
    if (node->is_known)
        picks_lead(picks, node->known.move);
}

// What orders the others. Where the table's move fails high nobody asks.
static void node_score_moves(Worker *worker, const Node *node, Picks *picks) {
    const Field *field = &worker->field;
    const Frame *frame = &worker->frames[node->ply];
    Side side = field_to_move(field);
    Move last = node->ply > 0 ? worker->frames[node->ply - 1].played : (Move)MOVE_NONE;
    Hints hints = {
        .killers = {frame->killers[0], frame->killers[1]},
        .counter = last >= 0 ? worker->counters[side][last] : (Move)MOVE_NONE,
        .history = worker->history[side],
        .policy = node->answering ? NULL : worker_policy(worker),
    };
    picks_score(picks, field, &hints);
}

// Sixteen times the logarithm to base two, near enough.
static int log_of(int number) {
    int bits = 31 - __builtin_clz((unsigned)number);
    return 16 * bits + (((number << 4) >> bits) & 15);
}

int worker_late_move_reduction(int depth, int index) {
    assert(depth >= 0 && index >= 0);
    if (depth < LMR_FROM_DEPTH || index < LMR_FROM_MOVE)
        return 0;
    return (LMR_BASE + log_of(depth) * log_of(index) / LMR_SCALE) / 16;
}

// Late move reduction: how much less deep a move is tried at first. Late moves that touch no three
// are seldom best, and those that suggest themselves far less than the best one neither; `gap` says how much less.
static int node_late_move_reduction(const Worker *worker, const Node *node, Move move, int index,
                                    bool quiet, int gap) {
    if (node->answering || node->depth < LMR_FROM_DEPTH || index < LMR_FROM_MOVE)
        return 0;
    int sixteenths = LMR_BASE + log_of(node->depth) * log_of(index) / LMR_SCALE;
    sixteenths -= worker->history[field_to_move(&worker->field)][move] / LMR_HISTORY;
    if (node->pv)
        sixteenths -= LMR_PV;
    if (!node->improving)
        sixteenths += LMR_NOT_IMPROVING;
    if (!quiet)
        sixteenths -= LMR_NOT_QUIET;
    int by_policy = (gap - LMR_POLICY_FREE) * LMR_POLICY / URGE_UNIT;
    sixteenths += by_policy < LMR_POLICY_MOST ? by_policy : LMR_POLICY_MOST;
    int plies = sixteenths > 0 ? sixteenths / 16 : 0;
    return plies < node->depth - 1 ? plies : node->depth - 1;
}

// What there is no point in looking at: what holds of a move by its number holds of those behind it.
typedef enum Pruned { PRUNED_NOTHING, PRUNED_MOVE, PRUNED_QUIET, PRUNED_REST } Pruned;

// Move-count, policy and futility pruning.
static Pruned node_prunes(const Node *node, int index, int best, bool quiet, int reduction,
                          int gap) {
    if (node->pv || node->answering || best <= -SCORE_LIKELY)
        return PRUNED_NOTHING;
    // Fours that only put off the answer to a three.
    if (node->listed)
        return index >= FACING_MOVE_COUNT_BASE + node->depth ? PRUNED_REST : PRUNED_NOTHING;
    if (!quiet)
        return PRUNED_NOTHING;
    if (index >= MOVE_COUNT_BASE + MOVE_COUNT_PER_DEPTH * node->depth ||
        gap > POLICY_PRUNING_MARGIN + POLICY_PRUNING_MARGIN_PLY * node->depth)
        return PRUNED_QUIET;
    int left = node->depth - reduction;
    bool futile = left <= FUTILITY_DEPTH &&
                  node->eval + FUTILITY_MARGIN + FUTILITY_MARGIN_PLY * left <= node->alpha;
    return futile ? PRUNED_MOVE : PRUNED_NOTHING;
}

int worker_try_next(Worker *worker, Move move, int index, int alpha, int beta, int depth,
                    int reduction, int ply) {
    if (index == 0)
        return worker_try(worker, move, alpha, beta, depth, ply);
    int value = worker_try(worker, move, alpha, alpha + 1, depth - reduction, ply);
    if (reduction)
        hit_rate_count(&worker->rates[RATE_LMR], value > alpha);
    if (value > alpha && reduction && !worker->effort.over)
        value = worker_try(worker, move, alpha, alpha + 1, depth, ply);
    if (value > alpha && value < beta && !worker->effort.over)
        value = worker_try(worker, move, alpha, beta, depth, ply);
    return value;
}

// --- what is learnt ---

static void history_add(int16_t *history, int step) {
    int size = step < 0 ? -step : step;
    *history = (int16_t)(*history + step - *history * size / HISTORY_MAX);
}

// Killers, counter-moves and history: a move that refuted the opponent's last one will refute
// others; those tried before it did not.
static void node_learn(Worker *worker, const Node *node, Move best, const Move *tried, int count) {
    Side side = field_to_move(&worker->field);
    Move *killers = worker->frames[node->ply].killers;
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    Move last = node->ply > 0 ? worker->frames[node->ply - 1].played : (Move)MOVE_NONE;
    if (last >= 0)
        worker->counters[side][last] = best;
    int step = HISTORY_STEP * node->depth * node->depth;
    step = step < HISTORY_STEP_MAX ? step : HISTORY_STEP_MAX;
    history_add(&worker->history[side][best], step);
    for (int i = 0; i < count; i++)
        if (tried[i] != best)
            history_add(&worker->history[side][tried[i]], -step);
}

static int worker_search(Worker *worker, int alpha, int beta, int depth, int ply);

// Singular extension: is the table's move the only good one? Then it is searched a ply deeper. *cut
// (multi-cut): even without it the node would fail high, which is good enough.
static int node_extension(Worker *worker, Node *node, Move move, bool *cut) {
    Frame *frame = &worker->frames[node->ply];
    if (node->depth < SINGULAR_DEPTH || !node->is_known || move != node->known.move ||
        node->listed || frame->excluded != MOVE_NONE || node->known.bound == BOUND_UPPER ||
        node->known.depth < node->depth - SINGULAR_TABLE_DEPTH)
        return 0;
    int score = table_score_out(node->known.score, node->ply);
    if (score >= SCORE_LIKELY || score <= -SCORE_LIKELY)
        return 0;
    int limit = score - SINGULAR_MARGIN * node->depth;
    frame->excluded = move;
    int value = worker_search(worker, limit - 1, limit, (node->depth - 1) / 2, node->ply);
    frame->excluded = MOVE_NONE;
    *cut = value >= limit && limit >= node->beta;
    return value < limit;
}

// A node none of whose listed moves may be played. The list of a node that faces open fours holds
// every move that does not lose to them: none means lost in four plies. Otherwise all near points
// are forbidden, in renju.
static int node_without_moves(Worker *worker, const Node *node) {
    Field *field = &worker->field;
    if (!field_can_move(field))
        return 0;
    if (!node->listed)
        return node->eval;
    int score = score_loss_in(node->ply + 4);
    if (field_may_run_out(field))
        return worker_demote(score);
    if (node->pv) {
        Move line[4];
        field_open_four_stand(field, line);
        variation_set(&worker->pv[node->ply], line, 4);
    }
    node_remember(worker, node, score, BOUND_UPPER, MOVE_NONE);
    return score;
}

enum { TRIED_MAX = 64 };

// What the moves searched so far came to.
typedef struct Found {
    int best;
    Move best_move;
    int count;             // of moves searched
    Move tried[TRIED_MAX]; // the first of them
    bool complete;         // no legal move was left out
} Found;

static void node_note(Worker *worker, const Node *node, Found *found, Move move, int value) {
    if (found->count < TRIED_MAX)
        found->tried[found->count] = move;
    found->count++;
    if (value <= found->best)
        return;
    found->best = value;
    found->best_move = move;
    if (value > node->alpha && node->pv)
        worker_keep_line(worker, node->ply, move);
}

// Every move was searched, pruned, or need not be: what is learnt, claimed and remembered.
static int node_conclude(Worker *worker, const Node *node, const Found *found) {
    if (!found->count)
        return node_without_moves(worker, node);
    int best = found->best, count = found->count;
    if (best >= node->beta) {
        hit_rate_count(&worker->rates[RATE_FIRST_MOVE], count == 1);
        node_learn(worker, node, found->best_move, found->tried,
                   count < TRIED_MAX ? count : TRIED_MAX);
    }
    if (!found->complete)
        best = worker_demote(best);
    Bound bound = best >= node->beta ? BOUND_LOWER : best > node->alpha ? BOUND_EXACT : BOUND_UPPER;
    node_remember(worker, node, best, bound, found->best_move);
    return best;
}

// Searches the moves and returns the best score; 0 and worth nothing when the effort is over.
static int node_moves(Worker *worker, Node *node) {
    Picks picks;
    Found found = {.best = -SCORE_INFINITE, .best_move = MOVE_NONE};
    Field *field = &worker->field;
    Frame *frame = &worker->frames[node->ply];
    if (node->ply + 2 < PLY_MAX) // other positions' killers say little
        worker->frames[node->ply + 2].killers[0] = worker->frames[node->ply + 2].killers[1] =
            MOVE_NONE;
    node_list(worker, node, &picks, &found.complete);
    for (int i = 0; i < picks.count && found.best < node->beta; i++) {
        if (i == picks.led)
            node_score_moves(worker, node, &picks);
        Move move = picks_next(&picks, i);
        if (move == frame->excluded) {
            found.complete = false;
            continue;
        }
        if (!field_allowed(field, move))
            continue;
        bool quiet = field_is_quiet(field, move);
        int reduction = node_late_move_reduction(worker, node, move, found.count, quiet, picks.gap);
        Pruned pruned = node_prunes(node, found.count, found.best, quiet, reduction, picks.gap);
        if (pruned) {
            found.complete = false;
            if (pruned == PRUNED_REST)
                break;
            if (pruned == PRUNED_QUIET)
                picks_drop_quiet(&picks, field, i + 1);
            continue;
        }
        bool cut = false;
        // The answer to a four costs no depth.
        int depth = node->answering ? node->depth : node->depth - 1;
        depth += node_extension(worker, node, move, &cut);
        if (worker->effort.over)
            return 0;
        if (cut)
            return node->beta;
        frame->played = move;
        int alpha = found.best > node->alpha ? found.best : node->alpha;
        int value = worker_try_next(worker, move, found.count, alpha, node->beta, depth, reduction,
                                    node->ply);
        if (worker->effort.over)
            return 0;
        node_note(worker, node, &found, move, value);
    }
    return node_conclude(worker, node, &found);
}

// A node, step by step.
static int worker_search(Worker *worker, int alpha, int beta, int depth, int ply) {
    Node node = {.alpha = alpha, .beta = beta, .depth = depth > 0 ? depth : 0, .ply = ply};
    node.pv = beta - alpha > 1;
    worker->pv[ply].length = 0;
    worker->frames[ply].static_eval = TABLE_NO_EVAL;
    if (ply > worker->selective_depth)
        worker->selective_depth = ply;
    int score;
    if (node_settled(worker, &node, &score) || node_wins_by_open_four(worker, &node, &score))
        return score;
    if (ply == PLY_MAX - 1) {
        node_evaluate(worker, &node);
        return node.eval;
    }
    if (hit_rate_count(&worker->rates[RATE_TABLE], node_known(worker, &node, &score)))
        return score;
    node_judge(worker, &node);
    if (!node.answering &&
        hit_rate_count(&worker->rates[RATE_FOURS], node_wins_by_fours(worker, &node, &score))) {
        node_remember(worker, &node, score, BOUND_LOWER, worker->pv[ply].moves[0]);
        return score;
    }
    if (depth <= 0 && !node.answering) {
        if (!worker->effort.over)
            node_remember(worker, &node, node.eval, BOUND_EXACT, MOVE_NONE);
        return node.eval;
    }
    node_face_open_four(worker, &node);
    if (hit_rate_count(&worker->rates[RATE_REVERSE_FUTILITY], node_reverse_futility(&node)) ||
        hit_rate_count(&worker->rates[RATE_RAZORING], node_razors(&node)))
        return node.eval;
    node_reduce(&node);
    return node_moves(worker, &node);
}

int worker_try(Worker *worker, Move move, int alpha, int beta, int depth, int ply) {
    assert(alpha < beta && ply >= 0);
    if (!effort_spend(&worker->effort))
        return 0;
    table_prefetch(worker->table, board_key_after(&worker->field.board, move) ^ worker->salt);
    field_play(&worker->field, move);
    int value = -worker_search(worker, -beta, -alpha, depth, ply + 1);
    field_undo(&worker->field, move);
    return value;
}
