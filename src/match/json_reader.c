// SPDX-License-Identifier: MIT
#include "match/json_reader.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 32 };

// Everything the tree points to hangs on one chain, so that freeing needs no walk.
typedef struct Block Block;
struct Block {
    Block *next;
    char bytes[];
};

typedef struct Reader {
    const char *at, *end, *begin;
    JsonTree *tree;
    Error *err;
    int depth;
} Reader;

static void *reserve(Reader *reader, size_t size) {
    Block *block = mem_new(sizeof *block + size);
    block->next = reader->tree->blocks;
    reader->tree->blocks = block;
    return block->bytes;
}

static bool fail(Reader *reader, const char *expected) {
    return error_set(reader->err, "no JSON of ours: %s expected at character %zu", expected,
                     (size_t)(reader->at - reader->begin) + 1);
}

static void skip_blanks(Reader *reader) {
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at)
        reader->at++;
}

static bool take(Reader *reader, char c) {
    skip_blanks(reader);
    if (reader->at == reader->end || *reader->at != c)
        return false;
    reader->at++;
    return true;
}

static bool take_word(Reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static char *keep(Reader *reader, const char *bytes, size_t count) {
    char *copy = reserve(reader, count + 1);
    memcpy(copy, bytes, count);
    return copy;
}

// The writer escapes control characters as \u00XX and nothing above them.
static bool read_code(Reader *reader, char *out) {
    int64_t code = 0;
    for (int i = 0; i < 4; i++, reader->at++) {
        if (reader->at == reader->end || !isxdigit((unsigned char)*reader->at))
            return fail(reader, "four hexadecimal digits");
        int c = tolower((unsigned char)*reader->at);
        code = code * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (code == 0 || code > 0x7f)
        return fail(reader, "an ASCII character");
    *out = (char)code;
    return true;
}

static bool read_escape(Reader *reader, char *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end)
        return fail(reader, "an escape");
    char c = *reader->at++;
    if (c == 'u')
        return read_code(reader, out);
    const char *found = c ? strchr(letters, c) : NULL;
    if (!found)
        return fail(reader, "an escape");
    *out = meanings[found - letters];
    return true;
}

static bool read_text(Reader *reader, const char **text) {
    if (!take(reader, '"'))
        return fail(reader, "a text");
    const char *close = reader->at;
    while (close < reader->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= reader->end)
        return fail(reader, "the end of a text");
    char *out = reserve(reader, (size_t)(close - reader->at) + 1), *to = out;
    for (;;) {
        if (reader->at == reader->end || (unsigned char)*reader->at < 0x20)
            return fail(reader, "the end of a text");
        char c = *reader->at++;
        if (c == '"')
            break;
        if (c == '\\' && !read_escape(reader, &c))
            return false;
        *to++ = c;
    }
    *to = 0;
    *text = out;
    return true;
}

static void skip_digits(Reader *reader, int *count) {
    for (*count = 0; reader->at < reader->end && isdigit((unsigned char)*reader->at); ++*count)
        reader->at++;
}

static bool read_number(Reader *reader, JsonValue *value) {
    const char *from = reader->at;
    int digits;
    if (reader->at < reader->end && *reader->at == '-')
        reader->at++;
    skip_digits(reader, &digits);
    if (!digits)
        return fail(reader, "a value");
    if (reader->at < reader->end && *reader->at == '.') {
        reader->at++;
        skip_digits(reader, &digits);
        if (!digits)
            return fail(reader, "a digit");
    }
    value->kind = JSON_NUMBER;
    value->text = keep(reader, from, (size_t)(reader->at - from));
    return true;
}

static bool read_value(Reader *reader, JsonValue *value);

// Members up to the closing bracket; those of an object have names.
static bool read_members(Reader *reader, JsonValue *parent, char close) {
    JsonValue **link = &parent->first;
    if (++reader->depth > DEPTH_LIMIT)
        return fail(reader, "less nesting");
    if (!take(reader, close))
        for (;;) {
            JsonValue *member = reserve(reader, sizeof *member);
            *link = member;
            link = &member->next;
            if (parent->kind == JSON_OBJECT &&
                (!read_text(reader, &member->name) || !take(reader, ':')))
                return fail(reader, "a name and a colon");
            if (!read_value(reader, member))
                return false;
            if (take(reader, close))
                break;
            if (!take(reader, ','))
                return fail(reader, "a comma");
        }
    reader->depth--;
    return true;
}

static bool read_value(Reader *reader, JsonValue *value) {
    static const struct {
        const char *word;
        JsonKind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    skip_blanks(reader);
    if (reader->at < reader->end && *reader->at == '"') {
        value->kind = JSON_TEXT;
        return read_text(reader, &value->text);
    }
    if (take(reader, '{')) {
        value->kind = JSON_OBJECT;
        return read_members(reader, value, '}');
    }
    if (take(reader, '[')) {
        value->kind = JSON_ARRAY;
        return read_members(reader, value, ']');
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (take_word(reader, words[i].word)) {
            value->kind = words[i].kind;
            return true;
        }
    return read_number(reader, value);
}

bool json_read(JsonTree *tree, const char *text, size_t length, Error *err) {
    *tree = (JsonTree){0};
    Reader reader = {.at = text, .begin = text, .end = text + length, .tree = tree, .err = err};
    JsonValue *root = reserve(&reader, sizeof *root);
    bool ok = read_value(&reader, root);
    skip_blanks(&reader);
    if (ok && reader.at != reader.end)
        ok = fail(&reader, "nothing more");
    if (ok)
        tree->root = root;
    else
        json_tree_free(tree);
    return ok;
}

void json_tree_free(JsonTree *tree) {
    for (Block *block = tree->blocks; block;) {
        Block *next = block->next;
        free(block);
        block = next;
    }
    *tree = (JsonTree){0};
}

const JsonValue *json_get(const JsonValue *object, const char *name) {
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    for (const JsonValue *member = object->first; member; member = member->next)
        if (strcmp(member->name, name) == 0)
            return member;
    return NULL;
}

bool json_to_int(const JsonValue *value, int64_t least, int64_t most, int64_t *out) {
    int64_t number;
    if (!value || value->kind != JSON_NUMBER || !text_to_int(value->text, &number) ||
        number < least || number > most)
        return false;
    *out = number;
    return true;
}

const char *json_to_text(const JsonValue *value) {
    return value && value->kind == JSON_TEXT ? value->text : NULL;
}
