// SPDX-License-Identifier: MIT
#include "base/value.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const json_t *json_of(const Value *value) {
    return (const json_t *)value;
}

static const Value *value_of(const json_t *json) {
    return (const Value *)json;
}

Value *value_parse(const char *text, size_t length, Error *err) {
    json_error_t why;
    json_t *root = json_loadb(text, length, 0, &why);
    if (!root)
        error_set(err, "this is no JSON: %.100s at byte %d", why.text, why.position);
    return (Value *)root;
}

void value_free(Value *root) {
    json_decref((json_t *)root);
}

bool value_is_object(const Value *value) {
    return json_is_object(json_of(value));
}

bool value_is_array(const Value *value) {
    return json_is_array(json_of(value));
}

const Value *value_get(const Value *object, const char *key) {
    return value_of(json_object_get(json_of(object), key));
}

const char *value_text(const Value *value) {
    const char *text = json_string_value(json_of(value));
    return text && strlen(text) == json_string_length(json_of(value)) ? text : NULL;
}

size_t value_count(const Value *array) {
    return json_array_size(json_of(array));
}

const Value *value_at(const Value *array, size_t index) {
    return value_of(json_array_get(json_of(array), index));
}

bool value_int(const Value *value, int64_t least, int64_t most, int64_t *out) {
    const json_t *json = json_of(value);
    int64_t number = json_integer_value(json); // 0 for what is none
    if (!json_is_integer(json) || number < least || number > most)
        return false;
    *out = number;
    return true;
}

const char *value_get_text(const Value *object, const char *key) {
    return value_text(value_get(object, key));
}

int64_t value_get_int(const Value *object, const char *key, int64_t otherwise) {
    const json_t *json = json_of(value_get(object, key));
    if (json_is_integer(json))
        return json_integer_value(json);
    // A browser writes 5e3 or 0.0 for some integers.
    double number = json_is_real(json) ? json_real_value(json) : NAN;
    return number >= -9e15 && number <= 9e15 ? (int64_t)number : otherwise;
}

bool value_get_bool(const Value *object, const char *key, bool otherwise) {
    const json_t *json = json_of(value_get(object, key));
    return json_is_boolean(json) ? json_is_true(json) : otherwise;
}
