// SPDX-License-Identifier: MIT
// The tables are measured in src/lab/seed_tables.c; here they become text or JSON. A run goes on a
// thread of its own while this one watches for Ctrl-C, which ends it with the rows there are.
#include "cli/lab.h"

#include "base/json.h"
#include "base/thread.h"
#include "game/coord.h"
#include "lab/seed_tables.h"

#include <inttypes.h>
#include <math.h>

typedef struct SeedRun {
    const SeedTableType *type;
    SeedTable table;
    const CommonOptions *common;
    bool headed; // the column titles stand
    Text out;    // touched by the running thread only
    Watch *watch;
} SeedRun;

static double milliseconds(int64_t us) {
    return (double)us / 1000;
}

static double hit_percent(const SeedAnswer *answer) {
    return answer->evaluations ? 100.0 * (double)answer->hits / (double)answer->evaluations : 0;
}

// --- text ---

static void write_titles(const SeedRun *run, Text *out) {
    unsigned shows = run->type->shows;
    text_addf(out, "%-21s", "variant");
    if (shows & SEED_SHOWS_POSITION)
        text_addf(out, " %-8s", "position");
    if (shows & SEED_SHOWS_DEPTH)
        text_addf(out, " %5s", "depth");
    if (shows & SEED_SHOWS_THREADS)
        text_addf(out, " %7s", "threads");
    text_addf(out, " %11s", "nodes");
    if (shows & SEED_SHOWS_ROOT)
        text_addf(out, " %13s", "root children");
    if (shows & SEED_SHOWS_HASH)
        text_addf(out, " %12s %6s", "evaluations", "hits");
    text_addf(out, " %10s", "ours");
    if (shows & SEED_SHOWS_PUBLISHED)
        text_addf(out, " %10s %9s", "published", "ratio");
    if (shows & SEED_SHOWS_SPEEDUP)
        text_addf(out, " %8s", "speed-up");
    if (shows & SEED_SHOWS_MOVE)
        text_addf(out, " %5s", "move");
    text_add_char(out, '\n');
}

static void write_row(const SeedRun *run, const SeedRow *row, Text *out) {
    unsigned shows = run->type->shows;
    double ours = milliseconds(row->time_us);
    text_addf(out, "%-21s", row->variant);
    if (shows & SEED_SHOWS_POSITION)
        text_addf(out, " %-8s", row->position);
    if (shows & SEED_SHOWS_DEPTH)
        text_addf(out, " %5d", row->answer.depth);
    if (shows & SEED_SHOWS_THREADS)
        text_addf(out, " %7d", row->threads);
    text_addf(out, " %11" PRIu64, row->answer.nodes);
    if (shows & SEED_SHOWS_ROOT)
        text_addf(out, " %13d", row->answer.root_children);
    if (shows & SEED_SHOWS_HASH)
        text_addf(out, " %12" PRIu64 " %5.1f%%", row->answer.evaluations,
                  hit_percent(&row->answer));
    text_addf(out, " %7.1f ms", ours);
    if (shows & SEED_SHOWS_PUBLISHED && row->published_ms > 0)
        text_addf(out, " %7.0f ms %8.0fx", row->published_ms, row->published_ms / ours);
    else if (shows & SEED_SHOWS_PUBLISHED)
        text_addf(out, " %10s %9s", "-", "-");
    if (shows & SEED_SHOWS_SPEEDUP && row->serial_us > 0 && row->threads > 1)
        text_addf(out, " %7.2fx", (double)row->serial_us / (double)row->time_us);
    else if (shows & SEED_SHOWS_SPEEDUP)
        text_addf(out, " %8s", "-");
    char word[COORD_CHARS];
    if (shows & SEED_SHOWS_MOVE)
        text_addf(out, " %5s", move_print(row->board, row->answer.move, word));
    text_add_char(out, '\n');
    if (row->line && !run->common->quiet)
        text_addf(out, "    %s\n", row->line);
}

// --- JSON ---

static void write_json(const SeedRun *run, const SeedRow *row, Text *out) {
    Json json = json_line(out);
    char word[COORD_CHARS];
    json_put_text(&json, "seed", run->type->seed->player.name);
    json_put_text(&json, "variant", row->variant);
    json_put_bool(&json, "faithful", run->table.faithful);
    json_put_text(&json, "position", row->position);
    json_put_int(&json, "depth", row->answer.depth);
    json_put_int(&json, "threads", row->threads);
    json_put_int(&json, "nodes", (int64_t)row->answer.nodes);
    json_put_int(&json, "root_children", row->answer.root_children);
    json_put_int(&json, "evals", (int64_t)row->answer.evaluations);
    json_put_number(&json, "hit_rate", hit_percent(&row->answer) / 100, 4);
    json_put_number(&json, "time_ms", milliseconds(row->time_us), 3);
    json_put_number(&json, "published_ms", row->published_ms > 0 ? row->published_ms : NAN, 0);
    json_put_text(&json, "move",
                  row->board ? move_print(row->board, row->answer.move, word) : NULL);
    json_put_text(&json, "line", row->line);
    json_end_line(&json);
}

// --- the run ---

static void on_row(const SeedRow *row, void *user) {
    SeedRun *run = user;
    if (run->common->json) {
        write_json(run, row, &run->out);
    } else {
        if (!run->headed)
            write_titles(run, &run->out);
        run->headed = true;
        write_row(run, row, &run->out);
    }
    if (!watch_print(run->watch, &run->out))
        stop_raise(run->table.stop);
}

// The best move so far, out at once: killed at any time, the last line is a legal move.
static void on_best(const char *position, const Position *board, const Info *info, void *user) {
    SeedRun *run = user;
    char word[COORD_CHARS];
    move_print(board, info->line.pv[0], word);
    if (run->common->json) {
        Json json = json_line(&run->out);
        json_put_text(&json, "best", word);
        json_put_text(&json, "position", position);
        json_put_int(&json, "depth", info->depth);
        json_end_line(&json);
    } else {
        text_addf(&run->out, "best %s (%s, depth %d)\n", word, position, info->depth);
        run->headed = false;
    }
    if (!watch_print(run->watch, &run->out))
        stop_raise(run->table.stop);
}

static void run_table(Watch *watch, const Ask *ask, void *argument) {
    SeedRun *run = argument;
    run->watch = watch;
    run->table.stop = ask->stop;
    run->type->run(&run->table);
}

static void show_time(const Info *info, void *argument, Text *line) {
    const SeedRun *run = argument;
    text_addf(line, "%s: %.1f s", run->type->seed->player.name, (double)info->time_ms / 1000);
}

static void introduce(const SeedRun *run) {
    Text out = {0};
    const PlayerType *player = &run->type->seed->player;
    text_addf(&out, "%s: %s\n\nPublished. %s", player->name, player->summary, run->type->published);
    if (run->type->slips)
        text_addf(&out, "\n%s:\n%s.\n\n",
                  run->table.faithful ? "Here as written, with its slips"
                                      : "Here as meant. What --faithful brings back",
                  run->type->slips);
    else
        text_add(&out, "\nHere as meant, which is as written: --faithful changes nothing.\n\n");
    int cores = thread_cores();
    if (run->type->shows & SEED_SHOWS_THREADS && (cores < 2 || run->table.threads > cores))
        text_addf(&out, "This machine has %d core%s for it: more threads gain nothing here.\n\n",
                  cores, cores == 1 ? "" : "s");
    output_end(&out);
}

// One number, where the other verbs take a range.
static bool parse_number(const char *what, const char *text, int most, int64_t *number,
                         Error *err) {
    Range range;
    *number = LIMIT_NONE;
    if (!text)
        return true;
    if (!lab_range(what, text, most, &range, err))
        return false;
    *number = range.first;
    return range.first == range.last ||
           error_set(err, "seed takes one %s, not the range %.40s", what, text);
}

static bool read_options(const Call *call, SeedRun *run, Error *err) {
    const LabOptions *given = call->options;
    int width = given->common.width, height = given->common.height;
    SeedTable *table = &run->table;
    *table = (SeedTable){.faithful = given->faithful,
                         .size = width ? width : LIMIT_NONE,
                         .on_row = on_row,
                         .on_best = on_best,
                         .user = run};
    if (!parse_number("depth", given->depth, LAB_DEPTH_MAX, &table->depth, err) ||
        !parse_number("threads", given->threads, LAB_THREADS_MAX, &table->threads, err))
        return false;
    if (given->csv || given->svg_path)
        return error_set(err, "a seed's table comes as text or with --json");
    if (width != height)
        return error_set(err, "a seed plays on square boards, not on %dx%d", width, height);
    run->type = seed_table_find(call->words[1], err);
    return run->type &&
           (!width || !run->type->seed->sizes[0] ||
            error_set(err, "%s runs on its own board; only hexmax takes a size", call->words[1]));
}

int lab_seed(const Call *call, LabPlan *plan) {
    (void)plan;
    SeedRun run = {.common = call->common};
    if (!read_options(call, &run, call->err))
        return call_error(call, EXIT_USAGE);
    if (!run.common->json && !run.common->quiet)
        introduce(&run);
    bool finished = watch_once(run_table, &run, run.common->quiet ? NULL : show_time);
    text_free(&run.out);
    return finished ? EXIT_GOOD : EXIT_BAD;
}
