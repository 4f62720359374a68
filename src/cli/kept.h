// SPDX-License-Identifier: MIT
// Where games at a terminal are kept while they are played, so that no word, key or signal loses one:
// a file each in $XDG_DATA_HOME/tengen/played or ~/.local/share/tengen/played. Nothing here removes any.
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "base/error.h"

// The path of a file for a new game, in a folder that is there; the caller frees it. NULL with a
// sentence when there is no such place.
char *kept_new_path(Error *err);

#endif
