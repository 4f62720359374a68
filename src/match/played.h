// SPDX-License-Identifier: MIT
// A game that was played, as it is kept: who, from where, each move with its time and what the
// player said of it, how it ended and why. As a JSON line, and as a record (SGF, PSQ).
#ifndef MATCH_PLAYED_H
#define MATCH_PLAYED_H

#include "engine/game.h"
#include "game/record.h"

typedef enum Ending {
    ENDING_RULES,       // five in a row, a path, a full board
    ENDING_RESIGNATION, // from here on a player lost otherwise than on the board ...
    ENDING_TIME,
    ENDING_SILENCE,
    ENDING_CRASH,
    ENDING_NONSENSE, // an answer that is none
    ENDING_ILLEGAL,
    ENDING_FORBIDDEN,
    ENDING_ERROR,       // anything else a player fails with
    ENDING_ADJUDICATED, // ... and this was stopped by the referee, as asked
    ENDING_COUNT,
} Ending;

typedef struct PlayedMove {
    Move move;
    Seat seat;
    int64_t time_us;
    bool has_info; // depth, score and nodes are known
    int depth, score;
    uint64_t nodes;
    char *message; // the program's own words, NULL when it said nothing
} PlayedMove;

typedef struct Played {
    int64_t number;
    size_t players[2]; // by seat
    int64_t opening;
    char *start;  // POSITION before the first move
    Side to_move; // then
    PlayedMove *moves;
    size_t move_count, move_capacity;
    Side sides[2]; // the colour each seat held at the end
    int points[2]; // by seat: 0 lost, 1 drawn, 2 won
    Ending ending;
    char reason[256];   // one sentence
    int64_t time_ms;    // all of it
    uint64_t memory[2]; // by seat: the most its program held, 0 for a player of our own process
} Played;

void played_free(Played *played); // what it points to, not the struct
PlayedMove *played_add(Played *played, Move move, Seat seat, int64_t time_us);

const char *ending_name(Ending ending);  // "rules", "time", "crash" ...
const char *ending_words(Ending ending); // for people: "on the board", "out of time" ...
Result played_result(const Played *played);

// The board all games of a match are played on, and what its players are called.
typedef struct PlayedContext {
    const GameType *type;
    const char *rule;
    int width, height;
    char *const *names;
    size_t player_count;
} PlayedContext;

// One JSON object and a line break.
void played_print(const Played *played, const PlayedContext *context, Text *out);
// Reads such a line (without its break) back. False with a sentence when it is none of ours.
bool played_parse(Played *played, const PlayedContext *context, const char *line, size_t length,
                  Error *err);

// The game as a record with times and comments. `last` is the position it ended in.
Record *played_record(const Played *played, const PlayedContext *context, const Position *last);

#endif
