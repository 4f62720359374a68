// SPDX-License-Identifier: MIT
#include "train/trainer.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "net/asset.h"
#include "train/calibrate.h"
#include "train/repeats.h"
#include "train/sample_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REPORTS_MOST = 1 << 24 }; // more than anybody waits for

static const Trainer *const trainers[] = {&gomoku_trainer, &gomoku_line_trainer, &hex_trainer,
                                          NULL};

// NULL when there is none.
static const Trainer *trainer_of_game(const GameType *game, bool network) {
    const Trainer *found = NULL;
    for (const Trainer *const *row = trainers; *row; row++)
        if ((*row)->game == game && (!found || (*row)->network == network))
            found = *row;
    return found;
}

double fit_target(const FitSettings *settings, double came, int score) {
    double blend = (double)settings->blend_percent / 100;
    if (blend <= 0)
        return came;
    return (1 - blend) * came + blend * score_logistic(score / settings->score_scale);
}

// Where a run is; with the fit and the place in the files, all that a checkpoint keeps.
typedef struct TrainState {
    int64_t games, held_out, positions; // in one pass
    double scale;                       // of the search's scores
    Score before;
    int64_t pass, games_shown, positions_shown, positions_reported;
} TrainState;

typedef struct TrainRun {
    const TrainOrder *order;
    TrainResult *result;
    const Trainer *trainer;
    Fit *fit;
    SampleFiles *files, *judged_files; // to learn from; to be judged by meanwhile
    SampleGame game;
    TrainState state;
    Repeats *repeats;
    Text about; // which run it is
    bool learning;
    int64_t kept_us; // when
    Error *err;
} TrainRun;

typedef bool (*GameFn)(TrainRun *run, bool held_out, void *user); // false: something failed

// --- the checkpoint ---

static bool add_file(const char *path, Text *out, Error *err) {
    struct stat about;
    if (stat(path, &about) != 0)
        return error_set(err, "cannot read %.200s: %s", path, strerror(errno));
    text_addf(out, " %s %" PRId64, path, (int64_t)about.st_size);
    return true;
}

// The files by their names and sizes; the one to start from by what is in it, too.
static bool tell_run(TrainRun *run) {
    const TrainOrder *order = run->order;
    const FitSettings *settings = &order->settings;
    Text *about = &run->about, start = {0};
    text_addf(about,
              "%s %s %s, passes %" PRId64 ", batch %" PRId64 ", blend %" PRId64 ", waiting %" PRId64
              ", rate %" PRId64 ", seed %" PRIu64,
              run->result->board.game->name,
              run->result->board.game->rules[run->result->board.rule].name,
              run->trainer->network ? "network" : "weights", settings->passes, settings->batch,
              settings->blend_percent, settings->waiting, settings->rate_percent, settings->seed);
    bool ok = true;
    if (settings->start) {
        ok = file_read(settings->start, &start, run->err);
        text_addf(about, ", start %s %016" PRIx64, settings->start,
                  net_asset_hash(text_chars(&start), start.length));
    }
    text_add(about, ", files");
    for (size_t i = 0; ok && i < order->paths->count; i++)
        ok = add_file(order->paths->items[i], about, run->err);
    for (char *c = about->chars; *c; c++)
        *c = *c == '\n' ? '?' : *c;
    text_free(&start);
    return ok;
}

static bool create_fit(TrainRun *run) {
    FitSettings settings = run->order->settings;
    settings.score_scale = run->state.scale;
    if (settings.score_scale <= 0)
        settings.blend_percent = 0; // nothing can be learned from such scores
    run->fit = run->trainer->create(run->result->board.rule, &settings,
                                    (double)run->state.positions, run->err);
    return run->fit != NULL;
}

static void keep_reports(TrainResult *result, Checkpoint *checkpoint) {
    size_t count = checkpoint_number(checkpoint, result->report_count, REPORTS_MOST);
    for (size_t i = 0; i < count; i++) {
        if (i == result->report_count)
            *MEM_MORE(result->reports, result->report_count, result->report_capacity) =
                (TrainReport){0};
        checkpoint_keep(checkpoint, &result->reports[i], sizeof *result->reports);
    }
}

// Both ways.
static bool keep_all(TrainRun *run, Checkpoint *checkpoint) {
    checkpoint_expect(checkpoint, sizeof run->state);
    checkpoint_keep(checkpoint, &run->state, sizeof run->state);
    sample_files_keep(run->files, checkpoint);
    if (checkpoint_brings_back(checkpoint) && !create_fit(run))
        return false;
    keep_reports(run->result, checkpoint);
    repeats_keep(run->repeats, checkpoint);
    run->trainer->keep(run->fit, checkpoint);
    return true;
}

static bool keep(TrainRun *run) {
    Checkpoint *checkpoint = checkpoint_new(run->order->checkpoint, run->about.chars);
    keep_all(run, checkpoint);
    run->kept_us = clock_now_us();
    run->result->broken = !checkpoint_close(checkpoint, run->err);
    return !run->result->broken;
}

static bool is_time_to_keep(const TrainRun *run) {
    return run->order->checkpoint &&
           clock_now_us() - run->kept_us >= run->order->checkpoint_ms * 1000;
}

// --- the games ---

static bool go_on(const TrainRun *run) {
    const TrainOrder *order = run->order;
    const TrainState *state = &run->state;
    TrainProgress progress = {.pass = state->pass,
                              .passes = order->settings.passes,
                              .positions = state->positions_shown,
                              .all = state->positions * order->settings.passes};
    return !order->on_game || order->on_game(&progress, order->user);
}

static bool stop(TrainRun *run) {
    if (run->learning && run->order->checkpoint && !keep(run))
        return false;
    run->result->stopped = true;
    return error_set(run->err, "stopped in pass %" PRId64 " of %" PRId64 "%s", run->state.pass + 1,
                     run->order->settings.passes,
                     run->order->checkpoint ? "; the same command goes on from there" : "");
}

// Shows every game of every file that is left to `visit`, each file in its order.
static bool visit_rest(TrainRun *run, SampleFiles *files, GameFn visit, void *user) {
    Error err = {""};
    for (bool held_out; sample_files_next(files, &run->game, &held_out, &err);) {
        run->result->board = *sample_files_board(files);
        if (!visit(run, held_out, user))
            return false;
        if (!go_on(run))
            return stop(run);
        if (run->learning && is_time_to_keep(run) && !keep(run))
            return false;
    }
    return !err.text[0] || error_set(run->err, "%s", err.text);
}

static bool visit_all(TrainRun *run, SampleFiles *files, GameFn visit, void *user) {
    sample_files_begin(files);
    return visit_rest(run, files, visit, user);
}

static int64_t judged_moves(const SampleGame *game) {
    int64_t count = 0;
    for (size_t i = 0; i < game->count; i++)
        count += game->moves[i].judged;
    return count;
}

static bool count_game(TrainRun *run, bool held_out, void *user) {
    (void)user;
    TrainState *state = &run->state;
    state->games++;
    state->held_out += held_out;
    state->positions += held_out ? 0 : judged_moves(&run->game);
    return true;
}

static bool judge_game(TrainRun *run, bool held_out, void *user) {
    if (held_out)
        run->trainer->follow(run->fit, &run->result->board, &run->game, 0, user);
    return true;
}

static bool judge_all(TrainRun *run, Score *score) {
    bool ok = visit_all(run, run->judged_files, judge_game, score);
    if (run->trainer->judge_rest)
        run->trainer->judge_rest(run->fit, score);
    return ok;
}

// How it does by now.
static bool report(TrainRun *run) {
    TrainResult *result = run->result;
    TrainReport now = {.pass = run->state.pass + 1, .positions = run->state.positions_shown};
    if (!judge_all(run, &now.held_out))
        return false;
    now.learned = run->trainer->learned(run->fit);
    result->games = run->state.games;
    run->state.positions_reported = now.positions;
    *MEM_MORE(result->reports, result->report_count, result->report_capacity) = now;
    if (run->order->on_report)
        run->order->on_report(result, run->order->user);
    return true;
}

static bool study_game(TrainRun *run, bool held_out, void *user) {
    (void)user;
    const TrainOrder *order = run->order;
    TrainState *state = &run->state;
    double all = (double)(state->games * order->settings.passes);
    double rate = (double)order->settings.rate_percent / 100; // of the usual steps
    state->games_shown++;
    if (held_out)
        return true;
    state->positions_shown += judged_moves(&run->game);
    repeats_drop(run->repeats, &run->result->board, &run->game);
    run->trainer->follow(run->fit, &run->result->board, &run->game,
                         rate * (1 - (double)state->games_shown / (all + 1)), NULL);
    return !order->report_positions ||
           state->positions_shown - state->positions_reported < order->report_positions ||
           report(run);
}

// All files are of one game and rule, and of the ones asked for.
static bool agree(TrainRun *run) {
    const TrainOrder *order = run->order;
    const GameType *game = order->game;
    int rule = order->rule;
    for (size_t i = 0; i < order->paths->count; i++) {
        SampleReader *reader = samples_read(order->paths->items[i], order->games, run->err);
        if (!reader)
            return false;
        const SampleBoard board = *samples_board(reader);
        samples_end(reader);
        if ((game && board.game != game) || (rule >= 0 && board.rule != rule))
            return error_set(run->err, "%.200s is about %s; one rule is learned at a time",
                             order->paths->items[i], board.game->rules[board.rule].name);
        game = board.game;
        rule = board.rule;
    }
    run->result->board = (SampleBoard){.game = game ? game : order->games[0], .rule = rule};
    if (rule < 0)
        run->result->board.rule = 0;
    run->trainer = trainer_of_game(run->result->board.game, order->settings.network);
    return run->trainer ||
           error_set(run->err, "there is nothing to learn in %s", run->result->board.game->name);
}

static void write_note(const TrainOrder *order, const TrainResult *result, Text *out) {
    const Score *after = &result->after;
    if (!order->paths->count) {
        text_addf(out, "Typed in, to begin with; nothing is learned yet.\n");
        return;
    }
    text_addf(out, "Learned from %" PRId64 " games by\n  %s\n", result->games, order->command);
    if (after->positions)
        text_addf(out, "Held-out loss %.4f (start %.4f, flat %.4f) over %" PRId64 " positions.\n",
                  after->loss / (double)after->positions,
                  result->before.loss / (double)after->positions, score_flat_loss(after),
                  after->positions);
    if (after->moves)
        text_addf(out, "Moves: cross-entropy %.3f (start %.3f), %.1f%% first, %.1f%% among %d.\n",
                  after->move_loss / (double)after->moves,
                  result->before.move_loss / (double)after->moves,
                  100.0 * (double)after->first / (double)after->moves,
                  100.0 * (double)after->top / (double)after->moves, SCORE_TOP);
}

// What there is, and what the search's scores mean in it.
static bool survey(TrainRun *run) {
    const TrainOrder *order = run->order;
    Calibration calibration;
    if (!visit_all(run, run->files, count_game, NULL))
        return false;
    if (order->paths->count && !run->state.positions)
        return error_set(run->err, "there are no games to learn from in %.200s",
                         order->paths->items[0]);
    if (!calibrate_run(order->games, order->paths, &calibration, run->err))
        return false;
    run->state.scale = calibration.scale;
    return true;
}

static bool begin(TrainRun *run) {
    bool ok = survey(run) && create_fit(run) && judge_all(run, &run->state.before);
    sample_files_begin(run->files);
    return ok;
}

// Goes on where the checkpoint was made.
static bool resume(TrainRun *run, Checkpoint *checkpoint) {
    bool ok = keep_all(run, checkpoint);
    return checkpoint_close(checkpoint, ok ? run->err : NULL) && ok;
}

static bool begin_or_resume(TrainRun *run) {
    const TrainOrder *order = run->order;
    Checkpoint *checkpoint = NULL;
    if (order->checkpoint) {
        if (!tell_run(run))
            return false;
        checkpoint = checkpoint_open(order->checkpoint, run->about.chars, run->err);
        if (!checkpoint && run->err->text[0])
            return false;
    }
    return checkpoint ? resume(run, checkpoint) : begin(run);
}

static bool learn(TrainRun *run) {
    const TrainOrder *order = run->order;
    if (!begin_or_resume(run))
        return false;
    TrainState *state = &run->state;
    run->result->before = state->before;
    run->kept_us = clock_now_us();
    run->learning = true;
    for (; state->pass < order->settings.passes && order->paths->count; state->pass++) {
        if (!visit_rest(run, run->files, study_game, NULL) || !report(run))
            return false;
        sample_files_begin(run->files);
        repeats_begin(run->repeats);
    }
    run->learning = false;
    run->trainer->settle(run->fit);
    return judge_all(run, &run->result->after);
}

static void tell_result(TrainRun *run) {
    TrainResult *result = run->result;
    const TrainState *state = &run->state;
    Text note = {0};
    result->games = state->games;
    result->held_out = state->held_out;
    result->positions = state->positions;
    write_note(run->order, result, &note);
    run->trainer->write(run->fit, text_chars(&note), &result->weights);
    text_free(&note);
}

bool train_run(const TrainOrder *order, TrainResult *result, Error *err) {
    *result = (TrainResult){0};
    *err = (Error){""};
    TrainRun run = {.order = order, .result = result, .err = err};
    run.repeats = repeats_new();
    run.files = sample_files_new(order->paths, order->games);
    run.judged_files = sample_files_new(order->paths, order->games);
    bool ok = agree(&run) && learn(&run);
    if (ok)
        tell_result(&run);
    if (run.fit)
        run.trainer->destroy(run.fit);
    repeats_free(run.repeats);
    sample_files_free(run.files);
    sample_files_free(run.judged_files);
    sample_free(&run.game);
    text_free(&run.about);
    return ok;
}

void train_result_free(TrainResult *result) {
    text_free(&result->weights);
    free(result->reports);
    *result = (TrainResult){0};
}

void train_print(const TrainResult *result, Text *out) {
    const Score *before = &result->before, *after = &result->after;
    text_addf(out, "%" PRId64 " games, %" PRId64 " held out; %" PRId64 " positions to learn from\n",
              result->games, result->held_out, result->positions);
    if (after->positions) {
        double count = (double)after->positions;
        text_addf(out, "chances: held-out loss %.4f, at the start %.4f, of the average %.4f\n\n",
                  after->loss / count, before->loss / count, score_flat_loss(after));
        score_print_bins(after, out);
        text_add_char(out, '\n');
    }
    if (after->moves) {
        double count = (double)after->moves;
        text_addf(out,
                  "moves: cross-entropy %.3f, at the start %.3f, of chance %.3f\n"
                  "       %.1f%% first choice, %.1f%% among the first %d (at the start %.1f%%, "
                  "%.1f%%)\n",
                  after->move_loss / count, before->move_loss / count, after->uniform_loss / count,
                  100 * (double)after->first / count, 100 * (double)after->top / count, SCORE_TOP,
                  100 * (double)before->first / count, 100 * (double)before->top / count);
    }
}
