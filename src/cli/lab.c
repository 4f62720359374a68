// SPDX-License-Identifier: MIT
// `tengen lab`: the laboratory's verbs and options.
#include "cli/lab.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/thread.h"
#include "cli/thought.h"
#include "lab/seed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct LabVerb {
    const char *name;
    int words; // including itself
    int (*run)(const Call *call, LabPlan *plan);
    size_t names; // where in LabOptions the searches of its plan are,
    const char *usual_names, *usual_depth, *usual_threads; // NULL: no plan; as many as cores
} LabVerb;

// --- what was asked for ---

bool lab_range(const char *what, const char *text, int most, Range *range, Error *err) {
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

// Something worth searching where no position was given.
static const char *default_position(const Call *call, const CommonOptions *options) {
    bool usual = !options->game || options->game == registry_games(call->registry)[0];
    return usual && !options->width ? "h8 i9 j7 i7 i8" : "-";
}

static bool read_plan(const Call *call, const LabVerb *verb, LabPlan *plan, Error *err) {
    const LabOptions *given = call->options;
    const char *names = *(char *const *)((const char *)given + verb->names);
    char cores[32];
    snprintf(cores, sizeof cores, "1..%d",
             thread_cores() < LAB_THREADS_MAX ? thread_cores() : LAB_THREADS_MAX);
    plan->settings = (LabSettings){
        .deepening = given->deepening,
        .table_bytes = (size_t)given->table_bytes,
        .width = (size_t)given->width,
        .threads = 1,
        .seed = given->common.seed == LIMIT_NONE ? 1 : (uint64_t)given->common.seed,
    };
    if (!parse_searches(names ? names : verb->usual_names, plan, err) ||
        !lab_range("depth", given->depth ? given->depth : verb->usual_depth, LAB_DEPTH_MAX,
                   &plan->depths, err) ||
        !lab_range("threads",
                   given->threads        ? given->threads
                   : verb->usual_threads ? verb->usual_threads
                                         : cores,
                   LAB_THREADS_MAX, &plan->threads, err) ||
        !parse_ordering(given->order ? given->order : "static", &plan->settings.ordering, err))
        return false;
    const char *text = given->position ? given->position : default_position(call, call->common);
    plan->position = thought_position(call, text);
    if (!plan->position)
        return false;
    if (position_result(plan->position) != RESULT_NONE)
        return error_set(err, "the game is over (%s); there is nothing to search",
                         position_result_reason(plan->position));
    plan->settings.evaluator = evaluator_find(given->eval, plan->position->type, err);
    return plan->settings.evaluator != NULL;
}

// --- running ---

void lab_runner_open(LabRunner *runner, const Call *call, const LabPlan *plan) {
    const LabOptions *given = call->options;
    *runner = (LabRunner){.position = plan->position,
                          .limit_ms = given->cell_ms,
                          .timer = timer_new(),
                          .quiet = call->common->quiet};
    watch_open(&runner->watch);
}

void lab_runner_close(LabRunner *runner) {
    watch_close(&runner->watch);
    timer_free(runner->timer);
}

typedef struct LabRun {
    const Search *search;
    LabSettings settings;
    int depth;
    const LabRunner *runner;
    Finding *found;
} LabRun;

static void run_cell(Watch *watch, const Ask *ask, void *argument) {
    LabRun *cell = argument;
    const LabRunner *runner = cell->runner;
    (void)watch;
    cell->settings.stop = ask->stop;
    timer_arm(runner->timer, ask->start_us + runner->limit_ms * 1000, ask->stop);
    search_run(cell->search, &cell->settings, runner->position, cell->depth, cell->found);
    timer_disarm(runner->timer);
}

static void show_cell(const Info *info, void *argument, Text *line) {
    const LabRun *cell = argument;
    text_addf(line, "%s, depth %d: %.1f s", cell->search->name, cell->depth,
              (double)info->time_ms / 1000);
}

void lab_runner_run(LabRunner *runner, const Search *search, const LabSettings *settings, int depth,
                    Finding *found) {
    LabRun cell = {search, *settings, depth, runner, found};
    watch_run(&runner->watch, run_cell, &cell, runner->quiet ? NULL : show_cell);
}

int lab_draw(const Call *call, const ChartFigure *figure, int code) {
    const LabOptions *given = call->options;
    Text svg = {0};
    if (given->svg_path) {
        chart_figure(figure, &svg);
        if (!file_write(given->svg_path, text_chars(&svg), svg.length, call->err))
            code = call_error(call, EXIT_MACHINE);
    }
    text_free(&svg);
    return code;
}

// --- the verbs ---

static const struct {
    const char *name, *summary;
} enhancements[] = {
    {"--order none|static|history|killers|all", "which move is tried first"},
    {"--deepening", "depth 1, 2, 3 ... in turn"},
    {"--table 16M", "a transposition table"},
    {"--width N", "the N most promising moves only"},
};
enum { ENHANCEMENTS = sizeof enhancements / sizeof *enhancements };

static void list_searches(Text *out, bool parallel) {
    for (const Search *search = lab_searches; search->name; search++)
        if (search->parallel == parallel)
            text_addf(out, "  %-11s %s%s\n", search->name, search->summary,
                      search->any_best ? "; may choose among equals" : "");
}

static void list_text(Text *out) {
    text_add(out, "searches (--searches)\n");
    list_searches(out, false);
    text_add(out, "\nparallel schemes (--searches, --scheme)\n");
    list_searches(out, true);
    text_add(out, "\nenhancements\n");
    for (size_t i = 0; i < ENHANCEMENTS; i++)
        text_addf(out, "  %-42s %s\n", enhancements[i].name, enhancements[i].summary);
    text_add(out, "\nevaluations (--eval)\n");
    for (const Evaluator *const *row = lab_evaluators; *row; row++)
        text_addf(out, "  %-11s %-7s %s\n", (*row)->name, (*row)->game->name, (*row)->summary);
    text_add(out, "\nseeds (seed NAME; also players)\n");
    for (const SeedType *const *row = lab_seeds; *row; row++)
        text_addf(out, "  %-11s %-7s %s\n", (*row)->player.name, (*row)->game->name,
                  (*row)->player.summary);
}

static void list_row(Text *out, const char *kind, const char *name, const char *game,
                     const char *summary) {
    Json json = json_line(out);
    json_put_text(&json, "kind", kind);
    json_put_text(&json, "name", name);
    json_put_text(&json, "game", game); // null: any
    json_put_text(&json, "summary", summary);
    json_end_line(&json);
}

static void list_json(Text *out) {
    for (const Search *search = lab_searches; search->name; search++)
        list_row(out, search->parallel ? "scheme" : "search", search->name, NULL, search->summary);
    for (size_t i = 0; i < ENHANCEMENTS; i++)
        list_row(out, "enhancement", enhancements[i].name, NULL, enhancements[i].summary);
    for (const Evaluator *const *row = lab_evaluators; *row; row++)
        list_row(out, "evaluation", (*row)->name, (*row)->game->name, (*row)->summary);
    for (const SeedType *const *row = lab_seeds; *row; row++)
        list_row(out, "seed", (*row)->player.name, (*row)->game->name, (*row)->player.summary);
}

static int lab_list(const Call *call, LabPlan *plan) {
    (void)plan;
    Text out = {0};
    (call->common->json ? list_json : list_text)(&out);
    output_end(&out);
    return EXIT_GOOD;
}

#define AT(field) offsetof(LabOptions, field)

static const LabVerb verbs[] = {
    {"compare", 1, lab_compare, AT(searches), "minimax,alphabeta,negascout,mtdf,sss", "1..4", "1"},
    {"scaling", 1, lab_scaling, AT(schemes), "root-split,pv-split,ybw,lazy", "5", NULL},
    {"explain", 1, lab_explain, AT(search), "failsoft", "2", "1"},
    {"seed", 2, lab_seed, 0, NULL, NULL, NULL},
    {"list", 1, lab_list, 0, NULL, NULL, NULL},
};

static int run_verb(const Call *call, const LabVerb *verb) {
    if ((int)call->word_count != verb->words)
        return call_fail(call, EXIT_USAGE, "%s takes %d word%s, not %zu", verb->name,
                         verb->words - 1, verb->words == 2 ? "" : "s", call->word_count - 1);
    if (call->common->json && ((const LabOptions *)call->options)->csv)
        return call_fail(call, EXIT_USAGE, "rows are either --json or --csv, not both");
    LabPlan plan = {0};
    int code = !verb->usual_names || read_plan(call, verb, &plan, call->err)
                   ? verb->run(call, &plan)
                   : call_error(call, EXIT_USAGE);
    position_free(plan.position);
    return code;
}

static int run(const Call *call) {
    Text known = {0};
    const LabVerb *found = NULL;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        text_addf(&known, "%s%s", i ? ", " : "", verbs[i].name);
        if (strcmp(call->words[0], verbs[i].name) == 0)
            found = &verbs[i];
    }
    int code = found ? run_verb(call, found)
                     : call_fail(call, EXIT_USAGE, "the lab has no '%.40s'; it has %s",
                                 call->words[0], text_chars(&known));
    text_free(&known);
    return code;
}

static const Option options[] = {
    {"searches", OPTION_TEXT, AT(searches), "NAME,NAME", 0, 0,
     "compare: which (minimax,alphabeta,negascout,mtdf,sss)"},
    {"scheme", OPTION_TEXT, AT(schemes), "NAME,NAME", 0, 0,
     "scaling: which (root-split,pv-split,ybw,lazy)"},
    {"search", OPTION_TEXT, AT(search), "NAME", 0, 0, "explain: which (failsoft)"},
    {"depth", OPTION_TEXT, AT(depth), "1..6", 0, 0,
     "plies, one or a range (compare 1..4, scaling 5, explain 2)"},
    {"threads", OPTION_TEXT, AT(threads), "1..4", 0, 0,
     "one or a range (compare 1, scaling 1..cores)"},
    {"position", OPTION_TEXT, AT(position), "POSITION", 0, 0,
     "what is searched (a Gomoku opening)"},
    {"eval", OPTION_TEXT, AT(eval), "NAME", 0, 0, "evaluation (windows, distance)"},
    {"order", OPTION_TEXT, AT(order), "NAME,NAME", 0, 0,
     "none, static, history, killers, all (static)"},
    {"deepening", OPTION_FLAG, AT(deepening), NULL, 0, 0, "search depth 1, 2, 3 ... in turn"},
    {"table", OPTION_BYTES, AT(table_bytes), "16M", 0, (int64_t)1 << 40,
     "size of a transposition table (none)"},
    {"width", OPTION_INT, AT(width), "N", 0, 1000,
     "only the N most promising moves of a node (all; explain 4)"},
    {"cell-time", OPTION_DURATION, AT(cell_ms), "10s", 1, 86400000,
     "a search that takes longer is skipped (10s)"},
    {"simulate", OPTION_FLAG, AT(simulate), NULL, 0, 0,
     "scaling: predict more workers from a recorded tree"},
    {"faithful", OPTION_FLAG, AT(faithful), NULL, 0, 0,
     "seed: as its document has it, slips included"},
    {"csv", OPTION_FLAG, AT(csv), NULL, 0, 0, "rows with commas"},
    {"svg", OPTION_TEXT, AT(svg_path), "FILE", 0, 0, "draw the charts"},
    {0},
};

static const LabOptions defaults = {.cell_ms = 10000};

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
               "explain writes an object for what happens at a node (event, ply, move, depth,\n"
               "alpha, beta, value, left_out), values as compare has them and null for\n"
               "infinite; then one for the whole.\n"
               "Ctrl-C ends a run with what is finished.\n",
    .common = COMMON_BOARD | COMMON_TO_MOVE | COMMON_SEED | COMMON_JSON | COMMON_QUIET,
    .options = options,
    .size = sizeof(LabOptions),
    .defaults = &defaults,
    .min_words = 1,
    .max_words = 2,
    .run = run,
};
