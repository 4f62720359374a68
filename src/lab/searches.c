// SPDX-License-Identifier: MIT
#include "lab/searches.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const Search lab_searches[] = {
    {"minimax", "every line to the depth (von Neumann 1928, Shannon 1950)", SEARCH_EXACT,
     .child = minimax_child},
    {"negamax", "the same with one function for both sides", SEARCH_EXACT, .child = negamax_child},
    {"alphabeta", "fail-hard: leaves out what cannot matter (Knuth and Moore 1975)", SEARCH_EXACT,
     .child = alphabeta_child},
    {"failsoft", "fail-soft: returns the best bound it saw (Fishburn 1981)", SEARCH_EXACT,
     .child = failsoft_child},
    {"scout", "tests before it measures (Pearl 1980)", SEARCH_EXACT, .child = scout_child},
    {"negascout", "null windows and re-search, also called PVS (Reinefeld 1983)", SEARCH_EXACT,
     .child = negascout_child},
    {"mtdf", "null windows only, closing in from a first guess (Plaat 1995)", SEARCH_EXACT,
     .run = mtdf_run, .needs_table = true},
    {"sss", "SSS*, best first over solution trees (Stockman 1979)", SEARCH_EXACT, .run = sss_run},
    {"proof", "proof-number search, best first (Allis 1994)", SEARCH_PROOF, .run = proof_run,
     .any_best = true},
    {"mcts", "UCT, 64*4^depth playouts (Kocsis and Szepesvari 2006)", SEARCH_SAMPLING,
     .run = mcts_tree_run, .any_best = true},
    {"root-split", "root moves shared out, each with a full window (as gomokuku)", SEARCH_EXACT,
     .run = root_split_run, .parallel = true},
    {"pv-split", "the brothers of the principal variation (Marsland and Campbell 1982)",
     SEARCH_EXACT, .run = pv_split_run, .parallel = true},
    {"ybw", "Young Brothers Wait: any node, after its first move (Feldmann 1989)", SEARCH_EXACT,
     .run = ybw_run, .parallel = true},
    {"lazy", "every thread searches everything; the shared table divides the work", SEARCH_EXACT,
     .run = lazy_run, .parallel = true, .needs_table = true},
    {"mcts-root", "a tree each, visits added up at the root", SEARCH_SAMPLING, .run = mcts_root_run,
     .parallel = true, .any_best = true},
    {"mcts-tree", "one tree for all, with virtual loss (Chaslot 2008)", SEARCH_SAMPLING,
     .run = mcts_tree_run, .parallel = true, .any_best = true},
    {0},
};

const Search *search_find(const char *name, Error *err) {
    Text known = {0};
    const Search *search = lab_searches;
    for (; search->name && strcmp(search->name, name) != 0; search++)
        text_addf(&known, "%s%s", known.length ? ", " : "", search->name);
    if (!search->name)
        error_set(err, "there is no search '%.40s'; there are %s", name, text_chars(&known));
    text_free(&known);
    return search->name ? search : NULL;
}

static void crew_init(Crew *crew, const Search *search, const LabSettings *settings,
                      const Position *position, Memo *memo) {
    crew->threads = search->parallel ? settings->threads : 1;
    crew->pool = pool_new(crew->threads);
    crew->walks = mem_new_array((size_t)crew->threads, sizeof *crew->walks);
    crew->seed = settings->seed;
    for (int i = 0; i < crew->threads; i++) {
        Walk *walk = &crew->walks[i];
        walk_init(walk, position, settings->evaluator);
        walk->ordering = settings->ordering;
        walk->width = settings->width;
        walk->memo = memo;
        walk->stop = settings->stop;
        if (crew->threads == 1) {
            walk->on_event = settings->on_event;
            walk->user = settings->user;
        }
    }
}

static void crew_release(Crew *crew) {
    for (int i = 0; i < crew->threads; i++)
        walk_release(&crew->walks[i]);
    free(crew->walks);
    pool_free(crew->pool);
}

static void run_once(const Search *search, Crew *crew, int depth, Finding *found) {
    crew->walks[0].tally.nodes++; // the root itself
    if (search->run)
        search->run(crew, depth, found);
    else
        top_search(&crew->walks[0], depth, search->child, found);
}

enum { NEEDED_TABLE_BYTES = 64 << 20 };

void search_run(const Search *search, const LabSettings *settings, const Position *position,
                int depth, Finding *found) {
    size_t bytes = settings->table_bytes;
    if (!bytes && search->needs_table)
        bytes = NEEDED_TABLE_BYTES;
    Memo *memo = bytes ? memo_new(bytes) : NULL;
    Crew crew = {0};
    crew_init(&crew, search, settings, position, memo);
    *found = (Finding){.move = MOVE_NONE, .threads = crew.threads};
    int64_t start = clock_now_us();
    if (walk_is_leaf(&crew.walks[0], depth)) {
        crew.walks[0].tally.nodes++;
        found->value = walk_worth(&crew.walks[0], depth);
        found->finished = true;
    } else {
        int first = settings->deepening && search->kind == SEARCH_EXACT ? 1 : depth;
        for (int d = first; d <= depth; d++) {
            for (int i = 0; i < crew.threads; i++) {
                crew.walks[i].first = found->move;
                crew.walks[i].cancelled = NULL;
                crew.walks[i].share = NULL;
            }
            run_once(search, &crew, d, found);
            if (!found->finished)
                break;
        }
    }
    found->time_us = clock_now_us() - start;
    for (int i = 0; i < crew.threads; i++)
        walk_counts_add(&found->tally, &crew.walks[i].tally);
    crew_release(&crew);
    memo_free(memo);
}
