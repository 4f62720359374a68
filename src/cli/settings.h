// SPDX-License-Identifier: MIT
// What a game is to be like, row by row, so that it can be asked for: on a screen with the arrow
// keys (menu.c) or line by line. Rows that were given as options are not asked.
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/common.h"
#include "cli/kept.h"
#include "engine/opening.h"

typedef struct Settings {
    const GameType *const *games; // NULL-ended
    const GameType *game;
    int rule; // index into game->rules
    int width, height;
    int human; // a HumanChoice
    int64_t level;
    int64_t time_ms;
    OpeningKind opening;
    bool keep_game; // an option belongs to this game alone: only its rule may change
    unsigned asked; // the bits of the rows not given
    KeptList kept;  // games to go on with
    size_t resumed; // 0: a new game, else kept.items[resumed - 1]
} Settings;

typedef struct SettingRow {
    const char *label;
    unsigned bit;
    void (*print)(const Settings *settings, Text *value, Text *note);
    void (*change)(Settings *settings, int by); // to a neighbouring value, round at the ends
    bool (*parse)(Settings *settings, const char *word, Error *err);
    const char *accepts; // what parse() reads, for a prompt; NULL: too fine a point to ask
                         // about line by line
} SettingRow;

enum { SETTING_ROWS = 7 };
extern const SettingRow setting_rows[SETTING_ROWS];

// From the options; what was not given gets its default and is marked as to be asked. False with a
// sentence when the options contradict each other.
bool settings_begin(Settings *settings, const CommonOptions *options, const GameType *const *games,
                    Error *err);
void settings_end(Settings *settings);
// The board is this position's: nothing about it is asked.
void settings_continue(Settings *settings, const Position *position, OpeningKind opening);

// May another game than a new one be chosen? Not where the options say what board it is to be.
bool settings_may_resume(const Settings *settings);
// The game of a file is the one to go on with. False with a sentence.
bool settings_open(Settings *settings, const char *path, Error *err);
// That game, NULL for a new one.
const KeptGame *settings_resumed(const Settings *settings);

// Is this row still to be asked? Two people need no level.
bool settings_asks(const Settings *settings, const SettingRow *row);

// Asks line by line on stderr; Enter accepts what is shown. False at the end of the input.
bool settings_ask(Settings *settings);

typedef enum MenuEnd { MENU_START, MENU_LEAVE } MenuEnd;
// Asks on one screen; the terminal is in raw mode (tty.h).
MenuEnd settings_menu(Settings *settings);

#endif
