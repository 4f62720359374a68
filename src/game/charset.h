// SPDX-License-Identifier: MIT
// Texts of other programs in the charsets of their countries, made UTF-8 before they are read: the
// second byte of a Shift_JIS or Big5 character may be a backslash or a bracket, which no reader of
// SGF could tell from a real one.
#ifndef GAME_CHARSET_H
#define GAME_CHARSET_H

#include "base/text.h"

// The text in UTF-8. `charset` is what the text says of itself, NULL when it says nothing. A byte
// order mark decides, and is removed. Well-formed UTF-8 stays as it is, whatever it says: programs
// re-encode files and leave the name; only a few characters of two bytes each may be Chinese by
// coincidence, and then the name counts. Without a name the rest is Latin-1 (Windows-1252). False
// with a sentence for a charset that is not known, and for a text that is not in its charset.
bool charset_decode(Text *text, const char *charset, Error *err);

#endif
