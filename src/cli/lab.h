// SPDX-License-Identifier: MIT
// What the parts of `tengen lab` share: its options, and running a search on its own thread while
// this one watches for Ctrl-C and shows that something is going on.
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "base/chart.h"
#include "cli/command.h"
#include "cli/watch.h"
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

bool lab_range(const char *what, const char *text, int most, Range *range, Error *err);

// What the options come to. The verbs may change it.
typedef struct LabPlan {
    Position *position;
    LabSettings settings;
    Range depths, threads;
    const Search *searches[LAB_LIST_MAX];
    size_t search_count;
} LabPlan;

typedef struct LabRunner {
    const Position *position;
    int64_t limit_ms; // of --cell-time
    Watch watch;      // interrupted: print what there is and end
    Timer *timer;
    bool quiet;
} LabRunner;

void lab_runner_open(LabRunner *runner, const Call *call, const LabPlan *plan);
void lab_runner_close(LabRunner *runner);
// Runs one cell of a table; a search that takes longer than the limit is not finished.
void lab_runner_run(LabRunner *runner, const Search *search, const LabSettings *settings, int depth,
                    Finding *found);

// Writes the figure where --svg wants it. Returns `code`, or what it is when that failed.
int lab_draw(const Call *call, const ChartFigure *figure, int code);

// The verbs, each in the file of its name; they return an exit code.
int lab_compare(const Call *call, LabPlan *plan);
int lab_scaling(const Call *call, LabPlan *plan);
int lab_explain(const Call *call, LabPlan *plan); // in lab_compare.c
// The headline table of one of the seed systems, theirs beside ours.
int lab_seed(const Call *call, LabPlan *plan);

#endif
