// SPDX-License-Identifier: MIT
// A conversation with an external program: what both protocols share. The program, what it
// has been told of the game so far, and sentences for everything that can go wrong.
#ifndef CHILD_TALK_H
#define CHILD_TALK_H

#include "child/child.h"
#include "child/process.h"

enum { TALK_MESSAGE_CHARS = 256 };

typedef struct SentMoves {
    Ply *plies;
    size_t count, capacity;
} SentMoves;

// The common part of a child player; a protocol's own struct begins with it.
typedef struct Talk {
    Player player;
    char **words;
    ChildSettings settings;
    Process *process;      // NULL while it is not running
    SentMoves sent;        // stones the program knows
    const char *interrupt; // the line that asks a thinking program to answer now
    Text line;             // the last one read
    char *said; // the same without blanks at its ends, never NULL once something was read
    char message[TALK_MESSAGE_CHARS];
    PlayerFailure failure; // of the last begin() or choose()
} Talk;

// When to give up, and the flag that ends the wait at once (may be NULL).
typedef struct Deadline {
    int64_t since_us, until_us;
    const StopFlag *stop;
    bool interrupted; // the flag was raised, and the program was told to answer now
} Deadline;

// A player with `size` bytes of memory, or NULL with a sentence when the command line is none.
// `interrupt` is what the protocol has for "answer now", with its line end.
Player *talk_create(size_t size, const PlayerType *type, const char *command, const char *interrupt,
                    Error *err);
// Says `farewell` to a running program, ends it and frees everything.
void talk_destroy(Talk *talk, const char *farewell);

void talk_turn(Talk *talk);              // a new question: what was said and went wrong is past
bool talk_alive(const Talk *talk);       // is the program running?
bool talk_start(Talk *talk, Error *err); // the program, which must not be running
void talk_break_off(Talk *talk);         // ends the program at once; nothing is told any more

Deadline talk_deadline(int64_t milliseconds);
// What a turn allows: its limit and the margin, see child.h.
Deadline talk_turn_deadline(const Talk *talk, const Ask *turn);

// Sends the lines. False with a sentence; the program is ended then.
bool talk_send(Talk *talk, const Deadline *deadline, Error *err, const char *format, ...)
    PRINTF_LIKE(4, 5);
bool talk_send_text(Talk *talk, const Deadline *deadline, Text *lines, Error *err); // frees it
// Reads one line into talk->said. False with a sentence; the program is ended then. When the flag
// is raised the program is asked to answer now and has INTERRUPT_MS left for it.
enum { INTERRUPT_MS = 200 };
bool talk_read(Talk *talk, Deadline *deadline, Error *err);
// Ends the program and returns false with the sentence "'./program' is out: it ...".
bool talk_fail(Talk *talk, PlayerFailure failure, Error *err, const char *format, ...)
    PRINTF_LIKE(4, 5);
bool talk_refuse(Talk *talk, Error *err, const char *expected); // it answered something else

// The game as a list of stones, each with the side that put it: set-up stones first (in turn, Black
// first, top left first), then the moves. Choices of an opening are left out: programs disagree
// about what a swap does to the stone on the board, so it is told as it lies afterwards.
void sent_list(const Position *position, SentMoves *list);
// How many plies `list` adds to what is told, or -1 when it does not begin with that.
int sent_continues(const SentMoves *sent, const SentMoves *list);
void sent_add(SentMoves *sent, Ply ply);
void sent_copy(SentMoves *sent, const SentMoves *from); // in place of what it held

// The functions of PlayerType that are the same in both protocols.
void talk_configure(Player *player, const PlayerHosting *hosting);
const char *talk_message(const Player *player);
PlayerFailure talk_failure(const Player *player);
uint64_t talk_memory(const Player *player);

#endif
