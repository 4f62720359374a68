// SPDX-License-Identifier: MIT
// What the parts of `tengen lab` share: its options, and running a search on its own thread while this
// one watches for Ctrl-C and shows that something is going on.
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "cli/command.h"
#include "cli/waker.h"
#include "lab/searches.h"
#include "search/timer.h"

typedef struct LabOptions {
    CommonOptions common;
    char *position, *searches, *search, *schemes, *depth, *threads, *eval, *order, *svg_path;
    int64_t table_bytes, width, cell_ms;
    bool deepening, csv, simulate, faithful;
} LabOptions;

enum { LAB_THREADS_MAX = 64, LAB_LIST_MAX = 32 };

// From "3" or "1..6".
typedef struct Range {
    int first, last;
} Range;

// What the options come to.
typedef struct LabPlan {
    Position *position;
    LabSettings settings;
    Range depths, threads;
    const Search *searches[LAB_LIST_MAX];
    size_t search_count;
} LabPlan;

// False when a sentence was said; *code is the exit code then. `names` is a list with commas.
bool lab_plan(const Call *call, const char *names, const char *default_depth,
              const char *default_threads, LabPlan *plan, int *code);
void lab_plan_free(LabPlan *plan);
typedef struct LabRunner {
    Waker waker;
    Timer *timer;
    bool interrupted; // Ctrl-C came: print what there is and end
    bool progress;    // somebody looks at stderr
} LabRunner;

void lab_runner_open(LabRunner *runner, const Call *call);
void lab_runner_close(LabRunner *runner);
// Runs one cell of a table; a search that takes longer than `limit_ms` is not finished.
void lab_runner_run(LabRunner *runner, const Search *search, const LabSettings *settings,
                    const Position *position, int depth, int64_t limit_ms, Finding *found);

// The verbs, each in the file of its name; they return an exit code.
int lab_compare(const Call *call);
int lab_scaling(const Call *call);
int lab_explain(const Call *call);

#endif
