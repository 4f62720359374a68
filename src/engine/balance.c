// SPDX-License-Identifier: MIT
#include "engine/balance.h"

#include "base/clock.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

enum {
    NEAR = 4,             // columns and rows from a stone: where most continuations are drawn
    FAR_ONE_IN = 16,      // ... and one in this many is drawn anywhere
    DRAWS_A_TRIAL = 8,    // then what is left is the same up to symmetry
    NODES_LEAST = 1000,   // a search with fewer tells nothing
    TIME_LEAST_MS = 5,    // ... or with less time
    TRIALS_DEPTH = 16,    // under a limit of depth alone every trial costs the same
    TIME_USUAL_MS = 2000, // when there is no limit at all
};

// --- what a position is worth ---

typedef struct Listener {
    const Ask *ask; // whose caller wants to hear it too
    int depth;
    double win, before; // of the last iteration and of the one before
} Listener;

static void listen(const Info *info, void *user) {
    Listener *listener = user;
    if (info->multipv == 1) {
        if (info->depth != listener->depth)
            listener->before = listener->depth ? listener->win : info->line.win;
        listener->depth = info->depth;
        listener->win = info->line.win;
    }
    if (listener->ask->on_info)
        listener->ask->on_info(info, listener->ask->user);
}

double balance_verdict(Engine *engine, const Ask *ask, Outcome *outcome) {
    Listener listener = {.ask = ask};
    Ask heard = *ask;
    heard.on_info = listen;
    heard.user = &listener;
    engine_think(engine, &heard, outcome);
    const Line *line = &outcome->info.line;
    if (outcome->move == MOVE_NONE)
        return 0.5;
    if (line->drawn || score_is_proven(line->score) || !listener.depth)
        return line->win;
    return (line->win + listener.before) / 2;
}

// --- what to try ---

static bool near_stones(const Position *position, Move cell) {
    int x = move_x(cell), y = move_y(cell);
    for (int ny = y - NEAR; ny <= y + NEAR; ny++)
        for (int nx = x - NEAR; nx <= x + NEAR; nx++)
            if (nx >= 0 && ny >= 0 && nx < position->width && ny < position->height &&
                position_at(position, move_at(nx, ny)) != CELL_EMPTY)
                return true;
    return false;
}

// One allowed stone: nearly always a near one, if there are any and that means something.
static Move draw_stone(const Game *game, Rng *rng) {
    const Position *position = game_position(game);
    Move allowed[MOVES_MAX], near[MOVES_MAX];
    size_t legal = position_moves(position, allowed), count = 0, near_count = 0;
    for (size_t i = 0; i < legal; i++) {
        if (game_check(game, allowed[i], NULL) != VERDICT_LEGAL)
            continue;
        allowed[count++] = allowed[i];
        if (position->type->scatter.window_most && near_stones(position, allowed[count - 1]))
            near[near_count++] = allowed[count - 1];
    }
    if (!count)
        return MOVE_NONE;
    if (near_count && rng_below(rng, FAR_ONE_IN))
        return near[rng_below(rng, (uint32_t)near_count)];
    return allowed[rng_below(rng, (uint32_t)count)];
}

// False when the stones end the game or there is no room for them.
static bool draw_trial(const Game *game, int stones, Rng *rng, Trial *trial, uint64_t *key) {
    Game *after = game_clone(game);
    bool ok = true;
    *trial = (Trial){.count = stones};
    for (int i = 0; i < stones && ok; i++) {
        trial->stones[i] = draw_stone(after, rng);
        ok = trial->stones[i] != MOVE_NONE && game_play(after, trial->stones[i], false, NULL) &&
             !game_over(after);
    }
    *key = position_canonical_key(game_position(after));
    game_free(after);
    return ok;
}

size_t balance_draw(const Game *game, int stones, uint64_t seed, Trial *trials, size_t room) {
    assert(stones >= 1 && stones <= BALANCE_STONES && room <= BALANCE_TRIALS);
    uint64_t keys[BALANCE_TRIALS];
    Rng rng = rng_seed(seed);
    size_t count = 0;
    room = room < BALANCE_TRIALS ? room : BALANCE_TRIALS;
    for (size_t draws = 0; count < room && draws < DRAWS_A_TRIAL * room; draws++) {
        if (!draw_trial(game, stones, &rng, &trials[count], &keys[count]))
            continue;
        size_t same = 0;
        while (keys[same] != keys[count])
            same++;
        count += same == count;
    }
    return count;
}

// --- what may be spent ---

typedef struct Purse {
    int64_t time_ms, nodes; // for everything, LIMIT_NONE when unlimited
} Purse;

static Purse purse_of(const Limits *limits, const Position *position) {
    Purse purse = {limits_budget(limits, position_empty(position)).soft_ms, limits->nodes};
    if (purse.time_ms == LIMIT_NONE && purse.nodes == LIMIT_NONE && limits->depth == LIMIT_NONE)
        purse.time_ms = TIME_USUAL_MS;
    return purse;
}

static int rounds_for(size_t count) {
    int rounds = 1;
    for (; count > 2; count = (count + 1) / 2)
        rounds++;
    return rounds;
}

size_t balance_room(const Limits *limits, const Position *position) {
    Purse purse = purse_of(limits, position);
    size_t room = BALANCE_TRIALS;
    if (purse.time_ms == LIMIT_NONE && purse.nodes == LIMIT_NONE)
        room = TRIALS_DEPTH;
    for (; room > 1; room--) {
        int64_t searches = (int64_t)room * rounds_for(room);
        if ((purse.time_ms == LIMIT_NONE || purse.time_ms / searches >= TIME_LEAST_MS) &&
            (purse.nodes == LIMIT_NONE || purse.nodes / searches >= NODES_LEAST))
            break;
    }
    return room;
}

// --- ranking ---

// 2 is farther than any chance: what was not tried comes last.
static double off_target(const Trial *trial, double target) {
    if (!trial->rounds)
        return 2;
    return trial->win > target ? trial->win - target : target - trial->win;
}

// Stable, so that it repeats everywhere.
static void sort_trials(Trial *trials, size_t count, double target) {
    for (size_t i = 1; i < count; i++) {
        Trial moving = trials[i];
        size_t at = i;
        for (; at > 0 && off_target(&trials[at - 1], target) > off_target(&moving, target); at--)
            trials[at] = trials[at - 1];
        trials[at] = moving;
    }
}

static void try_one(Engine *engine, const Ask *ask, const Purse *share, Trial *trial) {
    Position *after = position_clone(ask->position);
    for (int i = 0; i < trial->count; i++)
        position_play(after, trial->stones[i], NULL);
    Ask search = *ask;
    search.position = after;
    search.on_info = NULL;
    search.limits.multipv = 1;
    search.limits.clock_ms = LIMIT_NONE;
    search.start_us = 0; // each trial has a time of its own
    search.limits.time_ms = share->time_ms;
    search.limits.nodes = share->nodes;
    Outcome outcome;
    double win = balance_verdict(engine, &search, &outcome);
    trial->nodes += outcome.info.nodes;
    position_free(after);
    // Ignore searches stopped before depth 1.
    if (outcome.move != MOVE_NONE && outcome.info.depth == 0)
        return;
    // Winner's curse: average with the earlier rounds.
    trial->win = trial->rounds ? (trial->win + 2 * win) / 3 : win;
    trial->depth = outcome.info.depth;
    trial->rounds++;
}

// A search ends a little late, on a large board or a busy machine more than that: the sum must not.
// One is begun only if there is time for the longest seen so far.
static bool is_late(const Purse *purse, int64_t start_us, int64_t longest_us) {
    return purse->time_ms != LIMIT_NONE &&
           clock_now_us() - start_us + longest_us > purse->time_ms * 1000;
}

typedef struct Ranking {
    double target;
    Trial *trials;
    size_t count;
} Ranking;

static void rank(Engine *engine, const Ask *ask, void *argument) {
    const Ranking *ranking = argument;
    Trial *trials = ranking->trials;
    size_t count = ranking->count;
    Purse purse = purse_of(&ask->limits, ask->position);
    int64_t start = clock_now_us(), longest = 0;
    int rounds = rounds_for(count);
    for (size_t left = count; rounds > 0; rounds--, left = (left + 1) / 2) {
        int64_t searches = (int64_t)left * rounds;
        int64_t spent_ms = (clock_now_us() - start) / 1000;
        Purse share = {LIMIT_NONE, LIMIT_NONE};
        if (purse.nodes != LIMIT_NONE)
            share.nodes = purse.nodes / ((int64_t)left * rounds_for(count)) + 1;
        if (purse.time_ms != LIMIT_NONE)
            share.time_ms = purse.time_ms > spent_ms ? (purse.time_ms - spent_ms) / searches : 0;
        for (size_t i = 0; i < left; i++) {
            int64_t begun = clock_now_us();
            if ((i > 0 || trials[0].rounds) &&
                (is_late(&purse, start, longest) || stop_raised_for(ask->stop, STOP_ASKED)))
                break;
            try_one(engine, ask, &share, &trials[i]);
            int64_t took = clock_now_us() - begun;
            longest = took > longest ? took : longest;
        }
        sort_trials(trials, left, ranking->target);
        if (left == 1)
            break;
    }
}

void balance_rank(Engine *engine, const Ask *ask, double target, Trial *trials, size_t count) {
    assert(count <= BALANCE_TRIALS);
    Error err;
    if (!engine_run(engine, rank, ask, &(Ranking){target, trials, count}, &err))
        die("%s", err.text);
}
