// SPDX-License-Identifier: MIT
// A sample file: games to learn from, a line each.
//
//     samples gomoku freestyle 15x15
//     made by player=tengen nodes=2000 seed=1 ...
//     b h8 i9 g7 i7 h6=-31 h7=12 h9~-8 ...
//
// A game's line says who won (b, w, or d for a draw), then all its stones. Those of the opening
// stand alone; behind the others is what the search thought of the position for the side to move.
// "=" means that it played what it thought best, "~" that chance chose another move, or that it
// hardly thought. A tree search says how often it tried which moves, in per cent:
//
//     h6=-31(h6:61,g7:22,h5:9)
//
// The file only ever grows by whole lines, so a sudden end leaves half a line at most, which is
// dropped when the file is opened again.
#ifndef TRAIN_SAMPLES_H
#define TRAIN_SAMPLES_H

#include "base/text.h"
#include "game/position.h"

#include <stdio.h>

typedef struct SampleBoard {
    const GameType *game;
    int rule; // index into game->rules
    int width, height;
} SampleBoard;

enum { SAMPLE_CHOICES = 8 };

// A move a tree search tried.
typedef struct SampleChoice {
    Move move;
    uint8_t percent; // 1 to 100
} SampleChoice;

typedef struct SampleMove {
    Move move;
    bool judged;          // there is a score: not a stone of the opening
    bool best;            // the search thought this move best
    int16_t score;        // of the best move, for the side to move
    uint8_t choice_count; // 0: not told
    SampleChoice choices[SAMPLE_CHOICES];
} SampleMove;

// Zero-initialised is empty; the moves are kept for the next game.
typedef struct SampleGame {
    Result result;
    SampleMove *moves;
    size_t count, capacity;
} SampleGame;

void sample_add(SampleGame *game, SampleMove move);
void sample_free(SampleGame *game);
double sample_came(const SampleGame *game, Side side); // 1: it won, 1/2: a draw
void sample_print(const SampleBoard *board, const SampleGame *game, Text *out); // with its LF
// A line without its LF. False with a sentence when it is no game of stones on empty cells.
bool sample_parse(const SampleBoard *board, const char *line, SampleGame *game, Error *err);

// --- writing ---

typedef struct SampleWriter SampleWriter;

// Opens or begins a file. One that is there must have been begun with the same words about how it
// is made; *games gets the number it holds. NULL with a sentence; *broken then says whether the
// machine failed and not the caller. No other program may write to it meanwhile.
SampleWriter *samples_write(const char *path, const SampleBoard *board, const char *made_by,
                            int64_t *games, bool *broken, Error *err);
bool samples_add(SampleWriter *writer, const char *lines, size_t length, Error *err);
bool samples_close(SampleWriter *writer, Error *err); // false: the disk did not take it all

// --- reading ---

typedef struct SampleReader SampleReader;

// `games` is NULL-ended. NULL with a sentence.
SampleReader *samples_read(const char *path, const GameType *const *games, Error *err);
const SampleBoard *samples_board(const SampleReader *reader);
// False at the end, and with a sentence where a line is wrong; `err` must start empty.
bool samples_next(SampleReader *reader, SampleGame *game, Error *err);
void samples_end(SampleReader *reader); // NULL is fine

// Where a reader stands, for another one of the same file to go on there.
typedef struct SamplePlace {
    int64_t offset; // 0: at the first game
    uint64_t line;
} SamplePlace;

SamplePlace samples_place(const SampleReader *reader);
bool samples_go_on(SampleReader *reader, SamplePlace place, Error *err);

#endif
