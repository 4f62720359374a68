// SPDX-License-Identifier: MIT
// POSITION, as it is typed on a command line and written in suites and openings files.
//
//   "h8 i9 g7"          moves in order, Black first; swap words allowed
//   "B:h8,i9;W:g7"      stones, any counts
//   "-"                 the empty board
//   game.sgf            the end of a record's main line (.sgf, .psq, .txt, .hexworld)
#ifndef GAME_NOTATION_H
#define GAME_NOTATION_H

#include "game/record.h"

// Everything but the path: for suites and protocols. `to_move` is a Side or -1 for "from the
// stones": after moves the next side, after set-up Black when the counts are equal, else White if
// Black has more stones and Black if White has. A move list with a `to_move` that contradicts it
// keeps the stones and changes only whose turn it is.
Position *position_parse(const GameType *type, const char *rule, int width, int height,
                         const char *text, int to_move, Error *err);

// The same, or the path of a record. The hints give game, rule and size for what does not say so
// itself.
Position *position_read(const char *text, const RecordHints *hints, int to_move, Error *err);

// The shortest text that position_parse() reads back: moves when it arose by moves, else stones.
void position_print(const Position *position, Text *out);

#endif
