// SPDX-License-Identifier: MIT
// The searches by name, and one run of one of them.
//
// Each lives in the file of its name and is a row of the table in searches.c. A depth-first search
// on one thread is a ChildFn (top.h); the others bring a function that does the whole run.
#ifndef LAB_SEARCHES_H
#define LAB_SEARCHES_H

#include "lab/top.h"
#include "search/pool.h"

// The workers of one run. walks[0] is the caller's own thread.
typedef struct Crew {
    int threads;
    Walk *walks;
    Pool *pool;
    uint64_t seed;
} Crew;

typedef enum SearchKind {
    SEARCH_EXACT,    // returns minimax's value and move
    SEARCH_PROOF,    // returns +-VALUE_WIN where the game is decided within the depth, else 0
    SEARCH_SAMPLING, // an estimate
} SearchKind;

typedef void SearchFn(Crew *crew, int depth, Finding *found);

typedef struct Search {
    const char *name, *summary;
    SearchKind kind;
    ChildFn *child; // or:
    SearchFn *run;
    bool parallel;    // uses more than one thread where it may
    bool needs_table; // has no meaning without one
    bool any_best;    // may choose among equals; the others return the first by the tie-break
} Search;

extern const Search lab_searches[]; // ends with a NULL name
// NULL with a sentence that lists them.
const Search *search_find(const char *name, Error *err);

typedef struct LabSettings {
    const Evaluator *evaluator;
    unsigned ordering;    // ORDER_ bits
    bool deepening;       // depth 1, 2, 3 ... each beginning with the best move of the last
    size_t table_bytes;   // 0: no table
    size_t width;         // most promising moves of a node, 0 for all
    int threads;          // 1 or more; searches for one thread use one
    uint64_t seed;        // of what is sampled
    const StopFlag *stop; // may be NULL
    WalkFn on_event;      // one thread's searches only
    void *user;
} LabSettings;

// The position is not changed.
void search_run(const Search *search, const LabSettings *settings, const Position *position,
                int depth, Finding *found);

// Sampling has no depth: a row of depth d gets this many playouts.
static inline uint64_t search_playouts(int depth) {
    return (uint64_t)64 << (2 * (depth < 16 ? depth : 16));
}

// The pages. A search with a window is a function of its own where others build on it.
ChildFn minimax_child, negamax_child, alphabeta_child, failsoft_child, scout_child, negascout_child;
SearchFn mtdf_run, sss_run, proof_run, root_split_run, pv_split_run, ybw_run, lazy_run,
    mcts_root_run, mcts_tree_run;
int64_t failsoft(Walk *walk, int depth, int64_t alpha, int64_t beta);

#endif
