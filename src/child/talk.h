// SPDX-License-Identifier: MIT
// A conversation with a program of somebody else's: what both protocols share. The program, what it
// has been told of the game so far, and sentences for everything that can go wrong.
#ifndef CHILD_TALK_H
#define CHILD_TALK_H

#include "child/child.h"
#include "child/process.h"

enum { TALK_MESSAGE_CHARS = 256 };

typedef struct Told {
    Ply *plies;
    size_t count, capacity;
} Told;

// The common part of a child player; a protocol's own struct begins with it.
typedef struct Talk {
    Player player;
    char **words;
    ChildSettings settings;
    Process *process;      // NULL while it is not running
    Told told;             // stones the program knows
    const char *interrupt; // the line that asks a thinking program to answer now
    Text line;             // the last one read
    char *said; // the same without blanks at its ends, never NULL once something was read
    char message[TALK_MESSAGE_CHARS];
    ChildFailure failure; // of the last begin() or choose()
} Talk;

// When to give up, and the flag that ends the wait at once (may be NULL).
typedef struct Patience {
    int64_t since_us, until_us;
    const StopFlag *stop;
    bool interrupted; // the flag was raised, and the program was asked to hurry
} Patience;

// A player with `size` bytes of memory, or NULL with a sentence when the command line is none.
// `interrupt` is what the protocol has for "answer now", with its line end.
Player *talk_create(size_t size, const PlayerType *type, const char *command, const char *interrupt,
                    Error *err);
// Says `farewell` to a running program, ends it and frees everything.
void talk_destroy(Talk *talk, const char *farewell);

void talk_turn(Talk *talk);              // a new question: what was said and went wrong is past
bool talk_start(Talk *talk, Error *err); // the program, which must not be running
void talk_break_off(Talk *talk);         // ends the program at once; nothing is told any more

Patience talk_patience(int64_t milliseconds);
// What a turn allows: its limit and the margin, see child.h.
Patience talk_turn_patience(const Talk *talk, const Turn *turn);

// Sends the lines. False with a sentence; the program is ended then.
bool talk_send(Talk *talk, const Patience *patience, Error *err, const char *format, ...)
    PRINTF_LIKE(4, 5);
// Reads one line into talk->said. False with a sentence; the program is ended then. When the flag
// is raised the program is asked to answer now and has INTERRUPT_MS left for it.
enum { INTERRUPT_MS = 200 };
bool talk_read(Talk *talk, Patience *patience, Error *err);
// The sentence for an answer that is not what was expected; ends the program, returns false.
bool talk_refuse(Talk *talk, Error *err, const char *expected);

// The game as a list of stones, each with the side that put it: set-up stones first (in turn, Black
// first, top left first), then the moves. Choices of an opening are left out: programs disagree
// about what a swap does to the stone on the board, so it is told as it lies afterwards.
void told_list(const Position *position, Told *list);
// How many plies `list` adds to what is told, or -1 when it does not begin with that.
int told_continues(const Told *told, const Told *list);
void told_add(Told *told, Ply ply);

#endif
