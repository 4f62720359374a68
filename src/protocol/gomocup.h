// SPDX-License-Identifier: MIT
// The Gomocup protocol, version 2, and the Yixin-Board extensions that GUIs use: any Player of the
// registry as a brain.
//
// The object is fed with lines and answers through a callback, so that the command line, the tests
// and the fuzzer share all of it. Thinking happens on a thread of its own: gomocup_line() returns
// at once and the move is written by that thread. While it thinks
//
//   INFO, ABOUT and unknown words   are taken as they come
//   YXSTOP                          makes it answer now
//   anything that needs the board   makes it answer soon (after a fifth of a second of thinking at
//   (END and the end of input too)  least, so that scripted input gets sensible moves), then acts
//
// A move that was asked for is therefore always answered, and before anything else. Pondering, when
// it was asked for, ends with the next command that needs the board.
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "engine/registry.h"
#include "protocol/outlet.h"

typedef struct Gomocup Gomocup;

typedef struct GomocupSetup {
    const Registry *registry; // all that is pointed to outlives the protocol
    const GameType *game;     // NULL: the first there is
    const char *spec;         // of the player behind it
    const char *version;      // for ABOUT
    PlayerDefaults defaults;
    Limits limits; // of the user; what the manager sends narrows them further. LIMITS_OPEN is fine
    WriteFn write;
    TraceFn trace; // may be NULL
    void *user;
    bool suggest; // answer SUGGEST x,y and wait for PLAY
    bool debug;   // DEBUG lines on time and memory
    bool ponder;  // think on the opponent's time, as after INFO ponder 1
} GomocupSetup;

// NULL with a sentence when the SPEC is wrong.
Gomocup *gomocup_new(const GomocupSetup *setup, Error *err);
void gomocup_free(Gomocup *gomocup); // answers what is still owed first; NULL is fine
// One line without its line end. False after END: feed no more.
bool gomocup_line(Gomocup *gomocup, const char *line);

void gomocup_help(Text *out); // the command table, one line each

#endif
