// SPDX-License-Identifier: MIT
#include "train/net_fit.h"

#include "base/memory.h"
#include "base/rng.h"
#include "base/thread.h"
#include "search/pool.h"
#include "train/adam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING = 20000 };              // lessons that lie about
static const double RATE = 0.0008;     // of Adam
static const double DECAY = 3e-5;      // weight decay
static const double LAST_SPEED = 0.02; // for what is left in the end

// What one thread has learned from a batch.
typedef struct Learner {
    LessonRoom *room;
    HexNet gradients;
} Learner;

struct NetFit {
    HexNet net, back;
    Adam adam;
    Rng rng;
    Pool *pool;
    Learner *learners;
    Lesson *waiting;
    int waiting_count, waiting_room;
    Lesson *batch;
    LessonResult *results; // of the batch
    Score learned;
    bool *turned;
    int batch_count, batch_size;
};

// --- the start ---

// Nearly a normal distribution.
static double normal(Rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)rng_below(rng, 1 << 20) / (1 << 20);
    return sum - 6;
}

static void scatter(Rng *rng, float *weights, size_t count, double spread) {
    for (size_t i = 0; i < count; i++)
        weights[i] = (float)(normal(rng) * spread);
}

#define SCATTER(rng, weights, spread)                                                              \
    scatter(rng, (float *)(weights), sizeof(weights) / sizeof(float), spread)

// Numbers keep their size from layer to layer (He et al. 2015); a block begins as next to nothing.
static void begin_random(HexNet *net, Rng *rng) {
    memset(net, 0, sizeof *net);
    SCATTER(rng, net->input, sqrt(2.0 / (3 * HEX_TAPS)));
    for (int i = 0; i < HEX_BLOCKS; i++) {
        SCATTER(rng, net->blocks[i].pooled, 0.1);
        SCATTER(rng, net->blocks[i].first, sqrt(2.0 / (HEX_TAPS * HEX_CHANNELS)));
        SCATTER(rng, net->blocks[i].second, 0.2 * sqrt(2.0 / (HEX_TAPS * HEX_CHANNELS)));
    }
    SCATTER(rng, net->policy, 0.02);
    SCATTER(rng, net->value_hidden, sqrt(2.0 / HEX_CHANNELS));
    SCATTER(rng, net->value, 0.1);
}

NetFit *net_fit_new(const HexNet *start, int batch, int waiting, uint64_t seed) {
    NetFit *fit = mem_new(sizeof *fit);
    fit->rng = rng_seed(seed);
    if (start)
        fit->net = *start;
    else
        begin_random(&fit->net, &fit->rng);
    adam_init(&fit->adam, HEX_NET_WEIGHTS);
    adam_place(&fit->adam, 0, HEX_NET_WEIGHTS, 0, DECAY, RATE);
    for (size_t i = 0; i < HEX_NET_WEIGHTS; i++)
        fit->adam.values[i] = ((const float *)&fit->net)[i];
    fit->pool = pool_new(thread_cores());
    fit->learners = mem_new_array((size_t)pool_size(fit->pool), sizeof *fit->learners);
    for (int i = 0; i < pool_size(fit->pool); i++)
        fit->learners[i].room = lesson_room_new();
    fit->waiting_room = waiting ? waiting : WAITING;
    fit->waiting = mem_new_array((size_t)fit->waiting_room, sizeof *fit->waiting);
    fit->batch_size = batch;
    fit->batch = mem_new_array((size_t)batch, sizeof *fit->batch);
    fit->results = mem_new_array((size_t)batch, sizeof *fit->results);
    fit->turned = mem_new_array((size_t)batch, sizeof *fit->turned);
    return fit;
}

void net_fit_free(NetFit *fit) {
    if (!fit)
        return;
    for (int i = 0; i < pool_size(fit->pool); i++)
        lesson_room_free(fit->learners[i].room);
    pool_free(fit->pool);
    adam_free(&fit->adam);
    free(fit->learners);
    free(fit->waiting);
    free(fit->batch);
    free(fit->turned);
    free(fit->results);
    free(fit);
}

// --- learning ---

static void add_result(Score *score, const LessonResult *result, const Lesson *lesson) {
    score_add_chance(score, (double)result->value, (double)lesson->came);
    if (result->choices > 1)
        score_add_move(score, result->place, (double)result->move_logarithm, result->choices);
}

static void study(void *argument, int index) {
    NetFit *fit = argument;
    Learner *learner = &fit->learners[index];
    int threads = pool_size(fit->pool);
    memset(&learner->gradients, 0, sizeof learner->gradients);
    for (int i = index; i < fit->batch_count; i += threads)
        fit->results[i] = lesson_study(learner->room, &fit->net, &fit->back, &fit->batch[i],
                                       fit->turned[i], &learner->gradients);
}

// The network is what the optimiser says.
static void take_weights(NetFit *fit) {
    for (size_t i = 0; i < HEX_NET_WEIGHTS; i++)
        ((float *)&fit->net)[i] = (float)fit->adam.values[i];
}

static void learn_batch(NetFit *fit, double speed) {
    if (!fit->batch_count)
        return;
    lesson_mirror(&fit->net, &fit->back);
    pool_run(fit->pool, study, fit);
    for (int t = 0; t < pool_size(fit->pool); t++)
        for (size_t i = 0; i < HEX_NET_WEIGHTS; i++)
            fit->adam.gradient[i] += ((const float *)&fit->learners[t].gradients)[i];
    adam_step(&fit->adam, fit->batch_count, 1, speed);
    take_weights(fit);
    for (int i = 0; i < fit->batch_count; i++)
        add_result(&fit->learned, &fit->results[i], &fit->batch[i]);
    fit->batch_count = 0;
}

static void take(NetFit *fit, const Lesson *lesson, double speed) {
    fit->turned[fit->batch_count] = rng_below(&fit->rng, 2);
    fit->batch[fit->batch_count++] = *lesson;
    if (fit->batch_count == fit->batch_size)
        learn_batch(fit, speed);
}

void net_fit_add(NetFit *fit, const Lesson *lesson, double speed) {
    if (fit->waiting_count < fit->waiting_room) {
        fit->waiting[fit->waiting_count++] = *lesson;
        return;
    }
    uint32_t i = rng_below(&fit->rng, (uint32_t)fit->waiting_room);
    take(fit, &fit->waiting[i], speed);
    fit->waiting[i] = *lesson;
}

void net_fit_study_all(NetFit *fit, double speed) {
    while (fit->waiting_count) {
        uint32_t i = rng_below(&fit->rng, (uint32_t)fit->waiting_count);
        take(fit, &fit->waiting[i], speed);
        fit->waiting[i] = fit->waiting[--fit->waiting_count];
    }
    learn_batch(fit, speed);
}

void net_fit_settle(NetFit *fit) {
    net_fit_study_all(fit, LAST_SPEED);
    for (size_t i = 0; i < HEX_NET_WEIGHTS; i++) {
        double whole = round(fit->adam.values[i] * HEX_NET_UNIT);
        whole = whole > HEX_NET_MOST ? HEX_NET_MOST : whole < -HEX_NET_MOST ? -HEX_NET_MOST : whole;
        ((float *)&fit->net)[i] = (float)(whole / HEX_NET_UNIT);
    }
}

void net_fit_judge(NetFit *fit, const Lesson *lesson, Score *score) {
    LessonResult result = lesson_judge(fit->learners[0].room, &fit->net, lesson);
    add_result(score, &result, lesson);
}

const HexNet *net_fit_net(const NetFit *fit) {
    return &fit->net;
}

Score net_fit_learned(NetFit *fit) {
    Score learned = fit->learned;
    fit->learned = (Score){0};
    return learned;
}

static void keep_count(int *count, int most, Checkpoint *checkpoint) {
    *count = (int)checkpoint_number(checkpoint, (uint64_t)*count, (uint64_t)most);
}

void net_fit_keep(NetFit *fit, Checkpoint *checkpoint) {
    checkpoint_expect(checkpoint, sizeof *fit->waiting);
    checkpoint_keep(checkpoint, &fit->rng, sizeof fit->rng);
    checkpoint_keep(checkpoint, &fit->learned, sizeof fit->learned);
    adam_keep(&fit->adam, checkpoint);
    take_weights(fit);
    keep_count(&fit->waiting_count, fit->waiting_room, checkpoint);
    keep_count(&fit->batch_count, fit->batch_size, checkpoint);
    checkpoint_keep(checkpoint, fit->waiting, (size_t)fit->waiting_count * sizeof *fit->waiting);
    checkpoint_keep(checkpoint, fit->batch, (size_t)fit->batch_count * sizeof *fit->batch);
    checkpoint_keep(checkpoint, fit->turned, (size_t)fit->batch_count * sizeof *fit->turned);
}
