// SPDX-License-Identifier: MIT
// tengen.h: Gomoku, Renju and Hex for your own program.
//
// Open a game, play moves, ask the engine to think, listen to what it says, close. Moves are words
// as players write them: "h8", "swap-pieces", "swap-sides", "put-two", "resign". Two games opened in
// one process share nothing.
//
//     char why[TENGEN_ERROR_CHARS];
//     tengen *t = tengen_open("gomoku", "freestyle", 15, 15, NULL, why);
//     tengen_play(t, "h8", why);
//     tengen_limits limits = tengen_limits_default();
//     limits.time_ms = 1000;
//     tengen_think(t, &limits, NULL, NULL);
//     char move[TENGEN_MOVE_CHARS];
//     if (tengen_wait(t, move))
//         tengen_play(t, move, why);
//     tengen_close(t);
//
// Threads: one thread at a time may call into a game, except tengen_stop(), which any thread may
// call at any moment between open and close. The info callback runs on a thread of the engine's: it
// may call tengen_stop() and nothing else.
//
// Failures: a function that cannot do what it is asked returns false (or NULL) with one sentence that
// says why, in `error` (TENGEN_ERROR_CHARS of room, or NULL) where it takes one and by tengen_error()
// afterwards. Nothing here prints, exits or aborts, whatever it is given: a NULL handle or argument,
// numbers out of range, a machine that is out of memory or threads.
//
// When memory or threads run out
//   - in tengen_open() or tengen_resources(), nothing has changed;
//   - while it thinks, tengen_wait() returns false, and the next tengen_think() begins afresh;
//   - anywhere else, the game may be half changed: all later calls fail and say so; close it.
// Threads beyond the first are done without if the system does not give them. What was being built
// when memory ran out may stay allocated; no thread and no table does.
#ifndef TENGEN_H
#define TENGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TENGEN_VERSION "0.1.0"

#if defined(__GNUC__)
#define TENGEN_API __attribute__((visibility("default")))
#else
#define TENGEN_API
#endif

enum { TENGEN_ERROR_CHARS = 512, TENGEN_MOVE_CHARS = 16 };

typedef struct tengen tengen;

typedef enum tengen_result {
    TENGEN_PLAYING,
    TENGEN_BLACK_WINS,
    TENGEN_WHITE_WINS,
    TENGEN_DRAW
} tengen_result;

TENGEN_API const char *tengen_version(void);
// Why the last call for this game failed; until the next call for it. "" when none has.
TENGEN_API const char *tengen_error(const tengen *t);

// `game` is "gomoku" or "hex"; `rule` one of its rules or NULL for the usual one; `opening` "free",
// "pro", "longpro", "swap", "swap2" (Gomoku), "swap-pieces", "swap-sides" (Hex) or NULL for free.
// NULL with a sentence when something is wrong.
TENGEN_API tengen *tengen_open(const char *game, const char *rule, int columns, int rows,
                               const char *opening, char *error);
TENGEN_API void tengen_close(tengen *t); // stops thinking first; NULL is fine

// Threads (1 to 256) and table memory (64 kB to 1 TB) of the engine; the default is 1 thread and
// 64 MB. Not while it thinks.
TENGEN_API bool tengen_resources(tengen *t, int threads, size_t hash_bytes, char *error);

// Plays a move for whoever's turn it is. False with a sentence when rules or opening do not allow
// it.
TENGEN_API bool tengen_play(tengen *t, const char *move, char *error);
TENGEN_API bool tengen_undo(tengen *t); // false at the start of the game
// Replaces the position: a move list, stones "B:h8,i9;W:g7", or "-". See the manual page.
TENGEN_API bool tengen_set_position(tengen *t, const char *position, char *error);

TENGEN_API char tengen_to_move(const tengen *t); // 'b' or 'w'; '?' of a game that cannot be used
TENGEN_API tengen_result tengen_state(const tengen *t);
TENGEN_API const char *tengen_reason(const tengen *t); // "five in a row"; "" while playing
// 'b', 'w' or '.' for the cell at column and row from the top left, both from 0; '?' off the board.
TENGEN_API char tengen_at(const tengen *t, int column, int row);
// May this be played now? False with the reason ("f8 is forbidden: 33").
TENGEN_API bool tengen_legal(const tengen *t, const char *move, char *error);

// Limits of one search; -1 is "no limit", the first one reached stops it. With none it thinks until
// tengen_stop().
typedef struct tengen_limits {
    int64_t time_ms; // -1, 0 .. 10^12
    int64_t nodes;   // -1, 0 and more
    int64_t depth;   // -1, 0 .. 200
    int multipv;     // 1 .. 64 candidates to report
    int level;       // 1 .. 10, 10 is full strength
} tengen_limits;
TENGEN_API tengen_limits tengen_limits_default(void); // 5 seconds, full strength

typedef struct tengen_info {
    int depth, multipv;
    int score;        // for the side to move
    double win;       // P(win) + P(draw)/2 for the side to move
    int proven;       // 1 won, -1 lost, 2 drawn, 0 not known
    int proven_plies; // until the end, when proven
    int64_t nodes, time_ms;
    const char *pv; // "h8 i9 g7", valid during the call
    // Nothing new but nodes and time: the line is the last one told, or "" before the first. Comes
    // at least four times a second while nothing else does.
    bool beat;
} tengen_info;
typedef void (*tengen_info_fn)(const tengen_info *info, void *user);

// Starts thinking and returns at once. False when the game is over, it thinks already or a limit is
// out of its range.
TENGEN_API bool tengen_think(tengen *t, const tengen_limits *limits, tengen_info_fn on_info,
                             void *user);
TENGEN_API void tengen_stop(tengen *t); // the answer follows within milliseconds
// Waits for the answer: the chosen move, not yet played. False when nothing was asked or the machine
// failed.
TENGEN_API bool tengen_wait(tengen *t, char move[TENGEN_MOVE_CHARS]);

#ifdef __cplusplus
}
#endif

#endif
