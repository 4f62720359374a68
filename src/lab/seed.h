// SPDX-License-Identifier: MIT
// The five seed systems: programs that people described before this one was written, rebuilt so
// that they can be played against, matched and measured. Each is a row of this shape; seed.c makes
// it a Player (SPEC options, limits, refusals), and the laboratory calls `think` directly.
#ifndef LAB_SEED_H
#define LAB_SEED_H

#include "engine/player.h"
#include "search/pool.h"

enum { SEED_THREADS_MAX = 64 };

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

typedef struct SeedOrder {
    Ask ask; // its position is neither full nor over; of its limits only the nodes are heeded
    SeedSettings settings;
    Pool *pool; // for what is parallel; NULL: this thread alone
} SeedOrder;

// A seed. `player` comes first: a PlayerType * of a seed is a SeedType *.
typedef struct SeedType {
    PlayerType player;
    const GameType *game;
    const char *rule;
    int sizes[3];    // it plays on, ends with 0; none: any square the game has
    int64_t depth;   // of its own, in plies
    int64_t time_ms; // a move, where no limit was given; LIMIT_NONE for one that ends by itself
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
bool seed_choose(Player *player, const Ask *turn, Choice *choice, Error *err);
#define SEED_PLAYER(called, about, table)                                                          \
    {                                                                                              \
        .name = called, .summary = about, .options = table, .create = seed_create,                 \
        .destroy = seed_destroy, .begin = seed_begin, .choose = seed_choose                        \
    }

// One thread's search: what each seed's own begins with.
typedef struct SeedSearch {
    const SeedOrder *order;
    uint64_t nodes, evaluations, hits;
    bool stopped;
} SeedSearch;

// True when it must give up: told to, or its nodes are spent.
static inline bool seed_must_stop(SeedSearch *search) {
    const SeedOrder *order = search->order;
    int64_t most = order->ask.limits.nodes;
    search->stopped |=
        stop_raised(order->ask.stop) || (most != LIMIT_NONE && search->nodes >= (uint64_t)most);
    return search->stopped;
}

// Tells the ask's listener of an improvement.
void seed_report(const SeedOrder *order, const SeedAnswer *answer);

// The threads an order may use.
static inline int seed_threads(const SeedOrder *order) {
    return order->pool ? pool_size(order->pool) : 1;
}

// The root's moves shared out one by one among the threads of the order.
typedef struct SeedMap {
    const Move *moves; // at most BOARD_POINTS
    size_t count;
    const SeedSearch *search; // each thread gets a copy
    size_t search_size;       // of the seed's own struct
    int64_t (*value)(SeedSearch *search, Move move);
    bool last_of_equals; // is taken, else the first
} SeedMap;

// The move of the highest value; move and value of the answer stay when none was reached in time.
void seed_map(const SeedOrder *order, const SeedMap *map, SeedAnswer *answer);

// Tells of the move the answer holds; then iterations of 2, 4, 6 ... plies up to `last` (0: none)
// or until a value is `enough`. Only a finished one counts, except the first, which counts as far
// as it came. Each fills in move and value for its depth; false when it found neither.
void seed_deepen(SeedSearch *search, bool (*iterate)(SeedSearch *search, SeedAnswer *answer),
                 int64_t last, int64_t enough, SeedAnswer *answer);

#endif
