// SPDX-License-Identifier: MIT
// Reads back the JSON this room has written: one value, strictly, as a tree. Text is taken as it is
// (our writer leaves UTF-8 alone) and numbers are kept as their text, so that nothing is rounded.
#ifndef MATCH_JSON_READER_H
#define MATCH_JSON_READER_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef enum JsonKind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonKind;

typedef struct JsonValue JsonValue;
struct JsonValue {
    JsonKind kind;
    const char *name;        // within an object
    const char *text;        // of a number or a text; NUL-ended, no NUL inside
    JsonValue *first, *next; // members, and the next one beside this
};

typedef struct JsonTree {
    JsonValue *root;
    void *blocks; // of memory
} JsonTree;

// False with a sentence; the tree is empty then. Deeper than 32 levels is refused.
bool json_read(JsonTree *tree, const char *text, size_t length, Error *err);
void json_tree_free(JsonTree *tree);

// NULL when `object` (which may be NULL) is no object or has no such member.
const JsonValue *json_get(const JsonValue *object, const char *name);
// False unless `value` (which may be NULL) is a whole number within the bounds.
bool json_to_int(const JsonValue *value, int64_t least, int64_t most, int64_t *out);
const char *json_to_text(const JsonValue *value); // NULL unless it is a text

#endif
