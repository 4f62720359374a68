// SPDX-License-Identifier: MIT
// One thought from beginning to end: the engine thinks about a position on its own thread while
// this one hands on what it says and watches for Ctrl-C.
#ifndef CLI_THOUGHT_H
#define CLI_THOUGHT_H

#include "cli/command.h"

typedef struct Thought {
    Player *player;
    Limits limits;
    // Called on the thread that called thought_think(), in order. Returns false to stop thinking
    // (the output is no longer read). May be NULL.
    bool (*on_info)(const Info *info, void *user);
    void *user;
    bool interrupted; // set when Ctrl-C ended it early
} Thought;

// The engine as the options ask for it, with one more of its own ("key=value", may be NULL); NULL
// with a sentence in call->err. player_free() releases it.
Player *thought_player(const Call *call, const char *option);
// Reads a POSITION with the options' board and turn; NULL with a sentence in call->err.
Position *thought_position(const Call *call, const char *text);

// Thinks about the position, which stays the caller's.
bool thought_think(Thought *thought, const Position *position, Choice *choice, Error *err);

#endif
