// SPDX-License-Identifier: MIT
// JSON as it comes in. jansson does the reading; its names would meet those of base/json.h, which
// writes, so that only value.c knows it.
//
// A missing or ill-typed thing is NULL or the caller's default, and the caller says what is wrong.
// Not in libtengen (like chart and html), which therefore needs no jansson.
#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Value Value;

Value *value_parse(const char *text, size_t length, Error *err); // value_free() releases it
void value_free(Value *root);                                    // the root; NULL is fine

// Everything below may be asked of NULL, which has nothing. What is returned lives as long as the
// root.
bool value_is_object(const Value *value);
bool value_is_array(const Value *value);
const Value *value_get(const Value *object, const char *key);
const char *value_text(const Value *value); // NULL unless it is a text without NUL bytes
size_t value_count(const Value *array);     // 0 unless it is an array
const Value *value_at(const Value *array, size_t index);
// False unless it is an integer within the bounds, written without a point or an exponent.
bool value_int(const Value *value, int64_t least, int64_t most, int64_t *out);

const char *value_get_text(const Value *object, const char *key); // likewise
int64_t value_get_int(const Value *object, const char *key, int64_t otherwise);
bool value_get_bool(const Value *object, const char *key, bool otherwise);

#endif
