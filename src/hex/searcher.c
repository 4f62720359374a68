// SPDX-License-Identifier: MIT
// Hex as something that thinks: whatever is best at the position thinks about it.
//
//   a proof is wanted        the solver (prove.h)
//   the result is known      the shortest way there (countdown.h, ending.h): connections show it,
//                            or there are few empty cells and the solver tells
//   everything else          the tree search (mcts.h); late in a game the solver looks first
#include "base/clock.h"
#include "base/memory.h"
#include "hex/countdown.h"
#include "hex/ending.h"
#include "hex/hex.h"
#include "hex/mcts.h"
#include "hex/prove.h"
#include "hex/swap.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOOK_SHARE = 4, // the part of the memory that is the solver's, as long as there is a tree
    COUNT_CELLS =
        240000,        // to look at when the plies of an ending are counted: 2,000 boards of 11x11
    FEW_CELLS = 26,    // with this few empty the solver knows the result at once
    FEW_SHARE = 2,     // ... in this part of the nodes or the time
    KEEP_NODES = 3000, // for the solver to find a win again, or half of what there is
    KEEP_LEAST = 200,  // ... which is not worth the while below this
    PROOF_CELLS =
        70, // with this few open the solver looks for a win first, see hex_prover_share_us(),
    PROOF_NODES = 200, // ... and in this part of the nodes: one of its own takes long
};

struct Searcher {
    Services services;
    HexMcts *mcts;
    HexProver *prover;
    HexCountdown *countdown;
    Result promised; // who was seen to win when last asked; RESULT_NONE: neither side
};

static Searcher *searcher_create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    searcher->services = *services;
    searcher->mcts = hex_mcts_new(services);
    searcher->prover = hex_prover_new(services);
    searcher->countdown = hex_countdown_new();
    return searcher;
}

static void searcher_destroy(Searcher *searcher) {
    hex_mcts_free(searcher->mcts);
    hex_prover_free(searcher->prover);
    hex_countdown_free(searcher->countdown);
    free(searcher);
}

static void searcher_new_game(Searcher *searcher) {
    searcher->promised = RESULT_NONE;
    hex_mcts_forget(searcher->mcts);
    hex_prover_forget(searcher->prover);
}

static void searcher_prepare(Searcher *searcher, const Position *position) {
    hex_mcts_prepare(searcher->mcts, position->width, position->height);
}

// Divides the memory. A searcher only asked for proofs makes no tree and keeps all of it for them.
static void divide(Searcher *searcher, const Position *position, bool needs_tree) {
    size_t whole = memory_bytes(searcher->services.memory), book = whole / BOOK_SHARE;
    bool has_tree = hex_mcts_has_tree(searcher->mcts);
    hex_prover_prepare(searcher->prover, position, needs_tree || has_tree ? book : whole);
    if (needs_tree && !has_tree)
        hex_mcts_make_tree(searcher->mcts, whole - book);
}

static Side winner_of(const Line *line, Side to_move) {
    return line->score > 0 ? to_move : side_other(to_move);
}

// Reports the lines, the best one first, which becomes the outcome.
static void tell(const Ask *order, const Line *lines, size_t count, Outcome *outcome) {
    for (size_t i = 0; i < count; i++) {
        Info info = {.multipv = (int)i + 1,
                     .depth = (int)lines[i].pv_length,
                     .selective_depth = (int)lines[i].pv_length,
                     .nodes = outcome->info.nodes,
                     .time_ms = (clock_now_us() - order->start_us) / 1000,
                     .line = lines[i]};
        if (i == 0)
            *outcome = (Outcome){info.line.pv[0], info};
        if (order->on_info)
            order->on_info(&info, order->user);
    }
}

// Asks the solver about the order's position or one after it. What it finds is not told.
static void solve(Searcher *searcher, const Ask *order, const Position *position, int64_t nodes,
                  int64_t until_us, Outcome *outcome) {
    Ask brief = *order;
    brief.position = position;
    brief.limits.nodes = nodes;
    brief.on_info = NULL;
    hex_prover_think(searcher->prover, &brief, until_us, outcome);
}

// One of `parts` parts of a limit of nodes; LIMIT_NONE stays what it is.
static int64_t part_of(int64_t nodes, int64_t parts) {
    return nodes == LIMIT_NONE ? LIMIT_NONE : nodes / parts;
}

// --- the result is known ---

// The exact end of a decided game; false when counting takes too long. Adds to the nodes, up to the
// limit.
static bool count_plies(Searcher *searcher, const Ask *order, int64_t limit,
                        const Position *position, Side winner, Info *info) {
    const HexGrid *grid = hex_vc_builder_grid(hex_mcts_vc_builder(searcher->mcts));
    int64_t left = limit - (int64_t)info->nodes, most = COUNT_CELLS / grid->count;
    if (limit == LIMIT_NONE || left > most)
        left = most;
    HexCount count = {.stones = hex_stones_of_position(grid, position),
                      .to_move = position->to_move,
                      .winner = winner,
                      .nodes = left > 0 ? (uint64_t)left : 0,
                      .stop = order->stop};
    bool is_counted = hex_countdown_find(searcher->countdown, grid, &count, &info->line);
    info->nodes += count.nodes;
    return is_counted;
}

// Connections show who wins.
static void end_game(Searcher *searcher, const Ask *order, const HexBoard *board,
                     Outcome *outcome) {
    const Position *position = order->position;
    const HexKnowledge *known = hex_mcts_known(searcher->mcts);
    HexVcBuilder *builder = hex_mcts_vc_builder(searcher->mcts);
    Side winner = known->winner == RESULT_BLACK ? SIDE_BLACK : SIDE_WHITE;
    if (!count_plies(searcher, order, order->limits.nodes, position, winner, &outcome->info))
        hex_ending_find(builder, board, position->to_move, known, order->stop, &outcome->info.line);
    Line lines[MULTIPV_MAX] = {outcome->info.line};
    size_t count = 1;
    if (order->limits.multipv > 1)
        count = hex_ending_list(builder, board, position->to_move, known, order->stop, lines,
                                (size_t)order->limits.multipv);
    tell(order, lines, count, outcome);
}

// When the solver must know about the few cells that are empty; 0: it may take its time.
static int64_t few_until_us(const Ask *order) {
    return order->budget_ms == LIMIT_NONE ? 0
                                          : order->start_us + order->budget_ms * 1000 / FEW_SHARE;
}

// So few cells are empty that the solver knows the result. False when it was not given enough.
static bool solve_rest(Searcher *searcher, const Ask *order, Outcome *outcome) {
    int64_t nodes = part_of(order->limits.nodes, FEW_SHARE);
    if (order->limits.multipv > 1 || position_empty(order->position) > FEW_CELLS || !nodes)
        return false;
    solve(searcher, order, order->position, nodes, few_until_us(order), outcome);
    if (!score_is_proven(outcome->info.line.score))
        return false;
    count_plies(searcher, order, order->limits.nodes, order->position,
                winner_of(&outcome->info.line, order->position->to_move), &outcome->info);
    tell(order, &outcome->info.line, 1, outcome);
    return true;
}

// --- every move, where few cells are empty ---

// What a move leads to; a line without a result when the solver was not given enough.
static void judge_move(Searcher *searcher, const Ask *order, Move move, int64_t nodes,
                       Outcome *outcome) {
    Position *next = position_clone(order->position);
    Line *line = &outcome->info.line;
    position_play(next, move, NULL);
    if (position_result(next) != RESULT_NONE) {
        *line = (Line){.score = score_win_in(1), .win = 1, .visits = -1, .pv_length = 1};
    } else {
        solve(searcher, order, next, nodes, few_until_us(order), outcome);
        if (score_is_proven(line->score)) {
            count_plies(searcher, order, nodes, next, winner_of(line, next->to_move),
                        &outcome->info);
            int plies = score_plies(line->score) + 1;
            line->score = line->score < 0 ? score_win_in(plies) : score_loss_in(plies);
            line->win = 1 - line->win;
        } else {
            line->pv_length = 0;
        }
        line->pv_length += line->pv_length < PV_MAX;
        memmove(line->pv + 1, line->pv, (line->pv_length - 1) * sizeof *line->pv);
    }
    line->pv[0] = move;
    position_free(next);
}

// False when the solver was not given enough to know the best one.
static bool list_moves(Searcher *searcher, const Ask *order, Outcome *outcome) {
    Line lines[FEW_CELLS] = {0};
    Move moves[MOVES_MAX];
    size_t count = 0, legal = position_moves(order->position, moves);
    size_t room = (size_t)order->limits.multipv;
    int64_t share = part_of(order->limits.nodes, FEW_SHARE * (int64_t)legal);
    uint64_t nodes = 0;
    if (!share)
        return false;
    for (size_t i = 0; i < legal; i++) {
        if (!move_is_stone(moves[i]))
            continue;
        judge_move(searcher, order, moves[i], share, outcome);
        nodes += outcome->info.nodes;
        size_t place = count++;
        for (; place > 0 && lines[place - 1].score < outcome->info.line.score; place--)
            lines[place] = lines[place - 1];
        lines[place] = outcome->info.line;
    }
    outcome->info.nodes = nodes;
    if (!score_is_proven(lines[0].score))
        return false;
    tell(order, lines, count < room ? count : room, outcome);
    return true;
}

// --- the result is not known ---

// Asks the solver. What it finds is told only if it is a win.
static bool proves_win(Searcher *searcher, const Ask *order, int64_t nodes, int64_t until_us,
                       Outcome *outcome) {
    solve(searcher, order, order->position, nodes, until_us, outcome);
    if (outcome->info.line.score < SCORE_PROVEN)
        return false;
    if (order->on_info)
        order->on_info(&outcome->info, order->user);
    return true;
}

// Connections are not all found: a win that was seen a move ago may be hidden now. It is still
// there, and the solver finds it. False when this is no such position, or the time was too short.
static bool keep_win(Searcher *searcher, const Ask *order, Outcome *outcome) {
    if (searcher->promised != side_wins(order->position->to_move) || order->limits.multipv > 1)
        return false;
    int64_t nodes = order->limits.nodes;
    if (nodes == LIMIT_NONE || nodes > 2 * KEEP_NODES)
        nodes = 2 * KEEP_NODES;
    // Half of them: it may run over by a few.
    return nodes >= KEEP_LEAST && proves_win(searcher, order, nodes / 2, 0, outcome);
}

// Late in the game a proof may be nearer than the tree search knows: the solver gets a share of
// what there is before it. False when it found no win.
static bool prove_first(Searcher *searcher, const Ask *order, Outcome *outcome) {
    int64_t nodes = part_of(order->limits.nodes, PROOF_NODES), now = clock_now_us(), until = 0;
    int64_t usual_ms = order->soft_ms ? order->soft_ms : order->budget_ms;
    if (order->limits.multipv > 1 || hex_mcts_open_cells(searcher->mcts) > PROOF_CELLS)
        return false;
    if (order->budget_ms != LIMIT_NONE)
        until = hex_prover_share_us(order->position->width * order->position->height, now,
                                    order->start_us + usual_ms * 1000);
    if (!nodes || (nodes == LIMIT_NONE && !until))
        return false; // nothing to do it with, or no end to it
    return proves_win(searcher, order, nodes, until, outcome);
}

// The whole strength there is.
static void think_fully(Searcher *searcher, const Ask *order, const HexBoard *board,
                        Outcome *outcome) {
    Result winner = hex_mcts_begin(searcher->mcts, order);
    searcher->promised = winner != RESULT_NONE ? winner : searcher->promised;
    if (order->limits.multipv > 1 && position_empty(order->position) <= FEW_CELLS &&
        list_moves(searcher, order, outcome))
        return;
    if (winner != RESULT_NONE) {
        end_game(searcher, order, board, outcome);
        return;
    }
    if (!solve_rest(searcher, order, outcome) && !keep_win(searcher, order, outcome) &&
        !prove_first(searcher, order, outcome))
        hex_mcts_search(searcher->mcts, outcome);
    const Line *line = &outcome->info.line;
    searcher->promised = score_is_proven(line->score)
                             ? side_wins(winner_of(line, order->position->to_move))
                             : RESULT_NONE;
}

// Where a stone of this side would end the game; MOVE_NONE: nowhere.
static Move closing_move(const HexBoard *board, Side side) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++)
            if (hex_board_at(board, move_at(x, y)) == CELL_EMPTY &&
                hex_board_wins_at(board, move_at(x, y), side))
                return move_at(x, y);
    return MOVE_NONE;
}

// A level plays by the tree search alone, but for stones that end the game at once.
static void think_weakly(Searcher *searcher, const Ask *order, const HexBoard *board,
                         Outcome *outcome) {
    Side side = order->position->to_move;
    Move closing = closing_move(board, side), stopping = closing_move(board, side_other(side));
    Line *line = &outcome->info.line;
    if (closing != MOVE_NONE) {
        *line = (Line){.score = score_win_in(1), .win = 1, .visits = -1};
    } else {
        if (hex_mcts_begin(searcher->mcts, order) != RESULT_NONE)
            end_game(searcher, order, board, outcome);
        else
            hex_mcts_search(searcher->mcts, outcome);
        if (stopping == MOVE_NONE)
            return;
    }
    line->pv[0] = closing != MOVE_NONE ? closing : stopping;
    line->pv_length = 1;
    tell(order, line, 1, outcome);
}

static void searcher_think(Searcher *searcher, const Ask *order, Outcome *outcome) {
    HexBoard board;
    *outcome = (Outcome){.move = MOVE_NONE};
    hex_board_of_position(&board, order->position);
    if (board.winner != RESULT_NONE)
        return;
    divide(searcher, order->position, !order->limits.prove);
    if (order->limits.prove)
        hex_prover_think(searcher->prover, order, 0, outcome);
    else if (order->limits.level < LEVEL_MAX)
        think_weakly(searcher, order, &board, outcome);
    else
        think_fully(searcher, order, &board, outcome);
}

static bool searcher_load(Searcher *searcher, const Position *position, const char *path,
                          Error *err) {
    (void)position; // there is one rule
    HexNet *net = mem_new(sizeof *net);
    bool ok = hex_net_read(path, net, err);
    if (ok)
        hex_mcts_use(searcher->mcts, net);
    free(net);
    return ok;
}

typedef struct HexOptions {
    char *proofs;
#ifdef TUNE
    char *know_visits, *c_puct, *policy_temperature, *fpu_reduction; // numbers, NULL: as they are
#endif
} HexOptions;

static const Option hex_options[] = {
    {"proofs", OPTION_TEXT, offsetof(HexOptions, proofs), "FILE", 0, 0,
     "the solver keeps what it finds here, and goes on from it next time"},
#ifdef TUNE
#define TUNABLE(name)                                                                              \
    { "tune." #name, OPTION_TEXT, offsetof(HexOptions, name), "N", 0, 0, "explorer.h" }
    TUNABLE(know_visits),
    TUNABLE(c_puct),
    TUNABLE(policy_temperature),
    TUNABLE(fpu_reduction),
#undef TUNABLE
#endif
    {0},
};

#ifdef TUNE
static size_t list_tunables(Tunable tunables[TUNABLES_MAX]) {
    const HexTunables *usual = &hex_tunables;
    const Tunable rows[] = {
        {"know_visits", usual->know_visits, 1, true},
        {"c_puct", (double)usual->c_puct, 0, false},
        {"policy_temperature", (double)usual->policy_temperature, 0.01, false},
        {"fpu_reduction", (double)usual->fpu_reduction, -1, false},
    };
    memcpy(tunables, rows, sizeof rows);
    return sizeof rows / sizeof *rows;
}

static bool tune(Searcher *searcher, const HexOptions *given, Error *err) {
    Tunable rows[TUNABLES_MAX];
    const char *const texts[] = {given->know_visits, given->c_puct, given->policy_temperature,
                                 given->fpu_reduction};
    double values[TUNABLES_MAX];
    for (size_t i = 0, count = list_tunables(rows); i < count; i++) {
        values[i] = rows[i].usual;
        if (texts[i] &&
            (!text_to_double(texts[i], &values[i]) || values[i] < rows[i].least || values[i] > 1e6))
            return error_set(err, "tune.%s takes a number from %g, not '%.40s'", rows[i].name,
                             rows[i].least, texts[i]);
    }
    HexTunables to = {(uint32_t)values[0], (float)values[1], (float)values[2], (float)values[3]};
    hex_mcts_tune(searcher->mcts, &to);
    return true;
}
#endif

static bool searcher_configure(Searcher *searcher, const Position *position, const void *options,
                               Error *err) {
    const HexOptions *given = options;
#ifdef TUNE
    if (!tune(searcher, given, err))
        return false;
#endif
    return hex_prover_keep(searcher->prover, given->proofs, position->width, position->height, err);
}

#ifdef TUNE
static const char *const rate_names[HEX_RATE_COUNT] = {
    [HEX_RATE_DECIDED] = "simulations that end at a decided node",
    [HEX_RATE_FILL] = "leaves decided by fill-in",
    [HEX_RATE_KNOWLEDGE] = "nodes decided by connections",
    [HEX_RATE_BOOK] = "solver: known to the proof book",
    [HEX_RATE_SHOWN] = "solver: decided by connections",
    [HEX_RATE_ADOPTED] = "solver: decided as another's fill-in",
    [HEX_RATE_LINKS] = "solver: connections in the link cache",
};

static size_t hit_rates(const Searcher *searcher, HitRate rates[HIT_RATES_MAX]) {
    HexRates sum = {0};
    hex_mcts_add_rates(searcher->mcts, &sum);
    hex_prover_add_rates(searcher->prover, &sum);
    for (int i = 0; i < HEX_RATE_COUNT; i++) {
        rates[i] = sum.of[i];
        rates[i].name = rate_names[i];
    }
    return HEX_RATE_COUNT;
}
#endif

const SearcherType hex_searcher = {
    .create = searcher_create,
    .destroy = searcher_destroy,
    .new_game = searcher_new_game,
    .prepare = searcher_prepare,
    .think = searcher_think,
    .load = searcher_load,
    .options = hex_options,
    .options_size = sizeof(HexOptions),
    .configure = searcher_configure,
#ifdef TUNE
    .hit_rates = hit_rates,
    .tunables = list_tunables,
#endif
    .first_stone = hex_swap_chance,
    .appraise = hex_appraise,
    .node_cost = 50, // a node asks a network
    .judge_nodes = 300,
    .solves_cells = 64,
    .keeps_proofs = true,
};
