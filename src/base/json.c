// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

static void before_value(Json *json) {
    if (json->comma)
        text_add_char(json->out, ',');
    json->comma = true;
}

static void begin(Json *json, char bracket) {
    before_value(json);
    text_add_char(json->out, bracket);
    json->comma = false;
}

static void end(Json *json, char bracket) {
    text_add_char(json->out, bracket);
    json->comma = true;
}

void json_begin_object(Json *json) {
    begin(json, '{');
}

void json_end_object(Json *json) {
    end(json, '}');
}

void json_begin_array(Json *json) {
    begin(json, '[');
}

void json_end_array(Json *json) {
    end(json, ']');
}

// Length of the well-formed UTF-8 sequence at c, 0 when there is none.
static int utf8_length(const unsigned char *c) {
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (int extra = 0; extra < 4; extra++) {
        if ((c[0] & forms[extra].mask) != forms[extra].lead)
            continue;
        uint32_t code = c[0] & (unsigned char)~forms[extra].mask;
        for (int i = 1; i <= extra; i++) {
            if ((c[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (c[i] & 0x3f);
        }
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        return code >= forms[extra].least && code <= 0x10ffff && !surrogate ? extra + 1 : 0;
    }
    return 0;
}

static void add_quoted(Text *out, const char *text) {
    text_add_char(out, '"');
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        int length = utf8_length(c);
        if (*c == '"' || *c == '\\')
            text_addf(out, "\\%c", *c);
        else if (*c == '\n')
            text_add(out, "\\n");
        else if (*c < 0x20 || *c == 0x7f)
            text_addf(out, "\\u%04x", *c);
        else if (length == 0)
            text_add_char(out, '?');
        else
            text_add_bytes(out, (const char *)c, (size_t)length);
        c += length ? length : 1;
    }
    text_add_char(out, '"');
}

void json_key(Json *json, const char *name) {
    assert(name && json->out);
    before_value(json);
    add_quoted(json->out, name);
    text_add_char(json->out, ':');
    json->comma = false;
}

void json_text(Json *json, const char *text) {
    if (!text) {
        json_null(json);
        return;
    }
    before_value(json);
    add_quoted(json->out, text);
}

void json_int(Json *json, int64_t value) {
    before_value(json);
    text_addf(json->out, "%" PRId64, value);
}

void json_number(Json *json, double value, int decimals) {
    assert(decimals >= 0 && decimals <= 17);
    if (!isfinite(value)) {
        json_null(json);
        return;
    }
    before_value(json);
    text_addf(json->out, "%.*f", decimals, value);
}

void json_bool(Json *json, bool value) {
    before_value(json);
    text_add(json->out, value ? "true" : "false");
}

void json_null(Json *json) {
    before_value(json);
    text_add(json->out, "null");
}

void json_put_text(Json *json, const char *name, const char *text) {
    json_key(json, name);
    json_text(json, text);
}

void json_put_int(Json *json, const char *name, int64_t value) {
    json_key(json, name);
    json_int(json, value);
}

void json_put_number(Json *json, const char *name, double value, int decimals) {
    json_key(json, name);
    json_number(json, value, decimals);
}

void json_put_bool(Json *json, const char *name, bool value) {
    json_key(json, name);
    json_bool(json, value);
}

void json_put_object(Json *json, const char *name) {
    json_key(json, name);
    json_begin_object(json);
}

void json_put_array(Json *json, const char *name) {
    json_key(json, name);
    json_begin_array(json);
}

Json json_line(Text *out) {
    Json json = {.out = out};
    json_begin_object(&json);
    return json;
}

void json_end_line(Json *json) {
    json_end_object(json);
    text_add_char(json->out, '\n');
}
