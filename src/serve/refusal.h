// SPDX-License-Identifier: MIT
// A refusal as the page gets it: the sentence, and where it is one that people come across, its code
// with the words that differ, so that the page can say it in the person's language.
#ifndef SERVE_REFUSAL_H
#define SERVE_REFUSAL_H

#include "base/json.h"

// Puts `reason`, and `code` and `values` where the sentence is known, into the object being written.
// A sentence within the sentence, "move 2, h8: h8 is occupied", is an object of the same kind.
void refusal_write(Json *json, const char *sentence);

#endif
