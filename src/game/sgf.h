// SPDX-License-Identifier: MIT
// SGF FF[4]: GM[4] is Gomoku and Renju, GM[11] is Hex. sgf_read.c understands it on top of the
// words of sgf_lexer.c, sgf_dialect.c settles what programs disagree about, sgf_write.c writes it.
// Read and written through record.h.
//
// Points of GM[4] are written as two letters from the top left, `B[hh]`, and read as `B[h8]` too;
// those of GM[11] the other way round. What SGF has no word for is written as a private property,
// which other programs skip:
//
//   CHOICE[W:swap-sides]   an opening's choice or a resignation in GM[4], beside who made it
//   MS[1250]               milliseconds the move took
#ifndef GAME_SGF_H
#define GAME_SGF_H

#include "game/record.h"

// Where the second game tree of a collection begins; NULL when there is none, or the first one is
// not whole. sgf_parse() reads the first, so a collection is read tree by tree.
const char *sgf_next_tree(const char *text, size_t length);

// After reading: makes every swap and every colour in the tree mean what Position means by it.
// `two_letters` says that a Hex file wrote its points as letters only, as Little Golem does.
void sgf_settle(Record *record, bool two_letters);

#endif
