// SPDX-License-Identifier: MIT
#include "train/trainer.h"

#include "base/memory.h"
#include "train/calibrate.h"

#include <inttypes.h>
#include <stdlib.h>

enum { HELD_OUT = 10 }; // one game in this many is held out for validation

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

typedef struct TrainRun {
    const TrainOrder *order;
    TrainResult *result;
    const Trainer *trainer;
    Fit *fit;
    SampleGame game;
    int64_t *lengths; // games in each file, once they are counted
    Error *err;
} TrainRun;

typedef void (*GameFn)(TrainRun *run, bool held_out, void *user);

// One of several files that are read side by side.
typedef struct SampleSource {
    SampleReader *reader; // NULL at its end
    int64_t number;       // of the next game
} SampleSource;

// The file that is furthest behind, by the share of its games that were shown; NULL when all are at
// their ends. Files may be of different kinds of games, and none shall come last.
static SampleSource *next_source(const TrainRun *run, SampleSource *sources) {
    SampleSource *best = NULL;
    double least = 0;
    for (size_t i = 0; i < run->order->paths->count; i++) {
        double shown = ((double)sources[i].number + 1) / (double)(run->lengths[i] + 1);
        if (!sources[i].reader || (best && shown >= least))
            continue;
        best = &sources[i];
        least = shown;
    }
    return best;
}

// Shows every game of every file to `visit`, each file in its order.
static bool visit_all(TrainRun *run, GameFn visit, void *user) {
    size_t count = run->order->paths->count;
    SampleSource *sources = mem_new_array(count + 1, sizeof *sources), *source;
    const TrainOrder *order = run->order;
    Error err = {""};
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        sources[i].reader = samples_read(order->paths->items[i], order->games, run->err);
        ok = sources[i].reader;
    }
    while (ok && (source = next_source(run, sources))) {
        if (!samples_next(source->reader, &run->game, &err)) {
            samples_end(source->reader);
            source->reader = NULL;
            run->lengths[source - sources] = source->number;
            ok = !err.text[0] || error_set(run->err, "%s", err.text);
            continue;
        }
        run->result->board = *samples_board(source->reader);
        visit(run, source->number++ % HELD_OUT == HELD_OUT - 1, user);
    }
    for (size_t i = 0; i < count; i++)
        samples_end(sources[i].reader);
    free(sources);
    return ok;
}

static void count_game(TrainRun *run, bool held_out, void *user) {
    (void)user;
    TrainResult *result = run->result;
    result->games++;
    result->held_out += held_out;
    if (!held_out)
        for (size_t i = 0; i < run->game.count; i++)
            result->positions += run->game.moves[i].judged;
}

typedef struct Pass {
    double done, all; // games
} Pass;

static void study_game(TrainRun *run, bool held_out, void *user) {
    Pass *pass = user;
    pass->done++;
    if (!held_out)
        run->trainer->follow(run->fit, &run->result->board, &run->game,
                             1 - pass->done / (pass->all + 1), NULL);
}

static void judge_game(TrainRun *run, bool held_out, void *user) {
    if (held_out)
        run->trainer->follow(run->fit, &run->result->board, &run->game, 0, user);
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

static bool learn(TrainRun *run) {
    const TrainOrder *order = run->order;
    TrainResult *result = run->result;
    if (!visit_all(run, count_game, NULL))
        return false;
    if (order->paths->count && !result->positions)
        return error_set(run->err, "there are no games to learn from in %.200s",
                         order->paths->items[0]);
    FitSettings settings = order->settings;
    Calibration calibration;
    if (!calibrate_run(order->games, order->paths, &calibration, run->err))
        return false;
    settings.score_scale = calibration.scale;
    if (calibration.scale <= 0)
        settings.blend_percent = 0; // nothing can be learned from such scores
    run->fit =
        run->trainer->create(result->board.rule, &settings, (double)result->positions, run->err);
    if (!run->fit)
        return false;
    if (!visit_all(run, judge_game, &result->before))
        return false;
    Pass pass = {.all = (double)(result->games * order->settings.passes)};
    for (int64_t i = 0; i < order->settings.passes && order->paths->count; i++) {
        if (!visit_all(run, study_game, &pass))
            return false;
        if (order->on_pass)
            order->on_pass(i + 1, order->settings.passes, order->user);
    }
    run->trainer->settle(run->fit);
    return visit_all(run, judge_game, &result->after);
}

bool train_run(const TrainOrder *order, TrainResult *result, Error *err) {
    *result = (TrainResult){0};
    TrainRun run = {.order = order, .result = result, .err = err};
    run.lengths = mem_new_array(order->paths->count + 1, sizeof *run.lengths);
    bool ok = agree(&run) && learn(&run);
    if (ok) {
        Text note = {0};
        write_note(order, result, &note);
        run.trainer->write(run.fit, text_chars(&note), &result->weights);
        text_free(&note);
    }
    if (run.fit)
        run.trainer->destroy(run.fit);
    sample_free(&run.game);
    free(run.lengths);
    return ok;
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
