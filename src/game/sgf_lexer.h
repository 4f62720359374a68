// SPDX-License-Identifier: MIT
// The words of SGF: brackets, nodes and properties with their values, without a thought about what
// they mean.
#ifndef GAME_SGF_LEXER_H
#define GAME_SGF_LEXER_H

#include "base/text.h"

typedef enum SgfToken {
    SGF_OPEN,     // (
    SGF_CLOSE,    // )
    SGF_NODE,     // ;
    SGF_PROPERTY, // AB[aa][bb]: name and values are in the lexer
    SGF_END,      // of the text
    SGF_WRONG,    // the sentence is in *err
} SgfToken;

// A value between its brackets, escapes and all. It points into the text.
typedef struct SgfValue {
    const char *chars;
    size_t length;
} SgfValue;

typedef struct SgfLexer {
    const char *at, *end;
    int line;      // of `at`, from 1
    char name[32]; // of the last property, capitals only (FF[1] wrote `AddBlack`)
    SgfValue *values;
    size_t value_count, value_capacity;
} SgfLexer;

// Starts at the first game tree; what mail programs put before it is skipped. False when there is
// none. sgf_lexer_free() releases the values.
bool sgf_lexer_start(SgfLexer *lexer, const char *text, size_t length, Error *err);
void sgf_lexer_free(SgfLexer *lexer);
SgfToken sgf_lexer_next(SgfLexer *lexer, Error *err);

// Appends what a value says: escapes resolved, soft line breaks gone, every kind of line break a
// '\n'. In a `simple` text (a name, a date) a line break is a space.
void sgf_value_read(SgfValue value, bool simple, Text *out);
// The other way, for a text of ours.
void sgf_value_write(const char *text, bool simple, Text *out);

#endif
