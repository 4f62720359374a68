// SPDX-License-Identifier: MIT
#include "hex/prove.h"

#include "base/clock.h"
#include "base/memory.h"
#include "hex/solver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The book is kept as often as costs little: a second after the last time at least, and no sooner
// than KEEP_SHARE times what that took.
enum { NEWS_US = 200000, KEEP_US = 1000000, KEEP_SHARE = 40 };

struct HexProver {
    Services services;
    HexGrid *grid; // of the size last asked about
    HexSolver *solver;
    size_t bytes; // the solver remembers in
    bool is_used;
    HexRates rates; // of solvers that are gone
    char *path;     // of the file, fit for boards of this size; NULL: none
    int path_width, path_height;
};

HexProver *hex_prover_new(const Services *services) {
    HexProver *prover = mem_new(sizeof *prover);
    prover->services = *services;
    return prover;
}

static void drop(HexProver *prover) {
    if (prover->solver)
        hex_rates_add(&prover->rates, hex_solver_rates(prover->solver));
    hex_solver_free(prover->solver);
    hex_grid_free(prover->grid);
    prover->solver = NULL;
    prover->grid = NULL;
    prover->is_used = false;
}

void hex_prover_free(HexProver *prover) {
    if (!prover)
        return;
    drop(prover);
    free(prover->path);
    free(prover);
}

void hex_prover_add_rates(const HexProver *prover, HexRates *sum) {
    hex_rates_add(sum, &prover->rates);
    if (prover->solver)
        hex_rates_add(sum, hex_solver_rates(prover->solver));
}

void hex_prover_forget(HexProver *prover) {
    if (prover->is_used)
        proofbook_clear(hex_solver_book(prover->solver));
    prover->is_used = false;
}

void hex_prover_prepare(HexProver *prover, const Position *position, size_t bytes) {
    const HexGrid *grid = prover->grid;
    if (grid && grid->width == position->width && grid->height == position->height &&
        prover->bytes == bytes)
        return;
    drop(prover);
    prover->grid = hex_grid_new(position->width, position->height);
    prover->solver = hex_solver_new(prover->grid, prover->services.memory, bytes);
    prover->bytes = bytes;
}

// --- what is said on the way ---

typedef struct Telling {
    const Ask *order;
    Outcome *outcome;
    ProofBook *book;
    const char *path; // where to keep it, or NULL
    int64_t next_keep_us;
} Telling;

// How sure a win looks: the positions missing for a proof, against those for a disproof.
static double guess(const HexSolverNews *news) {
    if (!news->proof || !news->disproof)
        return news->proof ? 0 : 1;
    return (double)news->disproof / ((double)news->proof + (double)news->disproof);
}

static void on_news(const HexSolverNews *news, void *user) {
    Telling *telling = user;
    const Ask *order = telling->order;
    Info *info = &telling->outcome->info;
    int64_t now = clock_now_us();
    if (telling->path && now >= telling->next_keep_us) {
        // A failure is told at the end, if it is still one then.
        proofbook_save(telling->book, telling->path, NULL);
        int64_t cost = clock_now_us() - now;
        telling->next_keep_us =
            now + cost + (cost * KEEP_SHARE > KEEP_US ? cost * KEEP_SHARE : KEEP_US);
    }
    if (!news->length || !news->proof || !news->disproof)
        return; // the answer itself follows
    *info = (Info){.depth = (int)news->length,
                   .selective_depth = (int)news->length,
                   .multipv = 1,
                   .nodes = news->nodes,
                   .proof = news->proof,
                   .disproof = news->disproof,
                   .time_ms = (clock_now_us() - order->start_us) / 1000,
                   .line = {.win = guess(news), .visits = -1, .pv_length = news->length}};
    memcpy(info->line.pv, news->line, news->length * sizeof *news->line);
    telling->outcome->move = news->line[0];
    if (order->on_info)
        order->on_info(info, order->user);
}

// --- an order ---

static bool is_usable(const char *path, int width, int height, Error *err) {
    HexGrid *grid = hex_grid_new(width, height);
    Memory *memory = memory_new(0); // it takes the least it can
    ProofBook *book = proofbook_new(grid, memory, 0);
    bool usable =
        access(path, F_OK) != 0 ? proofbook_save(book, path, err) : proofbook_load(book, path, err);
    proofbook_free(book);
    memory_free(memory);
    hex_grid_free(grid);
    return usable;
}

bool hex_prover_keep(HexProver *prover, const char *path, int width, int height, Error *err) {
    if (path && prover->path && strcmp(path, prover->path) == 0 && prover->path_width == width &&
        prover->path_height == height)
        return true; // it was read once, and may be large
    free(prover->path);
    prover->path = NULL;
    if (!path)
        return true;
    if (!is_usable(path, width, height, err))
        return false;
    prover->path = mem_copy_text(path);
    prover->path_width = width;
    prover->path_height = height;
    return true;
}

static void write_answer(const Ask *order, const HexAnswer *answer, Outcome *outcome) {
    Info *info = &outcome->info;
    bool is_won = answer->winner == side_wins(order->position->to_move);
    size_t length = answer->length < PV_MAX ? answer->length : PV_MAX;
    *info = (Info){.depth = (int)length, .selective_depth = (int)answer->length, .multipv = 1};
    info->line.visits = -1;
    info->line.win = is_won;
    // A player keeps what it claims; a caller that asks for a proof gets its line.
    int plies = order->limits.prove ? answer->plies : answer->plies_most;
    info->line.score = is_won ? score_win_in(plies) : score_loss_in(plies);
    info->line.pv_length = length;
    memcpy(info->line.pv, answer->line, length * sizeof *answer->line);
    if (length)
        outcome->move = answer->line[0];
}

void hex_prover_think(HexProver *prover, const Ask *order, int64_t until_us, Outcome *outcome) {
    const Position *position = order->position;
    ProofBook *book = hex_solver_book(prover->solver);
    // A file that holds something else by now is left as it is.
    const char *path = order->limits.prove ? prover->path : NULL;
    if (path && access(path, F_OK) == 0 && !proofbook_load(book, path, NULL))
        path = NULL;
    prover->is_used = true;
    HexStones stones = hex_stones_of_position(prover->grid, position);
    HexSet empty = hex_stones_empty(prover->grid, &stones);
    Move first = hex_grid_move(prover->grid, hexset_next(empty.word, 0, prover->grid->words));
    *outcome = (Outcome){.move = first, .info = {.multipv = 1, .line = {.win = 0.5, .visits = -1}}};
    outcome->info.line.pv[0] = first;
    outcome->info.line.pv_length = 1;

    Telling telling = {order, outcome, book, path, clock_now_us() + KEEP_US};
    HexSolverOrder question = {.stones = stones,
                               .to_move = position->to_move,
                               .stop = order->stop,
                               .nodes = order->limits.nodes,
                               .until_us = until_us,
                               .pool = prover->services.pool,
                               .on_news = on_news,
                               .user = &telling,
                               .news_us = NEWS_US,
                               .beat = order->beat};
    HexAnswer answer;
    hex_solver_solve(prover->solver, &question, &answer);
    if (answer.winner == side_wins(position->to_move) && !answer.length)
        answer.winner = RESULT_NONE; // a win without its move is no answer
    if (answer.winner != RESULT_NONE)
        write_answer(order, &answer, outcome);
    outcome->info.nodes = answer.nodes;
    outcome->info.time_ms = (clock_now_us() - order->start_us) / 1000;
    if (answer.winner != RESULT_NONE && order->on_info)
        order->on_info(&outcome->info, order->user);
    Error err;
    if (path && !proofbook_save(book, path, &err))
        die("%s", err.text);
}

// In hundredths of the time.
enum { SMALL_BOARD = 64, SMALL_SHARE = 60, LARGE_SHARE = 20 };

int64_t hex_prover_share_us(int board_cells, int64_t now_us, int64_t end_us) {
    int share = board_cells <= SMALL_BOARD ? SMALL_SHARE : LARGE_SHARE;
    return now_us + (end_us - now_us) * share / 100;
}
