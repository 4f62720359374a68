// SPDX-License-Identifier: MIT
// A small JSON writer: commas and escapes are its business, nesting is the caller's.
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

// Appends to `out`. Start with `Json json = {.out = &text};`. Inside an object every value is
// preceded by json_key(), or written together with its name by json_put_*(). Text that is not UTF-8
// is written with '?' in place of the bad bytes.
typedef struct Json {
    Text *out;
    bool comma; // the next value needs a comma before it
} Json;

void json_begin_object(Json *json);
void json_end_object(Json *json);
void json_begin_array(Json *json);
void json_end_array(Json *json);
void json_key(Json *json, const char *name);
void json_text(Json *json, const char *text); // NULL is written as null
void json_int(Json *json, int64_t value);
void json_number(Json *json, double value, int decimals); // not finite is written as null
void json_bool(Json *json, bool value);
void json_null(Json *json);

// A member of an object: the name and its value.
void json_put_text(Json *json, const char *name, const char *text);
void json_put_int(Json *json, const char *name, int64_t value);
void json_put_number(Json *json, const char *name, double value, int decimals);
void json_put_bool(Json *json, const char *name, bool value);
void json_put_object(Json *json, const char *name); // begins it, as json_begin_object() does
void json_put_array(Json *json, const char *name);

// An object that is a line of its own: what follows `Json json = json_line(out)` is its members.
Json json_line(Text *out);
void json_end_line(Json *json);

#endif
