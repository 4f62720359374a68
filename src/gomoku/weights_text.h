// SPDX-License-Identifier: MIT
// Weights as text, the way nets/ keeps them.
//
//     # how they were made, in as many lines as it takes
//     gomoku freestyle
//     worth
//     249 12 14 15
//     ...
//
// After the rule come the tables of weights.h under their names, in any order, each once. A table
// for one side alone is "worth black"; a table without a side is for both. A row of a table by
// codes begins with the three strongest of the four shapes, weakest first, a hexadecimal digit each
// (see shape.h); then come the numbers for the fourth shape from 0 up to the first of the three:
// here 0249, 1249 and 2249. A row of `threats` begins with the state of its first number, also in
// hexadecimal. What is not said is 0.
#ifndef GOMOKU_WEIGHTS_TEXT_H
#define GOMOKU_WEIGHTS_TEXT_H

#include "base/text.h"
#include "gomoku/weights.h"

// `name` is what sentences call the text: "NAME:LINE: ...".
bool weights_parse(const char *text, const char *name, GomokuRule *rule, Weights *weights,
                   Error *err);
// From a file, for this rule and no other.
bool weights_read(const char *path, GomokuRule rule, Weights *weights, Error *err);

// Appends the text of these weights below `note`, every line of which becomes a comment. Codes that
// no line can have under the rule are left out.
void weights_write(const Weights *weights, GomokuRule rule, const char *note, Text *out);

// The shapes a side's lines can have under this rule, a bit each; looks through a whole table.
unsigned weights_shapes(GomokuRule rule, Side side);
// Is every shape of this code among these?
bool weights_can_occur(unsigned shapes, int code);
// Do both sides live under the same law, so that they share their numbers?
bool weights_are_shared(GomokuRule rule);

#endif
