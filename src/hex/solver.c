// SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/memory.h"
#include "hex/solver_private.h"
#include "search/beat.h"
#include "search/limits.h"

#include <stdlib.h>

// Everything there is to tune.
enum {
    WIDTH_BASE = 1,      // moves looked at: this many
    WIDTH_SHARE = 3,     // ... and one in this many of those open
    SHELF_ROOM = 32,     // positions a worker keeps the connections of
    SHELF_SHARE = 4,     // ... in this part of the memory
    SLACK_SHARE = 4,     // a child may outgrow its best sibling by one part in this many
    BUSY_SLOTS = 1 << 16 // counters of threads below a position
};

HexSolver *hex_solver_new(const HexGrid *grid, Memory *memory, size_t bytes) {
    HexSolver *solver = mem_new(sizeof *solver);
    solver->grid = grid;
    solver->link_cache_bytes = bytes / SHELF_SHARE;
    solver->book = proofbook_new(grid, memory, bytes - solver->link_cache_bytes);
    return solver;
}

void hex_solver_free(HexSolver *solver) {
    if (!solver)
        return;
    proofbook_free(solver->book);
    free(solver);
}

ProofBook *hex_solver_book(HexSolver *solver) {
    return solver->book;
}

const HexRates *hex_solver_rates(const HexSolver *solver) {
    return &solver->rates;
}

// --- a worker's frames ---

void solver_worker_begin(HexSolverWorker *worker, HexSolve *solve, int index) {
    *worker = (HexSolverWorker){
        .solve = solve, .grid = solve->solver->grid, .book = solve->solver->book, .index = index};
    worker->frames = mem_new_array((size_t)worker->grid->count + 2, sizeof *worker->frames);
    size_t bytes = solve->solver->link_cache_bytes / (size_t)pool_size(solve->order->pool);
    worker->cache = hex_link_cache_new(worker->grid, &hex_links_thorough, SHELF_ROOM, bytes,
                                       solve->order->stop);
}

void solver_worker_end(HexSolverWorker *worker) {
    for (int ply = 0; ply < worker->grid->count + 2; ply++)
        free(worker->frames[ply]);
    free(worker->frames);
    hex_link_cache_free(worker->cache);
}

static bool count_rate(HexSolverWorker *worker, HexRate rate, bool hit) {
    return hit_rate_count(&worker->solve->rates[worker->index].of[rate], hit);
}

static HexSolverFrame *frame_at(HexSolverWorker *worker, int ply) {
    if (!worker->frames[ply])
        worker->frames[ply] = mem_new(sizeof(HexSolverFrame));
    return worker->frames[ply];
}

static void leave(HexSolverFrame *frame) {
    hex_link_cache_release(frame->place);
    frame->place = NULL;
}

void solver_enter_root(HexSolverWorker *worker, const HexStones *stones, Side to_move) {
    HexSolverFrame *frame = frame_at(worker, 0);
    leave(frame);
    hex_fill_begin(worker->grid, stones, &frame->before);
    frame->keys = proofbook_keys(worker->grid, stones, to_move);
    frame->to_move = to_move;
}

void solver_enter_child(HexSolverWorker *worker, int ply, int cell) {
    const HexSolverFrame *parent = worker->frames[ply];
    HexSolverFrame *child = frame_at(worker, ply + 1);
    leave(child);
    child->before = parent->fill;
    hex_fill_play(worker->grid, &child->before, cell, parent->to_move);
    child->keys = proofbook_play(worker->grid, parent->full_keys, cell, parent->to_move);
    child->to_move = side_other(parent->to_move);
}

static bool must_stop(const HexSolve *solve) {
    return stop_raised(solve->order->stop) || stop_raised(&solve->done);
}

// --- what is known of a position seen for the first time ---

static void decide(ProofEntry *entry, bool is_won, int move, const HexSet *proof) {
    entry->phi = is_won ? 0 : PROOF_MOST;
    entry->delta = is_won ? PROOF_MOST : 0;
    entry->move = (int16_t)move;
    entry->open = *proof;
    entry->order_count = 0;
}

// The connections of the position at this ply, found now if need be: most of a node's children are
// looked at one after the other.
static const HexVcBuilder *connections(HexSolverWorker *worker, int ply) {
    HexSolverFrame *frame = worker->frames[ply];
    if (frame->place)
        return frame->place->builder;
    frame->place = hex_link_cache_find(worker->cache, frame->full_keys.straight, &frame->fill);
    if (!count_rate(worker, HEX_RATE_LINKS, frame->place != NULL)) {
        const HexSolverFrame *above = ply > 0 ? worker->frames[ply - 1] : NULL;
        frame->place = hex_link_cache_take(worker->cache);
        hex_vc_builder_look(frame->place->builder,
                            above && above->place ? above->place->builder : NULL, &frame->fill);
        hex_link_cache_label(worker->cache, frame->place, frame->full_keys.straight, &frame->fill);
    }
    return frame->place->builder;
}

static void order_moves(HexSolverWorker *worker, HexSolverFrame *frame) {
    const HexGrid *grid = worker->grid;
    ProofEntry *entry = &frame->entry;
    const HexLinks *links[2] = {hex_vc_builder_links(frame->place->builder, SIDE_BLACK),
                                hex_vc_builder_links(frame->place->builder, SIDE_WHITE)};
    double worth[BOARD_POINTS];
    hex_circuit_measure(grid, &frame->fill, links, &worker->circuit);
    entry->order_count = 0;
    HEXSET_EACH (cell, entry->open.word, grid->words) {
        double value = worker->circuit.through[0][cell] + worker->circuit.through[1][cell];
        int i = entry->order_count++;
        for (; i > 0 && worth[i - 1] < value; i--) {
            worth[i] = worth[i - 1];
            entry->order[i] = entry->order[i - 1];
        }
        worth[i] = value;
        entry->order[i] = (int16_t)cell;
    }
}

// Cells captured here for a side, not before.
static HexSet captured_here(const HexSolverWorker *worker, const HexSolverFrame *frame, Side side) {
    return hex_fill_captured(worker->grid, &frame->before, &frame->fill, side);
}

static void store(HexSolverWorker *worker, HexSolverFrame *frame) {
    const ProofEntry *entry = &frame->entry;
    if (solver_is_decided(entry) && frame->keys.straight != frame->full_keys.straight) {
        // The filled position is decided too, and others may come to it by another way.
        ProofEntry filled = *entry;
        hexset_keep(filled.open.word, frame->fill.empty.word, worker->grid->words);
        if (filled.move >= 0 && !hexset_has(frame->fill.empty.word, filled.move))
            filled.move = -1;
        proofbook_put(worker->book, frame->full_keys, &filled);
    }
    proofbook_put(worker->book, frame->keys, entry);
}

// Another worker may have decided the same filled position.
static bool adopt(HexSolverWorker *worker, HexSolverFrame *frame) {
    ProofEntry filled;
    if (frame->keys.straight == frame->full_keys.straight ||
        !proofbook_get(worker->book, frame->full_keys, &filled) || !solver_is_decided(&filled))
        return false;
    Side winner = filled.phi ? side_other(frame->to_move) : frame->to_move;
    HexSet captured = captured_here(worker, frame, winner);
    decide(&frame->entry, !filled.phi, filled.move, &filled.open);
    hexset_unite(frame->entry.open.word, captured.word, worker->grid->words);
    return true;
}

static void expand(HexSolverWorker *worker, int ply) {
    HexSolverFrame *frame = worker->frames[ply];
    ProofEntry *entry = &frame->entry;
    HexKnowledge *known = &worker->known;
    const HexVcBuilder *parent = ply > 0 ? connections(worker, ply - 1) : NULL;
    memset(&entry->against, 0, sizeof entry->against);
    entry->work = 1;
    leave(frame);
    frame->place = hex_link_cache_take(worker->cache);
    hex_knowledge_find(frame->place->builder, parent, &frame->before, frame->to_move, known);
    frame->fill = known->fill;
    frame->full_keys = proofbook_keys(worker->grid, &frame->fill.stones, frame->to_move);
    if (known->winner == RESULT_NONE)
        hex_link_cache_label(worker->cache, frame->place, frame->full_keys.straight, &frame->fill);
    else
        leave(frame);
    if (count_rate(worker, HEX_RATE_SHOWN, known->winner != RESULT_NONE)) {
        decide(entry, known->winner == side_wins(frame->to_move), known->move, &known->proof);
    } else if (!count_rate(worker, HEX_RATE_ADOPTED, adopt(worker, frame))) {
        entry->phi = entry->delta = 1;
        entry->move = -1;
        entry->open = known->moves;
        entry->against = known->against;
        order_moves(worker, frame);
    }
    store(worker, frame);
}

// Keys may collide, and a file may say anything: what is open must be empty here.
static bool fits(const HexSolverWorker *worker, const HexSolverFrame *frame) {
    const HexFill *fill = solver_is_decided(&frame->entry) ? &frame->before : &frame->fill;
    return hexset_within(frame->entry.open.word, fill->empty.word, worker->grid->words);
}

void solver_visit(HexSolverWorker *worker, int ply) {
    HexSolverFrame *frame = worker->frames[ply];
    bool is_known = proofbook_get(worker->book, frame->keys, &frame->entry);
    if (count_rate(worker, HEX_RATE_BOOK, is_known)) {
        frame->fill = frame->before;
        hex_fill_in(worker->grid, &frame->fill);
        frame->full_keys = proofbook_keys(worker->grid, &frame->fill.stones, frame->to_move);
        if (fits(worker, frame))
            return;
    }
    expand(worker, ply);
}

// --- the node ---

typedef struct Child {
    int cell;
    uint32_t phi, delta;
} Child;

typedef struct Children {
    Child best;      // least delta, busy ones counted as worse
    uint32_t second; // the delta of the next best
} Children;

static _Atomic uint8_t *busy_slot(HexSolve *solve, HexKeys keys) {
    uint64_t key = keys.straight ^ keys.turned; // the same for both
    return &solve->busy[(key ^ key >> 32) % BUSY_SLOTS];
}

static uint32_t capped(uint64_t number) {
    return number < PROOF_MOST ? (uint32_t)number : PROOF_MOST - 1;
}

// A child is lost for the side that moved there: so is every move outside the cells of that proof.
static void refute(HexSolverWorker *worker, HexSolverFrame *frame, int cell, HexKeys keys) {
    int words = worker->grid->words;
    ProofEntry *entry = &frame->entry, child;
    hexset_drop(entry->open.word, cell);
    if (!proofbook_get(worker->book, keys, &child) || child.phi) {
        // Lost from the book in between: nothing can be said of the other moves, nor kept for the
        // proof but everything.
        entry->against = frame->fill.empty;
        return;
    }
    hexset_keep(entry->open.word, child.open.word, words);
    hexset_unite(entry->against.word, child.open.word, words);
}

static void win(HexSolverWorker *worker, HexSolverFrame *frame, int cell, HexKeys keys) {
    ProofEntry child;
    HexSet proof = frame->fill.empty, captured = captured_here(worker, frame, frame->to_move);
    if (proofbook_get(worker->book, keys, &child) && !child.delta)
        proof = child.open;
    hexset_add(proof.word, cell);
    hexset_unite(proof.word, captured.word, worker->grid->words);
    decide(&frame->entry, true, cell, &proof);
}

// Reads the children's numbers and sets the node's own. False when the node is decided.
static bool gather(HexSolverWorker *worker, HexSolverFrame *frame, Children *children) {
    const HexGrid *grid = worker->grid;
    ProofEntry *entry = &frame->entry;
    for (bool again = true; again;) {
        again = false;
        int open = hexset_count(entry->open.word, grid->words), seen = 0;
        int width = WIDTH_BASE + (open + WIDTH_SHARE - 1) / WIDTH_SHARE;
        uint64_t sum = 0, least = PROOF_MOST, best_rank = UINT64_MAX, second = PROOF_MOST;
        for (int i = 0; i < entry->order_count && seen < width; i++) {
            Child child = {.cell = entry->order[i]};
            if (!hexset_has(entry->open.word, child.cell))
                continue;
            child.phi = frame->numbers[child.cell].phi;
            child.delta = frame->numbers[child.cell].delta;
            HexKeys keys = proofbook_play(grid, frame->full_keys, child.cell, frame->to_move);
            proofbook_peek(worker->book, keys, &child.phi, &child.delta);
            if (!child.delta) {
                win(worker, frame, child.cell, keys);
                return false;
            }
            if (!child.phi) {
                refute(worker, frame, child.cell, keys);
                again = true;
                break;
            }
            seen++;
            sum += child.phi;
            least = child.delta < least ? child.delta : least;
            unsigned threads =
                atomic_load_explicit(busy_slot(worker->solve, keys), memory_order_relaxed);
            uint64_t rank = child.delta + (uint64_t)threads * (child.delta + 1);
            if (rank < best_rank) {
                second = best_rank < second ? best_rank : second;
                best_rank = rank;
                children->best = child;
            } else if (rank < second) {
                second = rank;
            }
        }
        if (again)
            continue;
        if (!seen) {
            HexSet captured = captured_here(worker, frame, side_other(frame->to_move));
            hexset_unite(entry->against.word, captured.word, grid->words);
            decide(entry, false, -1, &entry->against);
            return false;
        }
        entry->phi = (uint32_t)least;
        entry->delta = capped(sum);
        children->second = capped(second);
    }
    return true;
}

// Has another thread decided this position?
static bool learn(HexSolverWorker *worker, HexSolverFrame *frame) {
    uint32_t phi, delta;
    return proofbook_peek(worker->book, frame->keys, &phi, &delta) && (!phi || !delta) &&
           proofbook_get(worker->book, frame->keys, &frame->entry);
}

uint32_t solver_work(HexSolverWorker *worker, int ply, uint32_t phi_most, uint32_t delta_most) {
    HexSolverFrame *frame = worker->frames[ply];
    HexSolve *solve = worker->solve;
    Children children = {0};
    uint32_t visited = 1;
    uint64_t before = atomic_fetch_add_explicit(&solve->nodes, 1, memory_order_relaxed);
    if (solve->order->nodes != LIMIT_NONE && before >= (uint64_t)solve->order->nodes)
        stop_raise(&solve->done);
    if (solve->order->until_us && clock_now_us() >= solve->order->until_us)
        stop_raise(&solve->done);
    if (worker->index == 0 && clock_now_us() >= solve->next_news_us)
        solver_tell(solve);
    solver_visit(worker, ply);
    for (int cell = 0; cell < worker->grid->count; cell++)
        frame->numbers[cell] = (ProofNumbers){1, 1};
    while (!solver_is_decided(&frame->entry)) {
        bool is_open = gather(worker, frame, &children);
        store(worker, frame);
        if (is_open && learn(worker, frame))
            break;
        if (!is_open || frame->entry.phi >= phi_most || frame->entry.delta >= delta_most ||
            must_stop(solve))
            break;
        const Child *best = &children.best;
        uint32_t slack = capped((uint64_t)children.second + children.second / SLACK_SHARE + 1);
        uint32_t child_delta = phi_most < slack ? phi_most : slack;
        uint32_t child_phi = capped((uint64_t)delta_most - frame->entry.delta + best->phi);
        if (delta_most >= PROOF_MOST - 1)
            child_phi = PROOF_MOST;
        if (child_delta <= best->delta) // another thread is at the best one
            child_delta = best->delta + 1;
        solver_enter_child(worker, ply, best->cell);
        _Atomic uint8_t *busy = busy_slot(solve, worker->frames[ply + 1]->keys);
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
        uint32_t below = solver_work(worker, ply + 1, child_phi, child_delta);
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
        const ProofEntry *after = &worker->frames[ply + 1]->entry;
        frame->numbers[best->cell] = (ProofNumbers){after->phi, after->delta};
        visited += below;
        frame->entry.work += below;
    }
    return visited;
}

// --- a question ---

static void hunt_job(void *argument, int index) {
    HexSolve *solve = argument;
    HexSolverWorker worker;
    solver_worker_begin(&worker, solve, index);
    solver_enter_root(&worker, &solve->order->stones, solve->order->to_move);
    solver_work(&worker, 0, PROOF_MOST, PROOF_MOST);
    stop_raise(&solve->done);
    solver_worker_end(&worker);
}

static uint64_t nodes_so_far(const void *solve) {
    return atomic_load_explicit(&((const HexSolve *)solve)->nodes, memory_order_relaxed);
}

void hex_solver_solve(HexSolver *solver, const HexSolverOrder *order, HexAnswer *answer) {
    HexSolve solve = {.order = order, .solver = solver};
    HexSolverWorker teller;
    int threads = pool_size(order->pool);
    solve.rates = mem_new_array((size_t)threads, sizeof *solve.rates);
    solve.next_news_us = order->on_news ? clock_now_us() + order->news_us : INT64_MAX;
    solver_worker_begin(&teller, &solve, 0);
    solve.teller = &teller;
    solve.busy = mem_new_array(BUSY_SLOTS, sizeof *solve.busy);
    *answer = (HexAnswer){.winner = RESULT_NONE};
    beat_watch(order->beat, nodes_so_far, &solve);
    pool_run(order->pool, hunt_job, &solve);
    stop_clear(&solve.done);

    HexSolverWorker worker;
    solver_worker_begin(&worker, &solve, 0);
    solver_enter_root(&worker, &order->stones, order->to_move);
    ProofEntry *entry = &worker.frames[0]->entry;
    if (proofbook_get(solver->book, worker.frames[0]->keys, entry) && solver_is_decided(entry)) {
        Side winner = entry->phi ? side_other(order->to_move) : order->to_move;
        answer->winner = side_wins(winner);
        answer->proof = entry->open;
        solver_tell(&solve);
        solver_play_out(&worker, order, answer);
    }
    beat_watch(order->beat, NULL, NULL);
    solver_worker_end(&worker);
    solver_worker_end(&teller);
    for (int i = 0; i < threads; i++)
        hex_rates_add(&solver->rates, &solve.rates[i]);
    free(solve.rates);
    free((void *)solve.busy);
    answer->nodes = atomic_load(&solve.nodes);
}
