// SPDX-License-Identifier: MIT
// Whatever can be asked for a move is a Player: our engine, chance, an external program. A
// person cannot be asked: a front end that has one seats them itself, by the SPEC `human`.
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "base/option.h"
#include "engine/game.h"
#include "search/ask.h"

typedef struct Player Player;
typedef struct PlayerType PlayerType;
typedef struct Registry Registry;

// What a front end knows before it reads a SPEC.
typedef struct PlayerDefaults {
    int64_t threads;        // for a search of ours
    int64_t hash_bytes;     // for its table
    int64_t seed;           // -1: none was given
    int64_t level;          // 1 .. LEVEL_MAX
    const TextList *search; // "key=value" options of a search of ours (SearcherType); may be NULL
} PlayerDefaults;

#define PLAYER_DEFAULTS                                                                            \
    (PlayerDefaults) {                                                                             \
        .threads = 1, .hash_bytes = 64 << 20, .seed = -1, .level = LEVEL_MAX                       \
    }

// A player's answer: a stone, a choice of the opening, or MOVE_RESIGN.
typedef struct Choice {
    Move move;
    bool has_info;
    Info info; // of the chosen move, when has_info
} Choice;

// Why the last begin() or choose() that failed did so.
typedef enum PlayerFailure {
    PLAYER_FINE,     // it did not fail, or the game is none it can play
    PLAYER_SILENT,   // it did not answer in time, or read nothing
    PLAYER_DIED,     // it ended, or closed its input or output
    PLAYER_NONSENSE, // it answered what is no answer, or complained
    PLAYER_STOPPED,  // the stop flag was raised
} PlayerFailure;

// What the host of a match tells players that run as programs of their own.
typedef struct PlayerHosting {
    int64_t threads, hash_bytes; // told to programs that know the words; 0: nothing is said
    int64_t margin_ms;           // wait at least so long beyond the limit of a turn
} PlayerHosting;

struct PlayerType {
    const char *name;      // in a SPEC
    const char *summary;   // one line for help
    const Option *options; // of its SPEC, laid over what create() is given; NULL: it has none
    bool is_command;       // the rest of the SPEC is a command line, not options
    // `rest` is what stands behind the colon, "" when nothing does.
    Player *(*create)(const PlayerType *type, const Registry *registry, const char *rest,
                      const PlayerDefaults *defaults, Error *err);
    void (*destroy)(Player *player);
    // A new game begins (position and opening as given). False with a sentence for a rule, size or
    // opening this player does not know. NULL: it knows every one.
    bool (*begin)(Player *player, const Game *game, Error *err);
    // Blocks until it has chosen. False with a sentence when it cannot answer (its program died,
    // was silent or spoke nonsense).
    bool (*choose)(Player *player, const Ask *ask, Choice *choice, Error *err);
    void (*end)(Player *player); // the game is over; may be NULL
    // Thinks about a position that may come, whichever side is to move in it, until the flag is
    // raised or there is nothing left to find; remembers what it finds. NULL: it does not.
    void (*ponder)(Player *player, const Position *position, const Limits *limits, StopFlag *stop);
    // What is left to chance from now on follows this number (and a seed of its SPEC) alone. NULL:
    // nothing is left to chance.
    void (*reseed)(Player *player, uint64_t seed);
    // The limits it will really keep when a turn brings these: those of its SPEC laid over them.
    // NULL: it takes what it is given.
    Limits (*limits)(const Player *player, Limits given);
    // Of players that run as programs of their own; NULL in all others.
    void (*configure)(Player *player, const PlayerHosting *hosting); // for its next start
    PlayerFailure (*failure)(const Player *player);
    uint64_t (*memory)(const Player *player); // resident bytes with all it started
    // What it said last in this turn, "" when nothing; until the next call.
    const char *(*message)(const Player *player);
};

#define SEAT_HUMAN "human"
bool seat_is_human(const char *spec); // a person sits here, no player

// The common part; a player's own struct begins with it.
struct Player {
    const PlayerType *type;
    char *spec; // as it was given
};

void player_free(Player *player); // NULL is fine
bool player_begin(Player *player, const Game *game, Error *err);
// The answer as it comes, for a referee: it may be illegal or forbidden.
bool player_ask(Player *player, const Ask *ask, Choice *choice, Error *err);
// Checks the answer too: an illegal or forbidden move comes back as false with a sentence.
bool player_choose(Player *player, const Ask *ask, Choice *choice, Error *err);
void player_end(Player *player);
void player_ponder(Player *player, const Position *position, const Limits *limits, StopFlag *stop);
void player_reseed(Player *player, uint64_t seed);
Limits player_limits(const Player *player, Limits given);
void player_configure(Player *player, const PlayerHosting *hosting);
PlayerFailure player_failure(const Player *player); // PLAYER_FINE for players of this process,
uint64_t player_memory(const Player *player);       // 0
const char *player_message(const Player *player);   // and ""

#endif
