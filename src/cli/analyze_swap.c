// SPDX-License-Identifier: MIT
#include "cli/analyze.h"

#include "base/json.h"
#include "base/rng.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "engine/swapmap.h"
#include "game/coord.h"

typedef struct Mapping {
    Engine *engine;
    const Position *position;
    Limits limits;
    uint64_t seed;
    SwapMap map;
} Mapping;

static void make_map(Watch *watch, const Ask *ask, void *argument) {
    Mapping *job = argument;
    (void)watch;
    Ask order = *ask;
    order.position = job->position;
    order.limits = job->limits;
    order.seed = job->seed;
    swapmap_make(job->engine, &order, &job->map);
}

static void show_stones(const Info *info, void *argument, Text *line) {
    Mapping *job = argument;
    text_addf(line, "%zu of %d stones, ", atomic_load(&job->map.done),
              job->position->width * job->position->height);
    watch_show_effort(info, NULL, line);
}

// An estimate is printed as 1 .. 99: 0 and 100 are proofs.
static void add_cell(const SwapStone *stone, bool colour, Text *out) {
    bool swap = stone->win > 0.5;
    text_add(out, colour && swap ? " \033[1;7m" : " ");
    if (stone->win < 0) {
        text_add(out, " ?");
    } else if (stone->proven) {
        text_add(out, swap ? " W" : " L");
    } else {
        int percent = (int)(stone->win * 100 + 0.5);
        text_addf(out, "%2d", percent < 1 ? 1 : percent > 99 ? 99 : percent);
    }
    if (colour && swap)
        text_add(out, "\033[0m");
}

// As nets/hex.swap keeps it.
static void draw(const Position *position, const SwapStone *stones, bool colour, Text *out) {
    text_addf(out, "size %d", position->width);
    if (position->height != position->width)
        text_addf(out, "x%d", position->height);
    text_add(out, "\n  ");
    for (int x = 0; x < position->width; x++)
        text_addf(out, "  %c", 'a' + x);
    for (int y = 0; y < position->height; y++) {
        text_addf(out, "\n%*s%2d", y * 3 / 2, "", y + 1);
        for (int x = 0; x < position->width; x++)
            add_cell(&stones[y * position->width + x], colour, out);
    }
    text_add_char(out, '\n');
}

static void write_json(const Position *position, const SwapStone *stone, Text *out) {
    char word[COORD_CHARS];
    Json json = json_line(out);
    json_put_text(&json, "stone", move_print(position, stone->stone, word));
    json_put_number(&json, "win", stone->win, 4);
    const char *result = stone->win > 0.5 ? "win" : "loss";
    json_put_text(&json, "proven", stone->proven ? result : NULL);
    json_put_bool(&json, "swap", stone->win > 0.5);
    json_end_line(&json);
}

static void write_map(const Call *call, const Mapping *job) {
    const Position *position = job->position;
    const SwapMap *map = &job->map;
    Text out = {0};
    if (!call->common->json)
        draw(position, map->stones, terminal_colour(stdout), &out);
    for (size_t i = 0; call->common->json && i < map->count; i++)
        if (map->stones[i].win >= 0)
            write_json(position, &map->stones[i], &out);
    output_end(&out);
}

int analyze_swap(const Call *call, const Position *position) {
    if (game_swap(position->type, position->width, position->height) == OPENING_FREE ||
        position->stones || position->to_move != SIDE_BLACK)
        return call_fail(call, EXIT_USAGE,
                         "--swap-map takes an empty board of a game whose first stone may be "
                         "swapped: --game hex -");
    Mapping job = {
        .position = position,
        .limits = common_limits(call->common),
        .seed = call->common->seed >= 0 ? (uint64_t)call->common->seed : rng_entropy(),
    };
    job.engine = engine_new(call->registry, common_threads(call->common),
                            (size_t)common_hash_bytes(call->common));
    watch_once(make_map, &job, show_stones);
    engine_free(job.engine);
    write_map(call, &job);
    return EXIT_GOOD;
}
