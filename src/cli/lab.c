// SPDX-License-Identifier: MIT
// `tengen lab`: the laboratory's verbs and options.
#include "cli/lab.h"
#include "cli/lab_seed.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "cli/terminal.h"
#include "cli/thought.h"
#include "gomoku/gomoku.h"
#include "lab/seed.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// --- what was asked for ---

static bool parse_range(const char *what, const char *text, int most, Range *range, Error *err) {
    char *copy = mem_copy_text(text), *dots = strstr(copy, "..");
    int64_t first = 0, last = 0;
    if (dots)
        *dots = 0;
    bool good = text_to_int(copy, &first) && text_to_int(dots ? dots + 2 : copy, &last) &&
                first >= 1 && first <= last && last <= most;
    free(copy);
    if (!good)
        return error_set(err,
                         "%s takes a number or a range such as 1..4, from 1 to %d, not '%.40s'",
                         what, most, text);
    *range = (Range){.first = (int)first, .last = (int)last};
    return true;
}

static const struct {
    const char *word;
    unsigned bits;
} orderings[] = {
    {"none", 0},
    {"static", ORDER_STATIC},
    {"history", ORDER_HISTORY},
    {"killers", ORDER_KILLERS},
    {"all", ORDER_STATIC | ORDER_HISTORY | ORDER_KILLERS},
};

static bool parse_ordering(const char *text, unsigned *bits, Error *err) {
    char *copy = mem_copy_text(text), *rest = copy;
    bool good = true;
    *bits = 0;
    for (char *word; good && (word = strtok_r(rest, ",", &rest));) {
        good = false;
        for (size_t i = 0; i < sizeof orderings / sizeof *orderings; i++)
            if (strcmp(word, orderings[i].word) == 0) {
                *bits |= orderings[i].bits;
                good = true;
            }
    }
    free(copy);
    return good || error_set(err,
                             "order takes none, static, history, killers, some of them with "
                             "commas, or all, not '%.40s'",
                             text);
}

static bool parse_searches(const char *text, LabPlan *plan, Error *err) {
    char *copy = mem_copy_text(text), *rest = copy;
    bool good = true;
    for (char *word; good && (word = strtok_r(rest, ",", &rest));) {
        const Search *search = search_find(text_trim(word), err);
        good = search && (plan->search_count < LAB_LIST_MAX ||
                          error_set(err, "more than %d searches in one table", LAB_LIST_MAX));
        if (good)
            plan->searches[plan->search_count++] = search;
    }
    free(copy);
    return good && (plan->search_count || search_find("", err));
}

// Something worth searching where nobody gave a position.
static const char *default_position(const CommonOptions *options) {
    bool gomoku = !options->game || options->game == &gomoku_game;
    return gomoku && !options->width ? "h8 i9 j7 i7 i8" : "-";
}

static const Evaluator *choose_evaluator(const char *name, const GameType *game, Error *err) {
    if (!name)
        return game == &gomoku_game ? &windows_evaluator : &distance_evaluator;
    return evaluator_find(name, game, err);
}

static bool read_plan(const Call *call, const char *names, const char *depth, const char *threads,
                      LabPlan *plan, Error *err) {
    const LabOptions *given = call->options;
    plan->settings = (LabSettings){
        .deepening = given->deepening,
        .table_bytes = (size_t)given->table_bytes,
        .width = (size_t)given->width,
        .threads = 1,
        .seed = given->common.seed == LIMIT_NONE ? 1 : (uint64_t)given->common.seed,
    };
    if (!parse_searches(names, plan, err) ||
        !parse_range("depth", given->depth ? given->depth : depth, LAB_DEPTH_MAX, &plan->depths,
                     err) ||
        !parse_range("threads", given->threads ? given->threads : threads, LAB_THREADS_MAX,
                     &plan->threads, err) ||
        !parse_ordering(given->order ? given->order : "static", &plan->settings.ordering, err))
        return false;
    const char *text = given->position ? given->position : default_position(&given->common);
    plan->position = thought_position(call, text, err);
    if (!plan->position)
        return false;
    if (position_result(plan->position) != RESULT_NONE)
        return error_set(err, "the game is over (%s); there is nothing to search",
                         position_result_reason(plan->position));
    plan->settings.evaluator = choose_evaluator(given->eval, plan->position->type, err);
    return plan->settings.evaluator != NULL;
}

bool lab_plan(const Call *call, const char *names, const char *default_depth,
              const char *default_threads, LabPlan *plan, int *code) {
    Error err = {""};
    *plan = (LabPlan){0};
    if (read_plan(call, names, default_depth, default_threads, plan, &err))
        return true;
    *code = call_fail(call, EXIT_USAGE, "%s", err.text);
    lab_plan_free(plan);
    return false;
}

void lab_plan_free(LabPlan *plan) {
    position_free(plan->position);
    plan->position = NULL;
}

// --- running ---

void lab_runner_open(LabRunner *runner, const Call *call) {
    *runner = (LabRunner){.timer = timer_new()};
    runner->progress = terminal_is(stderr) && !((const CommonOptions *)call->options)->quiet;
    waker_open(&runner->waker);
    waker_catch(&runner->waker, SIGINT);
}

void lab_runner_close(LabRunner *runner) {
    waker_release(SIGINT);
    waker_close(&runner->waker);
    timer_free(runner->timer);
}

typedef struct LabRun {
    LabRunner *runner;
    const Search *search;
    LabSettings settings;
    const Position *position;
    int depth;
    Finding *found;
    atomic_bool done;
} LabRun;

static void *cell_body(void *argument) {
    LabRun *cell = argument;
    search_run(cell->search, &cell->settings, cell->position, cell->depth, cell->found);
    atomic_store(&cell->done, true);
    waker_poke(&cell->runner->waker);
    return NULL;
}

void lab_runner_run(LabRunner *runner, const Search *search, const LabSettings *settings,
                    const Position *position, int depth, int64_t limit_ms, Finding *found) {
    StopFlag stop = {0};
    LabRun cell = {.runner = runner,
                   .search = search,
                   .settings = *settings,
                   .position = position,
                   .depth = depth,
                   .found = found};
    cell.settings.stop = &stop;
    int64_t start = clock_now_us();
    timer_arm(runner->timer, start + limit_ms * 1000, &stop);
    pthread_t thread = thread_start(cell_body, &cell);
    while (!atomic_load(&cell.done)) {
        waker_wait(&runner->waker, -1, 250);
        if (waker_caught(SIGINT)) {
            runner->interrupted = true;
            stop_raise(&stop);
        }
        if (runner->progress)
            fprintf(stderr, "\r\033[K%s, depth %d: %.1f s", search->name, depth,
                    (double)(clock_now_us() - start) / 1e6);
    }
    thread_join(thread);
    timer_disarm(runner->timer);
    if (runner->progress)
        fputs("\r\033[K", stderr);
}

// --- the verbs ---

static void list_searches(Text *out, bool parallel) {
    for (const Search *search = lab_searches; search->name; search++)
        if (search->parallel == parallel)
            text_addf(out, "  %-11s %s%s\n", search->name, search->summary,
                      search->any_best ? "; may choose among equals" : "");
}

static int lab_list(const Call *call) {
    (void)call;
    Text out = {0};
    text_add(&out, "searches (--searches)\n");
    list_searches(&out, false);
    text_add(&out, "\nparallel schemes (--searches, --scheme)\n");
    list_searches(&out, true);
    text_add(&out, "\nenhancements\n"
                   "  --order none|static|history|killers|all    which move is tried first\n"
                   "  --deepening                                depth 1, 2, 3 ... in turn\n"
                   "  --table 16M                                a transposition table\n"
                   "  --width N                                  the N most promising moves only\n"
                   "\nevaluations (--eval)\n");
    for (const Evaluator *const *row = lab_evaluators; *row; row++)
        text_addf(&out, "  %-11s %-7s %s\n", (*row)->name, (*row)->game->name, (*row)->summary);
    text_add(&out, "\nseeds (seed NAME; also players)\n");
    for (const SeedType *const *row = lab_seeds; *row; row++)
        text_addf(&out, "  %-11s %-7s %s\n", (*row)->player.name, (*row)->game->name,
                  (*row)->player.summary);
    output_flush(&out);
    text_free(&out);
    return EXIT_GOOD;
}

// One number, where the other verbs take a range.
static bool parse_number(const char *what, const char *text, int most, int64_t *number,
                         Error *err) {
    Range range;
    *number = LIMIT_NONE;
    if (!text)
        return true;
    if (!parse_range(what, text, most, &range, err))
        return false;
    *number = range.first;
    return range.first == range.last ||
           error_set(err, "seed takes one %s, not the range %.40s", what, text);
}

static int run_seed(const Call *call) {
    const LabOptions *given = call->options;
    LabSeedOptions seed = {.name = call->words[1], .faithful = given->faithful, .size = LIMIT_NONE};
    Error err = {""};
    if (!parse_number("depth", given->depth, LAB_DEPTH_MAX, &seed.depth, &err) ||
        !parse_number("threads", given->threads, LAB_THREADS_MAX, &seed.threads, &err))
        return call_fail(call, EXIT_USAGE, "%s", err.text);
    if (given->csv || given->svg_path)
        return call_fail(call, EXIT_USAGE, "a seed's table comes as text or with --json");
    if (given->common.width != given->common.height)
        return call_fail(call, EXIT_USAGE, "a seed plays on square boards, not on %dx%d",
                         given->common.width, given->common.height);
    if (given->common.width)
        seed.size = given->common.width;
    return lab_seed(call, &seed);
}

static const struct {
    const char *name;
    int words; // including itself
    int (*run)(const Call *call);
} verbs[] = {
    {"compare", 1, lab_compare}, {"scaling", 1, lab_scaling}, {"explain", 1, lab_explain},
    {"seed", 2, run_seed},       {"list", 1, lab_list},
};

static int run(const Call *call) {
    Text known = {0};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        text_addf(&known, "%s%s", i ? ", " : "", verbs[i].name);
        if (strcmp(call->words[0], verbs[i].name) != 0)
            continue;
        text_free(&known);
        if ((int)call->word_count != verbs[i].words)
            return call_fail(call, EXIT_USAGE, "%s takes %d word%s, not %zu", verbs[i].name,
                             verbs[i].words - 1, verbs[i].words == 2 ? "" : "s",
                             call->word_count - 1);
        return verbs[i].run(call);
    }
    int code = call_fail(call, EXIT_USAGE, "the lab has no '%.40s'; it has %s", call->words[0],
                         text_chars(&known));
    text_free(&known);
    return code;
}

static const Option options[] = {
    {"searches", OPTION_TEXT, offsetof(LabOptions, searches), "NAME,NAME",
     .help = "compare: which (minimax,alphabeta,negascout,mtdf,sss)"},
    {"scheme", OPTION_TEXT, offsetof(LabOptions, schemes), "NAME,NAME",
     .help = "scaling: which (root-split,pv-split,ybw,lazy)"},
    {"search", OPTION_TEXT, offsetof(LabOptions, search), "NAME",
     .help = "explain: which (failsoft)"},
    {"depth", OPTION_TEXT, offsetof(LabOptions, depth), "1..6",
     .help = "plies, one or a range (compare 1..4, scaling 5, explain 2)"},
    {"threads", OPTION_TEXT, offsetof(LabOptions, threads), "1..4",
     .help = "one or a range (compare 1, scaling 1..cores)"},
    {"position", OPTION_TEXT, offsetof(LabOptions, position), "POSITION",
     .help = "what is searched (a Gomoku opening)"},
    {"eval", OPTION_TEXT, offsetof(LabOptions, eval), "NAME",
     .help = "evaluation (windows, distance)"},
    {"order", OPTION_TEXT, offsetof(LabOptions, order), "NAME,NAME",
     .help = "none, static, history, killers, all (static)"},
    {"deepening", OPTION_FLAG, offsetof(LabOptions, deepening),
     .help = "search depth 1, 2, 3 ... in turn"},
    {"table", OPTION_BYTES, offsetof(LabOptions, table_bytes), "16M", 0, (int64_t)1 << 40,
     .help = "size of a transposition table (none)"},
    {"width", OPTION_INT, offsetof(LabOptions, width), "N", 0, 1000,
     .help = "only the N most promising moves of a node (all; explain 4)"},
    {"cell-time", OPTION_DURATION, offsetof(LabOptions, cell_ms), "10s", 1, 86400000,
     .help = "a search that takes longer is skipped (10s)"},
    {"simulate", OPTION_FLAG, offsetof(LabOptions, simulate),
     .help = "scaling: predict more workers from a recorded tree"},
    {"faithful", OPTION_FLAG, offsetof(LabOptions, faithful),
     .help = "seed: as its document has it, slips included"},
    {"csv", OPTION_FLAG, offsetof(LabOptions, csv), .help = "rows with commas"},
    {"svg", OPTION_TEXT, offsetof(LabOptions, svg_path), "FILE", .help = "draw the charts"},
    {0},
};

static void defaults(void *target) {
    ((LabOptions *)target)->cell_ms = 10000;
}

const Command lab_command = {
    .name = "lab",
    .usage = "compare | scaling | explain | seed NAME | list",
    .summary = "textbook searches side by side",
    .details = "compare   runs searches on one position, depth by depth, and counts: nodes\n"
               "          entered, leaf evaluations, cutoffs and how many came with the first\n"
               "          move, table hits, time, and the effective branching factor, which\n"
               "          is nodes^(1/depth). What takes longer than --cell-time is skipped.\n"
               "scaling   runs parallel schemes on more and more threads: speed-up over one\n"
               "          thread, efficiency, and search overhead (extra nodes).\n"
               "explain   prints the tree as it is searched, with windows and cutoffs.\n"
               "seed      repeats what one of the five systems this one grew from was timed\n"
               "          on, and prints our figures beside those published.\n"
               "list      what there is to choose from.\n"
               "\n"
               "All exact searches return the same value, minimax's, and the same move: of\n"
               "equal ones the first in the evaluation's own order. A won game is worth\n"
               "2000000000 and one for every ply that was left to search.\n"
               "\n"
               "With --json every row of compare is one object: search, depth, value, move,\n"
               "nodes, evals, cutoffs, cutoffs_first, hit_rate, time_ms, threads, skipped.\n"
               "Ctrl-C ends a run with what is finished.\n",
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_SEED | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(LabOptions),
    .defaults = defaults,
    .min_words = 1,
    .max_words = 2,
    .run = run,
};
