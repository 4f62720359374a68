// SPDX-License-Identifier: MIT
#include "cli/analyze.h"
#include "cli/watch.h"

#include "base/json.h"
#include "base/rng.h"
#include "engine/balance.h"
#include "game/coord.h"
#include "search/info_text.h"

#include <inttypes.h>

enum { SHOWN = 5 };

typedef struct Balancing {
    Engine *engine;
    const Position *position;
    Limits limits;
    uint64_t seed;
    Trial trials[BALANCE_TRIALS];
    size_t count;
} Balancing;

static void balance(Watch *watch, const Ask *ask, void *argument) {
    Balancing *job = argument;
    (void)watch;
    Ask order = *ask;
    order.position = job->position;
    order.limits = job->limits;
    order.seed = job->seed;
    balance_rank(job->engine, &order, 0.5, job->trials, job->count);
}

// For the side to move now, as everywhere.
static double win_now(const Trial *trial) {
    return trial->count % 2 ? 1 - trial->win : trial->win;
}

static void write_stones(const Position *position, const Trial *trial, Text *out) {
    char word[COORD_CHARS];
    for (int i = 0; i < trial->count; i++)
        text_addf(out, "%s%s", i ? " " : "", move_print(position, trial->stones[i], word));
}

static void write_row(const Position *position, const Trial *trial, int rank, Text *out) {
    Text nodes = {0};
    info_count(trial->nodes, &nodes);
    text_addf(out, "%2d  %5.1f%%  %5d  %7s  ", rank, 100 * win_now(trial), trial->depth,
              text_chars(&nodes));
    write_stones(position, trial, out);
    text_add_char(out, '\n');
    text_free(&nodes);
}

static void write_json(const Position *position, const Trial *trial, int rank, Text *out) {
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_int(&json, "balance", rank);
    json_put_number(&json, "win", win_now(trial), 4);
    json_put_int(&json, "depth", trial->depth);
    json_put_int(&json, "nodes", (int64_t)trial->nodes);
    json_put_array(&json, "stones");
    for (int i = 0; i < trial->count; i++)
        json_text(&json, move_print(position, trial->stones[i], word));
    json_end_array(&json);
    json_end_line(&json);
}

static void write_all(const Call *call, const Balancing *job) {
    const Position *position = job->position;
    int64_t given = call->common->limits.multipv;
    size_t shown = given > 0 ? (size_t)given : SHOWN;
    Text out = {0};
    if (!call->common->json)
        text_add(&out, "no     win  depth    nodes  stones\n");
    for (size_t i = 0; i < job->count && i < shown && job->trials[i].rounds; i++)
        (call->common->json ? write_json : write_row)(position, &job->trials[i], (int)i + 1, &out);
    if (!call->common->json) {
        text_add(&out, "even by ");
        write_stones(position, &job->trials[0], &out);
        text_add_char(&out, '\n');
    }
    output_end(&out);
}

int analyze_balance(const Call *call, const Position *position, int stones) {
    uint64_t seed = call->common->seed >= 0 ? (uint64_t)call->common->seed : rng_entropy();
    Balancing job = {.position = position, .limits = common_limits(call->common), .seed = seed};
    Game *game = game_from_position(position_clone(position));
    size_t room = balance_room(&job.limits, position);
    job.count = balance_draw(game, stones, seed, job.trials, room);
    game_free(game);
    if (!job.count)
        return call_fail(call, EXIT_BAD, "no %d stones can be put without ending the game", stones);
    job.engine = engine_new(call->registry, common_threads(call->common),
                            (size_t)common_hash_bytes(call->common));
    watch_once(balance, &job, watch_show_effort);
    engine_free(job.engine);
    write_all(call, &job);
    return EXIT_GOOD;
}
