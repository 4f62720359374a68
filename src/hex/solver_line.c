// SPDX-License-Identifier: MIT
// How it stands while the solver works, and the game to its end once it knows.
#include "base/clock.h"
#include "hex/solver_private.h"

// --- news ---

// The open move that looks best to the side to move at this frame; -1 when none was looked at.
static int likeliest(HexSolverWorker *worker, const HexSolverFrame *frame) {
    const ProofEntry *entry = &frame->entry;
    uint32_t least = PROOF_MOST;
    int best = entry->phi ? -1 : entry->move;
    for (int i = 0; i < entry->order_count; i++) {
        int cell = entry->order[i];
        uint32_t phi, delta;
        HexKeys keys = proofbook_play(worker->grid, frame->full_keys, cell, frame->to_move);
        if (hexset_has(entry->open.word, cell) &&
            proofbook_peek(worker->book, keys, &phi, &delta) && delta < least) {
            least = delta;
            best = cell;
        }
    }
    return best;
}

void solver_tell(HexSolve *solve) {
    HexSolverWorker *worker = solve->teller;
    const HexSolverOrder *order = solve->order;
    solve->next_news_us = order->on_news ? clock_now_us() + order->news_us : INT64_MAX;
    solver_enter_root(worker, &order->stones, order->to_move);
    uint32_t phi, delta;
    if (!order->on_news || !proofbook_peek(worker->book, worker->frames[0]->keys, &phi, &delta))
        return;
    HexSolverNews news = {.proof = phi, .disproof = delta, .nodes = atomic_load(&solve->nodes)};
    for (int ply = 0; news.length < PV_MAX; ply++) {
        if (!proofbook_peek(worker->book, worker->frames[ply]->keys, &phi, &delta))
            break;
        solver_visit(worker, ply);
        int cell = likeliest(worker, worker->frames[ply]);
        if (cell < 0 || !hexset_has(worker->frames[ply]->fill.empty.word, cell))
            break;
        news.line[news.length++] = hex_grid_move(worker->grid, cell);
        solver_enter_child(worker, ply, cell);
    }
    order->on_news(&news, order->user);
}

// --- the game to its end ---

// Solves a position that is known to be decided, for its entry in frame 0. False when stopped.
static bool settle(HexSolverWorker *worker, const HexStones *stones, Side to_move) {
    solver_enter_root(worker, stones, to_move);
    solver_work(worker, 0, PROOF_MOST, PROOF_MOST);
    return solver_is_decided(&worker->frames[0]->entry);
}

static bool still_wins(HexSolverWorker *worker, const HexStones *stones, Side side, int cell) {
    HexStones after = *stones;
    hexset_add(after.of[side].word, cell);
    return hex_stones_winner(worker->grid, &after) == side_wins(side) ||
           (settle(worker, &after, side_other(side)) && !worker->frames[0]->entry.delta);
}

// The winner's move: the one that was proven, or one of the proof's cells that keeps the win.
static int winning_cell(HexSolverWorker *worker, const HexStones *stones, Side side) {
    const HexGrid *grid = worker->grid;
    ProofEntry entry = worker->frames[0]->entry;
    HexSet empty = hex_stones_empty(grid, stones);
    if (entry.move >= 0 && hexset_has(empty.word, entry.move))
        return entry.move;
    HexSet first = entry.open;
    hexset_keep(first.word, empty.word, grid->words);
    for (int pass = 0; pass < 2; pass++, first = empty)
        for (int cell = hexset_next(first.word, 0, grid->words);
             cell >= 0 && !stop_raised(worker->solve->order->stop);
             cell = hexset_next(first.word, cell + 1, grid->words))
            if (still_wins(worker, stones, side, cell))
                return cell;
    return -1;
}

// Was the loser's move on this cell in frame 0 refuted by itself, not along with another?
static bool is_refuted(HexSolverWorker *worker, int cell) {
    const HexSolverFrame *frame = worker->frames[0];
    HexKeys keys = proofbook_play(worker->grid, frame->full_keys, cell, frame->to_move);
    uint32_t phi, delta;
    return hexset_has(frame->fill.empty.word, cell) &&
           proofbook_peek(worker->book, keys, &phi, &delta) && !phi;
}

// The loser's move: into the proof, where most current flows. One whose refutation is in the book
// goes first, as that of another may take as long to find as the whole proof did.
static int resisting_cell(HexSolverWorker *worker, const HexStones *stones) {
    const HexGrid *grid = worker->grid;
    HexFill fill;
    HexSet cells = worker->frames[0]->entry.open, empty = hex_stones_empty(grid, stones);
    hexset_keep(cells.word, empty.word, grid->words);
    if (hexset_is_empty(cells.word, grid->words))
        cells = empty;
    hex_fill_begin(grid, stones, &fill);
    hex_circuit_measure(grid, &fill, NULL, &worker->circuit);
    int best = -1;
    bool best_known = false;
    double most = -1;
    HEXSET_EACH (cell, cells.word, grid->words) {
        double flow = worker->circuit.through[0][cell] + worker->circuit.through[1][cell];
        bool known = is_refuted(worker, cell);
        if (known != best_known ? known : flow > most) {
            most = flow;
            best = cell;
            best_known = known;
        }
    }
    return best;
}

void solver_play_out(HexSolverWorker *worker, const HexSolverOrder *order, HexAnswer *answer) {
    const HexGrid *grid = worker->grid;
    HexStones stones = order->stones;
    Side to_move = order->to_move;
    HexSet empty = hex_stones_empty(grid, &stones);
    int left = hexset_count(empty.word, grid->words);
    // Every stone the winner needs lies in its proof.
    answer->plies_most = 2 * hexset_count(answer->proof.word, grid->words) + 1 +
                         (side_wins(to_move) != answer->winner);
    if (answer->plies_most > left)
        answer->plies_most = left;
    answer->plies = answer->plies_most;
    for (answer->length = 0; hex_stones_winner(grid, &stones) == RESULT_NONE;) {
        if ((answer->length && stop_raised(order->stop)) || !settle(worker, &stones, to_move))
            return;
        int cell = side_wins(to_move) == answer->winner ? winning_cell(worker, &stones, to_move)
                                                        : resisting_cell(worker, &stones);
        if (cell < 0)
            return;
        answer->line[answer->length++] = hex_grid_move(grid, cell);
        hexset_add(stones.of[to_move].word, cell);
        to_move = side_other(to_move);
    }
    answer->plies = (int)answer->length;
}
