// SPDX-License-Identifier: MIT
#include "engine/swapmap.h"

enum {
    PROVABLE_CELLS = 49, // on larger boards the solver needs minutes for a first stone, or years
    PROOF_TENTHS = 8,
};

// Most of it goes into the proof: when that fails, the search has the rest.
static Limits share_of(const Limits *limits, int tenths) {
    Limits share = *limits;
    if (share.time_ms != LIMIT_NONE)
        share.time_ms = share.time_ms * tenths / 10;
    if (share.nodes != LIMIT_NONE)
        share.nodes = share.nodes / 10 * tenths + 1;
    return share;
}

// The chance of the side to move, which did not put the stone.
static void think_about(Engine *engine, const Ask *ask, SwapStone *stone) {
    Ask search = *ask;
    Outcome outcome = {.move = MOVE_NONE};
    search.on_info = NULL;
    search.start_us = 0; // each stone has a time of its own
    int points = ask->position->width * ask->position->height;
    if (points <= PROVABLE_CELLS) {
        search.limits = share_of(&ask->limits, PROOF_TENTHS);
        search.limits.prove = true;
        engine_think(engine, &search, &outcome);
        stone->proven = score_is_proven(outcome.info.line.score);
        search.limits = share_of(&ask->limits, 10 - PROOF_TENTHS);
    }
    if (!stone->proven && !stop_raised_for(ask->stop, STOP_ASKED)) {
        engine_think(engine, &search, &outcome);
        stone->proven = score_is_proven(outcome.info.line.score);
    }
    // Ignore searches that were stopped.
    if (!stone->proven && stop_raised_for(ask->stop, STOP_ASKED))
        return;
    stone->win = stone->proven ? outcome.info.line.score < 0 : 1 - outcome.info.line.win;
}

static void make(Engine *engine, const Ask *ask, void *argument) {
    SwapMap *map = argument;
    SwapStone *stones = map->stones;
    Move moves[MOVES_MAX];
    uint64_t keys[MOVES_MAX];
    map->count = position_moves(ask->position, moves);
    for (size_t i = 0; i < map->count; i++) {
        Position *after = position_clone(ask->position);
        position_play(after, moves[i], NULL);
        keys[i] = position_canonical_key(after);
        size_t same = 0;
        while (keys[same] != keys[i])
            same++;
        stones[i] = (SwapStone){.stone = moves[i], .win = -1};
        if (same < i) {
            stones[i] = stones[same];
            stones[i].stone = moves[i];
        } else if (position_result(after) != RESULT_NONE) { // the only cell
            stones[i].win = 1;
            stones[i].proven = true;
        } else if (!stop_raised_for(ask->stop, STOP_ASKED)) {
            Ask search = *ask;
            search.position = after;
            think_about(engine, &search, &stones[i]);
        }
        position_free(after);
        atomic_store(&map->done, i + 1);
    }
}

void swapmap_make(Engine *engine, const Ask *ask, SwapMap *map) {
    Error err;
    atomic_init(&map->done, 0);
    if (!engine_run(engine, make, ask, map, &err))
        die("%s", err.text);
}

double swapmap_kept(const Registry *registry, const Position *position) {
    const SearcherType *searcher = registry_searcher(registry, position->type);
    if (!searcher->first_stone || position->stones != 1 || position->to_move != SIDE_WHITE)
        return -1;
    Ply stones[BOARD_POINTS];
    position_stones(position, stones);
    return stones[0].side != SIDE_BLACK
               ? -1
               : searcher->first_stone(position->width, position->height, stones[0].move);
}
