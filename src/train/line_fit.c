// SPDX-License-Identifier: MIT
// What is learned in Gomoku with `--network`: a line network (gomoku/line_net.h), on top of the weights built in.
//
// The chance to win should be what came of the game, or what the search thought, and the move the search chose
// should be the one the network expects. Lessons wait in a pool until chance draws them, so that a batch is
// about many games. A batch is divided into a fixed number of shards, whatever the number of cores is, and what
// they found is added up in their order: the same files and seed give the same network.
#include "base/file.h"
#include "base/memory.h"
#include "base/thread.h"
#include "gomoku/gomoku.h"
#include "gomoku/weights_text.h"
#include "net/asset.h"
#include "search/pool.h"
#include "train/adam.h"
#include "train/line_packed.h"
#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHARDS = 4,
    WAITING = 65536,      // lessons in the pool
    WAITING_PART = 4,     // ... or of those in a pass one in so many
    JUDGED_MOST = 4096,   // lessons that are judged together
    FORCED_SCORE = 20000, // beyond this the search has seen the end and any move will do
};
static const double ROW_RATE = 0.002, HEAD_RATE = 0.001;
static const double LEAST_SPEED = 0.01;

// What was expected of a lesson, and what came.
typedef struct LineVerdict {
    LineResult result;
    float came;
    int choices; // 0: nothing to say about moves
} LineVerdict;

struct Fit {
    FitSettings settings;
    GomokuRule rule;
    Evaluation *evaluation;
    Field field;
    Rng rng;
    LineModel model;
    Adam heads; // of both sides
    LineHead gradients[2];
    LineImages *images;
    Pool *pool;
    LineShard *shards[SHARDS];
    LinePacked *judged[JUDGED_MOST + FIELD_POINTS];             // to be judged
    LineVerdict verdicts[JUDGED_MOST + FIELD_POINTS], *studied; // studied: of the batch
    Score learned;
    size_t judged_count;
    LineLesson lesson, *opened; // the one being made, and one for each thread
    LinePacked **waiting, **batch;
    size_t waiting_count, waiting_room, batch_count;
    double speed; // of this batch
};

// --- the start ---

static double normal(Rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)rng_below(rng, 1 << 20) / (1 << 20);
    return sum - 6;
}

static void begin_layer(float weights[][LINE_HIDDEN], int inputs, Rng *rng) {
    for (int i = 0; i < inputs; i++)
        for (int k = 0; k < LINE_HIDDEN; k++)
            weights[i][k] = (float)(normal(rng) * sqrt(2.0 / inputs));
}

// Numbers keep their size from layer to layer; the last are 0, so that learning begins with the plain evaluation.
static void begin_head(LineHead *head, Rng *rng) {
    begin_layer(head->sums, LINE_SUMS, rng);
    begin_layer(head->hidden, LINE_HIDDEN, rng);
    begin_layer(head->mood_sums, LINE_SUMS, rng);
    head->plain = head->urge = 1;
}

// A network of this rule, or of freestyle: the others can be learned from that.
static LineNet *read_start(const char *path, GomokuRule rule, Error *err) {
    Text file = {0};
    LineNet *net = NULL;
    if (file_read(path, &file, err)) {
        net = line_net_parse(text_chars(&file), file.length, path, rule, err);
        if (!net)
            net = line_net_parse(text_chars(&file), file.length, path, RULE_FREESTYLE, NULL);
    }
    text_free(&file);
    return net;
}

// At random, or as the network is; where it has one view and the rule two, both begin as that.
static void begin_model(Fit *fit, const LineNet *start) {
    fit->model.shared = weights_are_shared(fit->rule);
    for (int side = 0; side < (fit->model.shared ? 1 : 2); side++) {
        fit->model.rows[side] = line_rows_new(&fit->rng);
        begin_head(&fit->model.heads[side], &fit->rng);
        if (!start)
            continue;
        int8_t *rows = line_net_rows(start, (Side)side);
        line_rows_start(fit->model.rows[side], rows);
        free(rows);
        fit->model.heads[side] = start->heads[side];
    }
    adam_init(&fit->heads, 2 * LINE_HEAD_FLOATS);
    adam_place(&fit->heads, 0, 2 * LINE_HEAD_FLOATS, 0, 0, HEAD_RATE);
    for (size_t i = 0; i < 2 * LINE_HEAD_FLOATS; i++)
        fit->heads.values[i] = ((const float *)fit->model.heads)[i];
}

// A part of what there is: where all of it waits until the end, it is learned when the steps are small.
static size_t usual_room(double positions) {
    double part = positions / WAITING_PART;
    return part >= WAITING ? WAITING : part > 1 ? (size_t)part : 1;
}

static Fit *fit_create(int rule, const FitSettings *settings, double positions, Error *err) {
    LineNet *start = NULL;
    if (settings->start && !(start = read_start(settings->start, (GomokuRule)rule, err)))
        return NULL;
    Fit *fit = mem_new(sizeof *fit);
    fit->settings = *settings;
    fit->rule = (GomokuRule)rule;
    fit->rng = rng_seed(settings->seed);
    fit->evaluation = evaluation_new(fit->rule, weights_of_rule(fit->rule));
    begin_model(fit, start);
    line_net_free(start);
    fit->images = line_images_new();
    fit->pool = pool_new(thread_cores() < SHARDS ? thread_cores() : SHARDS);
    for (int i = 0; i < SHARDS; i++)
        fit->shards[i] = line_shard_new(fit->images);
    fit->opened = mem_new_array((size_t)pool_size(fit->pool), sizeof *fit->opened);
    fit->waiting_room = settings->waiting ? (size_t)settings->waiting : usual_room(positions);
    fit->waiting = mem_new_array(fit->waiting_room, sizeof *fit->waiting);
    fit->studied = mem_new_array((size_t)settings->batch, sizeof *fit->studied);
    fit->batch = mem_new_array((size_t)settings->batch, sizeof *fit->batch);
    return fit;
}

static void fit_destroy(Fit *fit) {
    for (size_t i = 0; i < fit->waiting_count; i++)
        free(fit->waiting[i]);
    for (size_t i = 0; i < fit->batch_count; i++)
        free(fit->batch[i]);
    for (size_t i = 0; i < fit->judged_count; i++)
        free(fit->judged[i]);
    for (int i = 0; i < SHARDS; i++)
        line_shard_free(fit->shards[i]);
    line_rows_free(fit->model.rows[0]);
    line_rows_free(fit->model.rows[1]);
    pool_free(fit->pool);
    adam_free(&fit->heads);
    evaluation_free(fit->evaluation);
    free(fit->images);
    free(fit->opened);
    free(fit->studied);
    free(fit->waiting);
    free(fit->batch);
    free(fit);
}

// --- a batch ---

static LineVerdict verdict_of(const LineLesson *lesson, LineResult result) {
    return (LineVerdict){.result = result,
                         .came = lesson->came,
                         .choices = lesson->chosen >= 0 ? lesson->candidate_count : 0};
}

static void add_verdict(Score *score, const LineVerdict *verdict) {
    const LineResult *result = &verdict->result;
    score_add_chance(score, (double)result->logit, (double)verdict->came);
    if (verdict->choices)
        score_add_move(score, result->place, -result->move_loss, verdict->choices);
}

static void study(void *argument, int index) {
    Fit *fit = argument;
    LineLesson *lesson = &fit->opened[index];
    for (int s = index; s < SHARDS; s += pool_size(fit->pool)) {
        line_shard_begin(fit->shards[s]);
        for (size_t i = (size_t)s; i < fit->batch_count; i += SHARDS) {
            line_packed_open(fit->batch[i], lesson);
            fit->studied[i] =
                verdict_of(lesson, line_shard_study(fit->shards[s], &fit->model, lesson));
        }
    }
}

// The rows, a group a job.
static void step_rows(void *argument, int index) {
    Fit *fit = argument;
    for (int part = index; part < LINE_PARTS; part += pool_size(fit->pool)) {
        for (int s = 0; s < SHARDS; s++)
            line_shard_hand_over_rows(fit->shards[s], &fit->model, part);
        for (int viewer = 0; viewer < 2; viewer++)
            if (fit->model.rows[viewer])
                line_rows_step(fit->model.rows[viewer], part, (double)fit->batch_count,
                               ROW_RATE * fit->speed);
    }
}

// The heads are what the optimiser says.
static void take_heads(Fit *fit) {
    for (size_t i = 0; i < 2 * LINE_HEAD_FLOATS; i++)
        ((float *)fit->model.heads)[i] = (float)fit->heads.values[i];
}

static void step_heads(Fit *fit) {
    memset(fit->gradients, 0, sizeof fit->gradients);
    for (int s = 0; s < SHARDS; s++)
        line_shard_hand_over_heads(fit->shards[s], fit->gradients);
    for (size_t i = 0; i < 2 * LINE_HEAD_FLOATS; i++)
        fit->heads.gradient[i] = ((const float *)fit->gradients)[i];
    adam_step(&fit->heads, (double)fit->batch_count, 1, fit->speed);
    take_heads(fit);
}

static void learn_batch(Fit *fit, double speed) {
    if (!fit->batch_count)
        return;
    fit->speed = speed > LEAST_SPEED ? speed : LEAST_SPEED;
    pool_run(fit->pool, study, fit);
    for (int viewer = 0; viewer < 2; viewer++)
        if (fit->model.rows[viewer])
            line_rows_begin_step(fit->model.rows[viewer]);
    pool_run(fit->pool, step_rows, fit);
    step_heads(fit);
    for (size_t i = 0; i < fit->batch_count; i++)
        add_verdict(&fit->learned, &fit->studied[i]);
    while (fit->batch_count)
        free(fit->batch[--fit->batch_count]);
}

static void take(Fit *fit, LinePacked *lesson, double speed) {
    fit->batch[fit->batch_count++] = lesson;
    if (fit->batch_count == (size_t)fit->settings.batch)
        learn_batch(fit, speed);
}

static void add_lesson(Fit *fit, double speed) {
    LinePacked *lesson = line_packed_new(&fit->lesson);
    if (fit->waiting_count < fit->waiting_room) {
        fit->waiting[fit->waiting_count++] = lesson;
        return;
    }
    LinePacked **drawn = &fit->waiting[rng_below(&fit->rng, (uint32_t)fit->waiting_room)];
    take(fit, *drawn, speed);
    *drawn = lesson;
}

static void judge(void *argument, int index) {
    Fit *fit = argument;
    LineLesson *lesson = &fit->opened[index];
    for (int s = index; s < SHARDS; s += pool_size(fit->pool)) {
        line_shard_begin(fit->shards[s]);
        for (size_t i = (size_t)s; i < fit->judged_count; i += SHARDS) {
            line_packed_open(fit->judged[i], lesson);
            fit->verdicts[i] =
                verdict_of(lesson, line_shard_judge(fit->shards[s], &fit->model, lesson));
        }
    }
}

static void judge_all(Fit *fit, Score *score) {
    pool_run(fit->pool, judge, fit);
    for (size_t i = 0; i < fit->judged_count; i++) {
        add_verdict(score, &fit->verdicts[i]);
        free(fit->judged[i]);
    }
    fit->judged_count = 0;
}

// --- a game ---

// Quiet: no side wins at once, so the search would ask the evaluation here.
static bool is_at_rest(const Field *field) {
    return !field_count(field, SIDE_BLACK, KIND_FIVE) &&
           !field_count(field, SIDE_WHITE, KIND_FIVE) &&
           field_open_four(field, field_to_move(field)) == MOVE_NONE;
}

static void tell_moves(const Fit *fit, const SampleMove *move, LineLesson *lesson) {
    const Field *field = &fit->field;
    Side side = field_to_move(field);
    const Weights *weights = &fit->evaluation->weights;
    lesson->candidate_count = 0;
    lesson->chosen = -1;
    if (!move->best || abs(move->score) >= FORCED_SCORE)
        return;
    CELLSET_EACH (cell, &field->empty) {
        if (!cellset_has(&field->near, cell) || !field_allows(field, side, cell))
            continue;
        if (cell == move->move)
            lesson->chosen = (int16_t)lesson->candidate_count;
        lesson->candidates[lesson->candidate_count++] = (LineCandidate){
            (uint16_t)(move_y(cell) * field->board.width + move_x(cell)),
            (int16_t)(weights->make[side][field_code(field, side, cell)] +
                      weights->deny[side][field_code(field, side_other(side), cell)])};
    }
    if (lesson->candidate_count < 2)
        lesson->chosen = -1;
}

static void make_lesson(Fit *fit, const SampleGame *game, const SampleMove *move) {
    const Field *field = &fit->field;
    LineLesson *lesson = &fit->lesson;
    double came = sample_came(game, field_to_move(field));
    lesson->width = field->board.width;
    lesson->height = field->board.height;
    lesson->side = (uint8_t)field_to_move(field);
    lesson->threats = (int16_t)field_threats(field);
    lesson->plain = (float)field_evaluate(field) / SCORE_UNIT;
    lesson->target = (float)fit_target(&fit->settings, came, move->score);
    lesson->came = (float)came;
    tell_moves(fit, move, lesson);
}

// Follows the game; studies it, or judges it when there is a score to add to.
static void follow(Fit *fit, const SampleBoard *board, const SampleGame *game, double speed,
                   Score *score) {
    Field *field = &fit->field;
    LineLesson *lesson = &fit->lesson;
    Position *empty = position_new(&gomoku_game, gomoku_game.rules[fit->rule].name, board->width,
                                   board->height, NULL);
    field_from_position(field, empty, fit->evaluation);
    position_free(empty);
    lesson->stone_count = 0;
    for (size_t i = 0; i < game->count; i++) {
        const SampleMove *move = &game->moves[i];
        if (move->judged && is_at_rest(field)) {
            make_lesson(fit, game, move);
            if (score)
                fit->judged[fit->judged_count++] = line_packed_new(&fit->lesson);
            else
                add_lesson(fit, speed);
        }
        lesson->stones[lesson->stone_count++] =
            (LineStone){move->move, (uint8_t)field_to_move(field)};
        field_play(field, move->move);
    }
    if (fit->judged_count >= JUDGED_MOST)
        judge_all(fit, score);
}

// --- the end ---

static void fit_settle(Fit *fit) {
    while (fit->waiting_count) {
        LinePacked **drawn = &fit->waiting[rng_below(&fit->rng, (uint32_t)fit->waiting_count)];
        take(fit, *drawn, 0);
        *drawn = fit->waiting[--fit->waiting_count];
    }
    learn_batch(fit, 0);
}

static void fit_write(const Fit *fit, const char *note, Text *out) {
    LineNetPlan plan = {.rule = fit->rule};
    int8_t *all[2] = {0};
    for (int i = 0; i < 2 && fit->model.rows[i]; i++) {
        plan.rows[i] = all[i] = mem_new_array(WINDOWS, LINE_CHANNELS);
        line_rows_write(fit->model.rows[i], all[i]);
        plan.heads[i] = &fit->model.heads[i];
    }
    line_net_write(&plan, note, out);
    free(all[0]);
    free(all[1]);
}

static Score fit_learned(Fit *fit) {
    Score learned = fit->learned;
    fit->learned = (Score){0};
    return learned;
}

// The weights below the network are the program's.
static void fit_keep(Fit *fit, Checkpoint *checkpoint) {
    checkpoint_expect(checkpoint,
                      net_asset_hash(&fit->evaluation->weights, sizeof fit->evaluation->weights));
    checkpoint_keep(checkpoint, &fit->rng, sizeof fit->rng);
    checkpoint_keep(checkpoint, &fit->learned, sizeof fit->learned);
    for (int viewer = 0; viewer < 2; viewer++)
        if (fit->model.rows[viewer])
            line_rows_keep(fit->model.rows[viewer], checkpoint);
    adam_keep(&fit->heads, checkpoint);
    take_heads(fit);
    line_packed_keep(fit->waiting, &fit->waiting_count, fit->waiting_room, checkpoint);
    line_packed_keep(fit->batch, &fit->batch_count, (size_t)fit->settings.batch, checkpoint);
}

const Trainer gomoku_line_trainer = {
    .game = &gomoku_game,
    .network = true,
    .create = fit_create,
    .destroy = fit_destroy,
    .follow = follow,
    .learned = fit_learned,
    .judge_rest = judge_all,
    .settle = fit_settle,
    .write = fit_write,
    .keep = fit_keep,
};
