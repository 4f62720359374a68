// SPDX-License-Identifier: MIT
// `tengen play` in parts: play.c reads the options and sets the table, settings.c asks what was not
// given, and one of two front ends carries the game: lines.c for pipes and plain terminals,
// screen.c for terminals that can move a cursor.
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/command.h"
#include "cli/session.h"
#include "cli/waker.h"

typedef struct PlayView {
    const Call *call;
    Session *session;
    Waker *waker;
    bool quiet;
} PlayView;

// Each plays until the person leaves or the input ends; returns an exit code.
int lines_play(PlayView *view);
int screen_play(PlayView *view);

// "black wins: five in a row", "a draw: the board is full".
void play_result(const Session *session, Text *out);
// What a player's choice means where it is more than a stone: "tengen takes over the first stone
// ..."; nothing is added for a stone.
void play_tell(const Session *session, Seat seat, Move move, Text *out);
// Where an unfinished game that the person leaves is kept, if it is.
void play_kept(const Session *session, Text *out);
// The board as the terminal can show it. Forbidden points are marked when a person has to avoid
// them; threats are not, that would be a hint.
typedef struct BoardLook {
    bool unicode, colour;
    Move cursor; // MOVE_NONE for none
} BoardLook;
void play_draw(const Session *session, BoardLook look, Text *out);

// --- words.c: what a person may type during a game, a move or a word from a table ---

// What the front end is asked to do.
typedef enum Wish { WISH_NOTHING, WISH_BOARD, WISH_HELP, WISH_QUIT } Wish;

typedef struct Reply {
    Wish wish;
    Text said; // a sentence for the person, may be empty; text_free() it
} Reply;

// Does what the line says. False with a sentence when it cannot be done. A blank line does nothing.
bool words_obey(Session *session, const char *line, Reply *reply, Error *err);

// "  undo        take back your last move" rows.
void words_help(Text *out);

// --- panel.c: one frame of the game on a screen ---

// The board, beside or below it who plays, whose turn it is and what is thought, and at the bottom
// a message and the line the person types in.
typedef struct PanelState {
    BoardLook look; // without the cursor
    Move cursor;
    Text input, message;
    bool wrong; // the message is a complaint
    bool help;  // show the list of words instead of the moves
    bool has_info;
    Info info;      // what was thought last
    Side info_side; // by this side
} PanelState;

void panel_frame(Session *session, const PanelState *state, Text *frame);

#endif
