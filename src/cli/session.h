// SPDX-License-Identifier: MIT
// One sitting at the board: a game, who sits in the two seats, the clocks, and the thinking
// between moves. The front ends (lines, screen) feed it what the person chose and draw what it
// knows; it never prints.
//
// One thread calls all of this. Players think on a thread of their own; when there is something new
// the `wake` callback runs on that thread, and the front end then asks session_news().
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/common.h"
#include "engine/registry.h"

#include <stdio.h>

typedef struct Session Session;

typedef struct SessionSetup {
    const Registry *registry;
    const Position *start; // where the game goes on from; NULL: an empty board as said below
    RecordHints board;
    OpeningKind opening;
    const char *specs[2]; // who plays, by seat
    PlayerDefaults defaults;
    Limits limits;       // of every move; a clock is for each side
    bool ponder;         // a player goes on thinking while a person has the move
    bool keep;           // after every choice the game is kept in a file of its own, see kept.h
    const char *keep_in; // this file, for the first game; NULL: a new one
    FILE *log;           // may be NULL
    void (*wake)(void *user);
    void *user;
} SessionSetup;

// NULL with a sentence when a SPEC, the board or the opening is wrong.
Session *session_new(const SessionSetup *setup, Error *err);
void session_free(Session *session); // stops the thinking
// From the first move, for the first time or again. False with a sentence when a player cannot: its
// program does not start or does not know this game.
bool session_begin(Session *session, Error *err);

// The game of a record comes to the board, and goes on there. False with a sentence, and the present
// game as it was, when it cannot be read or a player does not know it.
bool session_open(Session *session, const char *path, Error *err);

typedef enum SessionTurn {
    TURN_PERSON, // the front end asks its person
    TURN_PLAYER, // a program is to choose
    TURN_OVER,
} SessionTurn;

const Game *session_game(const Session *session);
SessionTurn session_turn(const Session *session);
bool session_is_person(const Session *session, Seat seat);
const char *session_name(const Session *session, Seat seat); // "you", "tengen:level=3" ...
Result session_result(const Session *session);
const char *session_reason(const Session *session); // "five in a row", "resignation", "time"

// Time left on a seat's clock, LIMIT_NONE without --clock.
int64_t session_clock_ms(const Session *session, Seat seat);

// The person's choice. False with the reason when the rules, the opening or the turn are against
// it.
bool session_play(Session *session, Move move, Error *err);
// Back to the person's last choice, whatever was answered since. Interrupts thinking.
bool session_undo(Session *session, Error *err);
// False with a sentence when it cannot be written, or when there is such a file that this session has
// not saved, unless it may be replaced.
bool session_save(Session *session, const char *path, bool replace, Error *err);
// The file in which the game is kept as it stands, NULL when it is in none.
const char *session_kept(const Session *session);
// Whether the game may be given up: it is kept, saved, not begun, or was asked about before. False
// with a sentence otherwise.
bool session_may_go(Session *session, Error *err);
// Whether threats are drawn on the board; they are not at first.
bool session_shows_threats(const Session *session);
bool session_toggle_threats(Session *session); // true: they are now

// Lets the player whose turn it is think, unless it thinks already.
void session_go(Session *session);
// Has the engine look for a good move for the person; the answer comes as NEWS_HINT.
bool session_ask_hint(Session *session, Error *err);
bool session_thinking(const Session *session);
bool session_hinting(const Session *session); // it thinks for the person
void session_stop(Session *session);          // the thinking player answers now

typedef enum SessionNews {
    NEWS_NONE,
    NEWS_MOVE,   // a player has moved: session_last_choice()
    NEWS_HINT,   // *choice is what the engine would do
    NEWS_FAILED, // a player could not answer; err says why. The game cannot go on
    NEWS_TIME,   // a side's clock ran out
} SessionNews;
SessionNews session_news(Session *session, Choice *choice, Error *err);

// What the present thinker said last; false when it does not think or said nothing.
bool session_info(Session *session, Info *info);

// What the actor may do now, in a sentence or two: "Black to move." or the choices of an opening.
void session_guide(const Session *session, Text *out);

#endif
