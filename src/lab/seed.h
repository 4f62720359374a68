// SPDX-License-Identifier: MIT
// The five seed systems: programs that people described before this one was written, rebuilt so that
// they can be played against, matched and measured. Each is a row of this shape; seed.c turns the row
// into a Player (SPEC options, limits, refusals), and the laboratory calls `think` directly.
#ifndef LAB_SEED_H
#define LAB_SEED_H

#include "engine/player.h"
#include "search/pool.h"

enum {
    SEED_THREADS_MAX = 64,
    SEED_APART = 128, // bytes between what two threads write, so that they share no cache line
};

typedef struct SeedSettings {
    int mode;          // index into the seed's modes; 0 where it has none
    int64_t depth;     // plies
    bool faithful;     // as the document has it, slips included: for the laboratory only
    bool without_hash; // nthu: evaluate everything anew
} SeedSettings;

// The best answer so far, or the last.
typedef struct SeedAnswer {
    Move move;                  // legal from the first report on
    int64_t value;              // on the seed's own scale, for whom it says itself
    int depth;                  // plies looked ahead; 0 before anything was searched
    uint64_t nodes;             // boards looked at: every stone placed, in whichever way
    uint64_t evaluations, hits; // asked for, and of these answered by a hash table
    int root_children;
    bool complete; // not cut short by a limit
} SeedAnswer;

typedef void (*SeedAnswerFn)(const SeedAnswer *answer, void *user);

typedef struct SeedOrder {
    const Position *position; // neither full nor over
    SeedSettings settings;
    const StopFlag *stop;
    Pool *pool;             // for what is parallel; NULL: this thread alone
    int64_t nodes;          // give up after as many, LIMIT_NONE: never
    SeedAnswerFn on_answer; // at every improvement; may be NULL
    void *user;
} SeedOrder;

// A seed. `player` comes first: a PlayerType * of a seed is a SeedType *.
typedef struct SeedType {
    PlayerType player;
    const GameType *game;
    const char *rule;
    int sizes[3];    // it plays on, ends with 0; none: any square the game has
    int64_t depth;   // of its own, in plies
    int64_t time_ms; // a move, where nobody set any limit; LIMIT_NONE for one that ends by itself
    void (*think)(const SeedOrder *order, SeedAnswer *answer);
} SeedType;

extern const SeedType gomokuku_seed, hexmax_seed, sustech_seed, nthu_seed, hust_seed;
extern const SeedType *const lab_seeds[]; // all of them; ends with NULL

// What every seed's row is made of.
typedef enum GomokukuMode { GOMOKUKU_SERIAL, GOMOKUKU_PARALLEL, GOMOKUKU_NO_MAP } GomokukuMode;
extern const Option seed_options[], seed_parallel_options[], seed_mode_options[];
Player *seed_create(const PlayerType *type, const Registry *registry, const char *rest,
                    const PlayerDefaults *defaults, Error *err);
void seed_destroy(Player *player);
bool seed_begin(Player *player, const Game *game, Error *err);
bool seed_choose(Player *player, const Turn *turn, Choice *choice, Error *err);

// The threads an order may use, and a job on all of them.
static inline int seed_threads(const SeedOrder *order) {
    return order->pool ? pool_size(order->pool) : 1;
}

static inline void seed_run(const SeedOrder *order, void (*job)(void *argument, int index),
                            void *argument) {
    if (order->pool)
        pool_run(order->pool, job, argument);
    else
        job(argument, 0);
}

// True when a search must give up: told to, or its nodes are spent.
static inline bool seed_must_stop(const SeedOrder *order, uint64_t nodes) {
    return stop_raised(order->stop) ||
           (order->nodes != LIMIT_NONE && nodes >= (uint64_t)order->nodes);
}

#endif
