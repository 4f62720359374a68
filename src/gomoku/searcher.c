// SPDX-License-Identifier: MIT
// The Gomoku search from outside: one worker for each thread of the pool, all searching the same
// root and helping each other through the table ("lazy SMP"). Worker 0 decides and
// reports; the others run ahead at other depths until it is done.
#include "base/memory.h"
#include "gomoku/gomoku.h"
#include "gomoku/judge.h"
#include "gomoku/root.h"
#include "gomoku/solver.h"
#include "gomoku/tunables.h"
#include "search/deepen.h"

#include <stdlib.h>

struct Searcher {
#ifdef TUNE
    Tunables tunables;
#endif
    Services services;
    Table *table;              // NULL before the first order
    Judge *judges[RULE_COUNT]; // of the rules met so far
    VcfCache *vcf_cache;       // what the four-searches have found to lead nowhere
    Threes *threes;            // the threat search, NULL before a proof was asked for
    Worker *workers;           // one for each thread of the pool
    Root *roots;
    StopFlag done; // worker 0 has the answer
    const Ask *order;
    Outcome *outcome;
};

#ifdef TUNE
// Every thread says whose numbers it searches by before it does.
static void tune(const Searcher *searcher) {
    tunables_use(&searcher->tunables);
}

static bool configure(Searcher *searcher, const Position *position, const void *options,
                      Error *err) {
    (void)position;
    return tunables_read(&searcher->tunables, options, err);
}
#else
static void tune(const Searcher *searcher) {
    (void)searcher;
}
#endif

static Searcher *create(const Services *services) {
    Searcher *searcher = mem_new(sizeof *searcher);
    size_t count = (size_t)pool_size(services->pool);
    searcher->services = *services;
#ifdef TUNE
    tunables_reset(&searcher->tunables);
#endif
    searcher->vcf_cache = vcf_cache_new(services->memory, VCF_CACHE_BYTES);
    searcher->roots = mem_new_array(count, sizeof *searcher->roots);
    searcher->workers = mem_new_aligned(count, sizeof *searcher->workers, _Alignof(Worker));
    return searcher;
}

static void destroy(Searcher *searcher) {
    for (int rule = 0; rule < RULE_COUNT; rule++)
        judge_free(searcher->judges[rule]);
    table_free(searcher->table);
    threes_free(searcher->threes);
    vcf_cache_free(searcher->vcf_cache);
    free(searcher->workers);
    free(searcher->roots);
    free(searcher);
}

// Workers start afresh for every move.
static void new_game(Searcher *searcher) {
    if (searcher->table)
        table_clear(searcher->table);
    vcf_cache_clear(searcher->vcf_cache);
    if (searcher->threes)
        threes_clear(searcher->threes);
}

static bool load(Searcher *searcher, const Position *position, const char *path, Error *err) {
    Judge *judge = judge_new((GomokuRule)position->rule, path, err);
    if (!judge)
        return false;
    judge_free(searcher->judges[position->rule]);
    searcher->judges[position->rule] = judge;
    if (searcher->table)
        table_clear(searcher->table);
    return true;
}

// --- what the deepening asks for; `search` is the Searcher, speaking for worker 0 ---

static bool search_root(void *search, int depth, Line *lines, size_t *line_count) {
    Searcher *searcher = search;
    int64_t multipv = searcher->order->limits.multipv;
    size_t room = multipv < 1 ? 1 : (size_t)multipv;
    Root *root = &searcher->roots[0];
    Worker *worker = &searcher->workers[0];
    if (room == 1 && (root_fours(root, worker, depth, lines) ||
                      (searcher->order->limits.prove &&
                       root_threes(root, worker, searcher->threes, THREES_ROOT_SHARE, lines)))) {
        *line_count = 1;
        return true;
    }
    return root_search(root, worker, depth, lines, room, line_count);
}

static uint64_t nodes(const void *search) {
    const Searcher *searcher = search;
    uint64_t sum = 0;
    for (int i = 0; i < pool_size(searcher->services.pool); i++)
        sum += effort_nodes(&searcher->workers[i].effort);
    return sum;
}

static int selective_depth(const void *search) {
    return ((const Searcher *)search)->workers[0].selective_depth;
}

static void lead(Searcher *searcher) {
    const Ask *order = searcher->order;
    int level_depth = searcher->workers[0].level.depth;
    int last = position_empty(order->position);
    Deepening deepening = {
        .order = order,
        .first_depth = 1,
        .depth_step = 1,
        .last_depth = level_depth < last ? level_depth : last,
        .single_move = searcher->roots[0].count == 1,
        .search_root = search_root,
        .search = searcher,
        .nodes = nodes,
        .selective_depth = selective_depth,
    };
    deepen(&deepening, searcher->outcome);
    stop_raise(&searcher->done);
}

// A helper's findings reach the others through the table alone. Every second one begins a ply
// deeper, so that not all search the same tree at the same time.
static void help(Searcher *searcher, int index) {
    Worker *worker = &searcher->workers[index];
    Line line;
    size_t count;
    int last = position_empty(searcher->order->position);
    last = worker->level.depth < last ? worker->level.depth : last;
    for (int depth = 1 + index % 2; depth <= last && !worker->effort.over; depth++)
        root_search(&searcher->roots[index], worker, depth, &line, 1, &count);
}

static void work(void *argument, int index) {
    Searcher *searcher = argument;
    tune(searcher);
    if (index == 0)
        lead(searcher);
    else
        help(searcher, index);
}

static const Judge *judge_of(Searcher *searcher, int rule) {
    if (!searcher->judges[rule])
        searcher->judges[rule] = judge_new((GomokuRule)rule, NULL, NULL);
    return searcher->judges[rule];
}

static void prepare(Searcher *searcher, const Position *position) {
    judge_of(searcher, position->rule);
}

static void begin(Searcher *searcher, int index) {
    const Ask *order = searcher->order;
    Worker *worker = &searcher->workers[index];
    int64_t limit = order->limits.nodes, share = pool_size(searcher->services.pool);
    atomic_store_explicit(&worker->effort.nodes, 0, memory_order_relaxed);
    worker->effort.limit = limit == LIMIT_NONE ? UINT64_MAX : (uint64_t)(limit / share);
    worker->effort.stop = order->stop;
    worker->effort.done = &searcher->done;
    worker->effort.over = false;
    const Judge *judge = judge_of(searcher, order->position->rule);
    worker_begin(worker, order->position, judge->evaluation, judge->net, searcher->table,
                 searcher->vcf_cache, order->limits.level, order->seed);
    root_begin(&searcher->roots[index], worker);
}

// No machine places more stones in the time.
static uint64_t most_stones(const Searcher *searcher, const Ask *order) {
    if (order->limits.nodes != LIMIT_NONE)
        return (uint64_t)order->limits.nodes;
    if (order->budget_ms == LIMIT_NONE)
        return UINT64_MAX;
    return (uint64_t)order->budget_ms * STONES_A_MS * (uint64_t)pool_size(searcher->services.pool);
}

// Divides the memory: the table has what is left by the VCF cache and, once a proof was asked for,
// the threat search.
static void divide(Searcher *searcher, bool prove) {
    Memory *memory = searcher->services.memory;
    size_t whole = memory_bytes(memory);
    if (searcher->table && (!prove || searcher->threes))
        return;
    table_free(searcher->table);
    searcher->table = NULL; // what follows may fail, and all is freed then
    if (prove)
        searcher->threes = threes_new(memory, whole / THREES_SHARE, searcher->vcf_cache);
    size_t left = memory_left(memory);
    searcher->table = table_new(memory, left < whole / 2 ? whole / 2 : left);
}

static void think(Searcher *searcher, const Ask *order, Outcome *outcome) {
    searcher->order = order;
    searcher->outcome = outcome;
    stop_clear(&searcher->done);
    tune(searcher);
    divide(searcher, order->limits.prove);
    for (int i = 0; i < pool_size(searcher->services.pool); i++)
        begin(searcher, i);
    *outcome = (Outcome){.move = MOVE_NONE};
    if (!searcher->roots[0].count)
        return;
    outcome->move = searcher->roots[0].moves[0];
    table_new_search(searcher->table);
    table_expect(searcher->table, most_stones(searcher, order));
    pool_run(searcher->services.pool, work, searcher);
}

#ifdef TUNE
static const char *const rate_names[RATE_COUNT] = {
    [RATE_TABLE] = "cut by the table",
    [RATE_FOURS] = "won by fours",
    [RATE_REVERSE_FUTILITY] = "reverse futility pruning",
    [RATE_RAZORING] = "razoring",
    [RATE_LMR] = "searched again after a late move reduction",
    [RATE_FIRST_MOVE] = "cut by the first move",
};

static size_t hit_rates(const Searcher *searcher, HitRate rates[HIT_RATES_MAX]) {
    for (int i = 0; i < RATE_COUNT; i++) {
        rates[i] = (HitRate){.name = rate_names[i]};
        for (int w = 0; w < pool_size(searcher->services.pool); w++)
            hit_rate_add(&rates[i], &searcher->workers[w].rates[i]);
    }
    return RATE_COUNT;
}
#endif

const SearcherType gomoku_searcher = {
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .prepare = prepare,
    .think = think,
    .load = load,
    .appraise = gomoku_appraise,
    .fours = solver_fours,
    .judge_nodes = 3000,
#ifdef TUNE
    .options = tunables_options,
    .options_size = sizeof(TunableTexts),
    .configure = configure,
    .hit_rates = hit_rates,
    .tunables = tunables_list,
#endif
};
