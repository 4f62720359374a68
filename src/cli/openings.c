// SPDX-License-Identifier: MIT
// `tengen openings`: even positions for matches to begin with, as a list.
#include "base/file.h"
#include "base/rng.h"
#include "cli/command.h"
#include "cli/watch.h"
#include "game/notation.h"
#include "match/hunt.h"

#include <inttypes.h>
#include <stdatomic.h>

enum { COUNT_USUAL = 50, COUNT_MAX = 100000, NODES_USUAL = 100000, TRIES_EACH = 50 };

typedef struct OpeningsOptions {
    CommonOptions common;
    int64_t count, stones, nodes, band;
    char *out;
} OpeningsOptions;

#define AT(field) offsetof(OpeningsOptions, field)
static const Option options[] = {
    {"count", OPTION_INT, AT(count), "N", 1, COUNT_MAX, "how many (50)"},
    {"stones", OPTION_INT, AT(stones), "N", 1, EVEN_STONES_MAX,
     "in each of them (3 to 6 in Gomoku, 2 in Hex)"},
    {"nodes", OPTION_INT, AT(nodes), "N", 1, INT64_C(1000000000000),
     "of each of the two searches an opening gets (100000)"},
    {"band", OPTION_INT, AT(band), "PERCENT", 1, 50, "how far from 50% the chance may lie (3)"},
    {"out", OPTION_TEXT, AT(out), "FILE", 0, 0, "write the list to this file"},
    {0},
};

static const OpeningsOptions defaults = {.count = COUNT_USUAL, .nodes = NODES_USUAL, .band = 3};

typedef struct Hunting {
    HuntOrder order;
    const OpeningsOptions *given;
    Watch *watch;
    Text list; // of a file, which is written when it is complete
    atomic_size_t found;
    size_t tries;
} Hunting;

// rule|size|moves|side to move|source
static void write_opening(const Position *position, const Hunting *hunting, double win, Text *out) {
    text_addf(out, "%s|%d", position_rule(position), position->width);
    if (position->height != position->width)
        text_addf(out, "x%d", position->height);
    text_add_char(out, '|');
    position_print(position, out);
    text_addf(out, "|%c|tengen %" PRId64 " nodes, %.1f%%\n",
              position->to_move == SIDE_BLACK ? 'b' : 'w', hunting->given->nodes, 100 * win);
}

static bool on_found(const Position *position, double win, void *user) {
    Hunting *hunting = user;
    bool taken = true;
    write_opening(position, hunting, win, &hunting->list);
    if (!hunting->given->out)
        taken = watch_print(hunting->watch, &hunting->list);
    atomic_fetch_add(&hunting->found, 1);
    return taken;
}

static void hunt(Watch *watch, const Ask *ask, void *argument) {
    Hunting *hunting = argument;
    hunting->watch = watch;
    hunting->order.stop = hunting->order.even.stop = ask->stop;
    hunt_run(&hunting->order, &hunting->tries);
}

static void show_count(const Info *info, void *argument, Text *line) {
    Hunting *hunting = argument;
    text_addf(line, "%zu of %" PRId64 ", %.1f s", atomic_load(&hunting->found),
              hunting->given->count, (double)info->time_ms / 1000);
}

static int end(const Call *call, Hunting *hunting) {
    const OpeningsOptions *given = hunting->given;
    size_t found = atomic_load(&hunting->found);
    if (given->out && found &&
        !file_write(given->out, text_chars(&hunting->list), hunting->list.length, call->err))
        return call_error(call, EXIT_MACHINE);
    if (found < (size_t)given->count)
        return call_fail(call, EXIT_BAD, "found %zu of %" PRId64 " after %zu tries", found,
                         given->count, hunting->tries);
    return EXIT_GOOD;
}

static int run(const Call *call) {
    const OpeningsOptions *given = call->options;
    const CommonOptions *common = &given->common;
    Hunting hunting = {.given = given};
    hunting.order = (HuntOrder){
        .registry = call->registry,
        .even = {.board = common_board(common, registry_games(call->registry)),
                 .stones = (int)given->stones,
                 .nodes = given->nodes},
        .band = (double)given->band / 100,
        .count = (size_t)given->count,
        .tries_max = (size_t)given->count * TRIES_EACH,
        .seed = common->seed >= 0 ? (uint64_t)common->seed : rng_entropy(),
        .threads = common_threads(common),
        .hash_bytes = common->hash_bytes > 0 ? (size_t)common->hash_bytes : 0,
        .on_found = on_found,
        .user = &hunting,
    };
    watch_once(hunt, &hunting, show_count);
    int code = end(call, &hunting);
    text_free(&hunting.list);
    return code;
}

const Command openings_command = {
    .name = "openings",
    .usage = "[--count N] [--out FILE]",
    .summary = "even positions for matches to begin with",
    .details =
        "Looks for openings that give both sides the same chances: stones at random in the\n"
        "middle, the last of them chosen by search to even them out, kept when a second\n"
        "search of --nodes nodes that knows nothing of the first calls the chance of the side\n"
        "to move 50% give or take --band. No two are the same up to symmetry.\n"
        "\n"
        "A line each, as --openings of match reads them: rule|size|moves|side|source. With\n"
        "--seed the list repeats, however many threads look for it; each of them has the memory\n"
        "of --hash, 4 MB if it is not given. Ctrl-C ends with what was\n"
        "found. Ends with 1 when there are fewer than --count after 50 tries each.\n"
        "\n"
        "  tengen openings --rule renju --count 100 --out renju.txt --seed 1\n"
        "  tengen match --player tengen --player hust --rule renju --openings renju.txt\n",
    .common = COMMON_BOARD | COMMON_SEED | COMMON_ENGINE,
    .options = options,
    .size = sizeof(OpeningsOptions),
    .defaults = &defaults,
    .run = run,
};
