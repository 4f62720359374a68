// SPDX-License-Identifier: MIT
// One frame of the game on a screen: the board, beside or below it who plays, whose turn it is and
// what is thought, and at the bottom a message and the line the person types in.
#ifndef CLI_PANEL_H
#define CLI_PANEL_H

#include "cli/play.h"

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
