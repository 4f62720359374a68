// SPDX-License-Identifier: MIT
// The readers and writers of the formats, for the table in record.c, and what they share. Each
// format has a file of its name, which says what it looks like.
#ifndef GAME_FORMATS_H
#define GAME_FORMATS_H

#include "game/record.h"

typedef Record *RecordParser(const char *text, size_t length, const RecordHints *hints, Error *err);
typedef bool RecordPrinter(const Record *record, Text *out, Error *err);

RecordParser sgf_parse, psq_parse, movelist_parse, hexworld_parse;
RecordPrinter sgf_print, psq_print, movelist_print, hexworld_print;

// The game with this SGF number among the hints' games; NULL when there is none.
const GameType *record_sgf_game(const RecordHints *hints, int number);
// The game this format was made for; NULL when it is not among them.
const GameType *record_format_game(const RecordHints *hints, RecordFormat format);
// The record, or NULL, and the record freed, when it was not read to the end.
Record *record_done(Record *record, bool good);

// As coord.h has them, on the board of the record.
bool record_cell(const Record *record, const char *word, Move *cell);
bool record_move(const Record *record, const char *word, Move *move);

// A line of moves as it is read: where it is, and whose turn it is.
typedef struct RecordLine {
    Record *record;
    RecordNode *node;
    Side side;
} RecordLine;

void record_line_add(RecordLine *line, Move move);
// Adds the cell that begins at `at`, run together with others or not ("h8i9"); how many of the
// `left` characters it takes, 0 when it is none.
size_t record_line_cell(RecordLine *line, const char *at, size_t left);

// The first value of a property that was kept, NULL when there is none.
const char *record_property(const RecordNode *node, const char *name);

#endif
