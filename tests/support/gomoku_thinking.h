// SPDX-License-Identifier: MIT
// What the tests of the Gomoku search share: something to think with, random boards to think about,
// and slow answers found by trying every move.
#ifndef TESTS_GOMOKU_THINKING_H
#define TESTS_GOMOKU_THINKING_H

#include "support.h"

#include "base/rng.h"
#include "search/searcher.h"

enum { GOMOKU_RULES = 5 };
extern const char *const gomoku_rules[GOMOKU_RULES];

// A searcher with its services. Set limits, seed and budget; the last think() left the rest.
typedef struct Thinking {
    Memory *memory;
    Pool *pool;
    Searcher *searcher;
    StopFlag stop;
    Limits limits;
    uint64_t seed;
    int64_t budget_ms;
    int infos;
    Outcome outcome;
} Thinking;

Thinking *thinking_new(int threads, int64_t nodes);
void thinking_free(Thinking *thinking);
Move thinking_move(Thinking *thinking, const Position *position);
void thinking_forget(Thinking *thinking);

// A game of about so many random moves on a board of `least` to `most` either way, not over.
Position *gomoku_random_position(Rng *rng, const char *rule, int least, int most, int stones);

// Where this side would win at once, found by trying every point. The twin of KIND_FIVE.
size_t gomoku_slow_fives(const Position *position, Side side, Move *fives);
// The moves after which the opponent has no five. The twin of field_five_defences().
size_t gomoku_slow_defences(const Position *position, Move *defences);

// Replays a line by the rules, every move legal; returns the result at its end.
Result gomoku_replay(const Position *position, const Move *moves, size_t length);

#endif
