// SPDX-License-Identifier: MIT
// Whatever can choose a move is a Player: our engine, chance, a person, a program of somebody
// else's.
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "base/option.h"
#include "engine/game.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/stop.h"

typedef struct Player Player;
typedef struct PlayerType PlayerType;
typedef struct Registry Registry;

// What a front end knows before it reads a SPEC.
typedef struct PlayerDefaults {
    int64_t threads;    // for a search of ours
    int64_t hash_bytes; // for its table
    int64_t seed;       // -1: nobody chose one
    int64_t level;      // 1 .. LEVEL_MAX
} PlayerDefaults;

#define PLAYER_DEFAULTS                                                                            \
    (PlayerDefaults) {                                                                             \
        .threads = 1, .hash_bytes = 64 << 20, .seed = -1, .level = LEVEL_MAX                       \
    }

// One turn to answer. `game` is not changed by the player. `limits` are the front end's; limits in
// the SPEC win over them.
typedef struct Turn {
    const Game *game;
    Limits limits;
    StopFlag *stop; // raised from outside: answer now
    InfoFn on_info; // may be NULL
    void *user;
    int64_t start_us; // when its time began to run, see clock_now_us(); 0: with the call
} Turn;

// A player's answer: a stone, a choice of the opening, or MOVE_RESIGN.
typedef struct Choice {
    Move move;
    bool has_info;
    Info info; // of the chosen move, when has_info
} Choice;

struct PlayerType {
    const char *name;      // in a SPEC
    const char *summary;   // one line for help
    const Option *options; // of its SPEC, laid over what create() is given; NULL: it has none
    bool is_command;       // the rest of the SPEC is a command line, not options
    bool is_human;         // chooses through the front end; choose() must not be called
    // `rest` is what stands behind the colon, "" when nothing does.
    Player *(*create)(const PlayerType *type, const Registry *registry, const char *rest,
                      const PlayerDefaults *defaults, Error *err);
    void (*destroy)(Player *player);
    // A new game begins (position and opening as given). False with a sentence for a rule, size or
    // opening this player does not know.
    bool (*begin)(Player *player, const Game *game, Error *err);
    // Blocks until it has chosen. False with a sentence when it cannot answer (its program died,
    // was silent or spoke nonsense).
    bool (*choose)(Player *player, const Turn *turn, Choice *choice, Error *err);
    void (*end)(Player *player); // the game is over; may be NULL
    // Thinks about a position that may come, whoever is to move in it, until the flag is raised or
    // there is nothing left to find; remembers what it finds and nothing else. NULL: it does not.
    void (*ponder)(Player *player, const Position *position, const Limits *limits, StopFlag *stop);
    // What is left to chance from now on follows this number (and a seed of its SPEC) alone. NULL:
    // nothing is left to chance.
    void (*reseed)(Player *player, uint64_t seed);
    // The limits it will really keep when a turn brings these: those of its SPEC laid over them.
    // NULL: it takes what it is given.
    Limits (*limits)(const Player *player, Limits given);
};

// The common part; a player's own struct begins with it.
struct Player {
    const PlayerType *type;
    char *spec; // as it was given
};

void player_free(Player *player); // NULL is fine
bool player_begin(Player *player, const Game *game, Error *err);
// Checks the answer too: an illegal or forbidden move comes back as false with a sentence.
bool player_choose(Player *player, const Turn *turn, Choice *choice, Error *err);
void player_end(Player *player);
void player_ponder(Player *player, const Position *position, const Limits *limits, StopFlag *stop);
void player_reseed(Player *player, uint64_t seed);
Limits player_limits(const Player *player, Limits given);

#endif
