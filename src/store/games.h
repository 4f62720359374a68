// SPDX-License-Identifier: MIT
// How a row of the table `games` becomes a StoredGame; for whoever selects such rows.
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "store/sql.h"

// What a SELECT must begin with for games_read_row(); the table goes by the name g.
#define GAMES_COLUMNS                                                                              \
    "g.id, g.game, g.rule, g.width, g.height, g.black, g.white, g.event, g.date, g.day, "          \
    "g.opening, g.source, g.result, g.plies, g.created, g.changed"
enum { GAMES_COLUMN_COUNT = 16 };

// False with a sentence when the row is of a game or rule this program does not know.
bool games_read_row(const Store *store, sqlite3_stmt *row, StoredGame *game, Error *err);

#endif
