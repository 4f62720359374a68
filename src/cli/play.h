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
// The board as the terminal can show it. Forbidden points are marked when a person has to avoid
// them; threats are not, that would be a hint.
typedef struct BoardLook {
    bool unicode, colour;
    Move cursor; // MOVE_NONE for none
} BoardLook;
void play_draw(const Session *session, BoardLook look, Text *out);

#endif
