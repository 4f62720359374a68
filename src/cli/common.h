// SPDX-License-Identifier: MIT
// The options that mean the same everywhere, and what they amount to: a board, limits, a position.
//
// A command's own options struct begins with CommonOptions and its row names the subset it takes.
// Fields that were not set keep the values of common_defaults, which all mean "not given": the
// functions below put the defaults in.
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include "base/option.h"
#include "engine/player.h"
#include "game/position.h"
#include "game/record.h"
#include "search/limits.h"

typedef enum CommonBits {
    COMMON_BOARD = 1 << 0,   // --game --rule --size
    COMMON_OPENING = 1 << 1, // --opening --swap
    COMMON_TO_MOVE = 1 << 2, // --to-move
    COMMON_HUMAN = 1 << 3,   // --human
    COMMON_LIMITS = 1 << 4,  // --time --depth --nodes
    COMMON_CLOCK = 1 << 5,   // --clock
    COMMON_ENGINE = 1 << 6,  // --threads --hash
    COMMON_LEVEL = 1 << 7,   // --level
    COMMON_MULTIPV = 1 << 8, // --multipv
    COMMON_SEED = 1 << 9,    // --seed
    COMMON_PLAYER = 1 << 10, // --player
    COMMON_LOG = 1 << 11,    // --log
    COMMON_JSON = 1 << 12,   // --json
    COMMON_QUIET = 1 << 13,  // --quiet
} CommonBits;

typedef enum HumanChoice { HUMAN_BLACK, HUMAN_WHITE, HUMAN_BOTH, HUMAN_NONE } HumanChoice;
typedef enum SwapChoice { SWAP_OFF, SWAP_ON, SWAP_PIECES, SWAP_SIDES } SwapChoice;

typedef struct CommonOptions {
    char *game_name, *rule, *size, *clock, *log_path; // as typed, NULL when not given
    int opening;                                      // an OpeningKind up to OPENING_SWAP2, or -1
    int swap;                                         // a SwapChoice, or -1
    int to_move;                                      // a Side, or -1
    int human;                                        // a HumanChoice, or -1
    Limits limits;                                    // -1 where not given, like the rest
    int64_t threads, hash_bytes, seed;
    TextList players;
    bool json, quiet, help;
    // Worked out from the words above by common_resolve(), and the clock of the limits.
    const GameType *game; // NULL when neither a game nor a rule was given
    int width, height;    // 0 when not given
} CommonOptions;

extern const char *const common_formats[]; // what --format, --from and --to call a RecordFormat
extern const CommonOptions common_defaults;
// Appends the rows of these bits (and --help) to `table`, which has room for COMMON_ROWS_MAX.
enum { COMMON_ROWS_MAX = 24 };
size_t common_rows(unsigned bits, Option *table);

// Checks what the table cannot: a rule implies its game and must not contradict --game, the size
// must fit the game, the clock must read "5m+3s". `games` is NULL-ended.
bool common_resolve(CommonOptions *options, const GameType *const *games, Error *err);

// What was given, for reading records: a record brings its own game, rule and size.
RecordHints common_hints(const CommonOptions *options, const GameType *const *games);
// The same where nothing else says so: without a game the first of the table, likewise the rule and
// the size.
RecordHints common_board(const CommonOptions *options, const GameType *const *games);
// What --opening and --swap come to on this board, OPENING_FREE without them; a sentence when its
// game does not offer that.
bool common_opening(const CommonOptions *options, const RecordHints *board, OpeningKind *kind,
                    Error *err);

// The limits of one move. Five seconds when no other limit was given: a depth or node count is
// reached in its own time, so that counted searches repeat on any machine.
enum { DEFAULT_TIME_MS = 5000 };
bool common_has_limit(const CommonOptions *options); // of time, depth, nodes or a clock
Limits common_limits(const CommonOptions *options);
int common_threads(const CommonOptions *options);        // all cores
int64_t common_hash_bytes(const CommonOptions *options); // 256 MB
PlayerDefaults common_player_defaults(const CommonOptions *options);
const char *common_player(const CommonOptions *options); // the SPEC of the first, tengen

#endif
