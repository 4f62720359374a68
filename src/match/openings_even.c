// SPDX-License-Identifier: MIT
// Openings that a match makes for itself as it needs them: a few tries each, the most even one.
#include "match/openings_private.h"

#include "base/rng.h"
#include "match/even.h"

enum {
    TRIES = 8, // then the best so far will do
};
static const double EVEN = 0.04; // a winning chance this near to one half is even

Game *openings_make_even(Openings *openings, int64_t index) {
    const SearcherType *searcher =
        registry_searcher(engine_registry(openings->engine), openings->board.game);
    EvenOrder order = {.board = openings->board, .nodes = searcher->judge_nodes};
    Rng rng = rng_seed(openings->seed ^ rng_mix((uint64_t)index + 1));
    Position *best = NULL;
    double best_off = 1;
    for (int i = 0; i < TRIES && best_off > EVEN; i++) {
        double win = 0.5, off;
        Position *position = even_try(openings->engine, &order, rng_next(&rng), &win);
        off = !position ? 1 : win > 0.5 ? win - 0.5 : 0.5 - win;
        if (off < best_off) {
            position_free(best);
            best = position;
            best_off = off;
        } else {
            position_free(position);
        }
    }
    // A board too small for an opening is played from the start.
    return best ? game_from_position(best) : game_clone(openings->games[0]);
}
