// SPDX-License-Identifier: MIT
// One pass over the bytes, a counter of lines, no recursion: `((((` to any depth is the reader's
// business.
#include "game/sgf_lexer.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(SgfLexer *lexer) {
    for (; lexer->at < lexer->end && (is_space(*lexer->at) || !*lexer->at); lexer->at++)
        lexer->line += *lexer->at == '\n';
}

bool sgf_lexer_start(SgfLexer *lexer, const char *text, size_t length, Error *err) {
    *lexer = (SgfLexer){.at = text, .end = text + length, .line = 1};
    for (;;) {
        for (; lexer->at < lexer->end && *lexer->at != '('; lexer->at++)
            lexer->line += *lexer->at == '\n';
        if (lexer->at == lexer->end)
            return error_set(err, "this is no SGF: a game tree begins with (;");
        SgfLexer ahead = *lexer;
        ahead.at++;
        skip_space(&ahead);
        if (ahead.at < ahead.end && *ahead.at == ';')
            return true;
        // Past the blanks just looked at: only brackets start another look.
        *lexer = ahead;
    }
}

void sgf_lexer_free(SgfLexer *lexer) {
    free(lexer->values);
}

static void read_name(SgfLexer *lexer) {
    size_t length = 0;
    for (; lexer->at < lexer->end && isalpha((unsigned char)*lexer->at); lexer->at++)
        if (isupper((unsigned char)*lexer->at)) {
            if (length < sizeof lexer->name)
                lexer->name[length] = *lexer->at;
            length++;
        }
    // Longer than any program's properties: no name at all, which the caller refuses.
    lexer->name[length < sizeof lexer->name ? length : 0] = '\0';
}

static bool read_value(SgfLexer *lexer) {
    const char *start = ++lexer->at;
    for (; lexer->at < lexer->end && *lexer->at != ']'; lexer->at++) {
        if (*lexer->at == '\\' && lexer->at + 1 < lexer->end)
            lexer->at++;
        lexer->line += *lexer->at == '\n';
    }
    if (lexer->at == lexer->end)
        return false;
    *MEM_MORE(lexer->values, lexer->value_count, lexer->value_capacity) =
        (SgfValue){start, (size_t)(lexer->at - start)};
    lexer->at++;
    return true;
}

static bool read_property(SgfLexer *lexer, Error *err) {
    read_name(lexer);
    if (!lexer->name[0])
        return error_set(err, "line %d: a property's name is one to thirty-one capital letters",
                         lexer->line);
    lexer->value_count = 0;
    for (skip_space(lexer); lexer->at < lexer->end && *lexer->at == '['; skip_space(lexer)) {
        int line = lexer->line;
        if (!read_value(lexer))
            return error_set(err, "line %d: the value of %s has no closing bracket", line,
                             lexer->name);
    }
    return lexer->value_count ||
           error_set(err, "line %d: the property %s has no [value]", lexer->line, lexer->name);
}

SgfToken sgf_lexer_next(SgfLexer *lexer, Error *err) {
    skip_space(lexer);
    if (lexer->at == lexer->end)
        return SGF_END;
    static const char marks[] = {[SGF_OPEN] = '(', [SGF_CLOSE] = ')', [SGF_NODE] = ';'};
    const char *mark = memchr(marks, *lexer->at, sizeof marks);
    if (mark) {
        lexer->at++;
        return (SgfToken)(mark - marks);
    }
    if (isalpha((unsigned char)*lexer->at))
        return read_property(lexer, err) ? SGF_PROPERTY : SGF_WRONG;
    error_set(err, "line %d: '%c' is none of ( ; ) and no property such as B[aa]", lexer->line,
              *lexer->at);
    return SGF_WRONG;
}

// LF, CR, CR LF and LF CR are one line break each.
static size_t line_break(const char *at, const char *end) {
    if (at == end || (*at != '\n' && *at != '\r'))
        return 0;
    return at + 1 < end && (at[1] == '\n' || at[1] == '\r') && at[1] != at[0] ? 2 : 1;
}

void sgf_value_read(SgfValue value, bool simple, Text *out) {
    const char *end = value.chars + value.length;
    for (const char *at = value.chars; at < end;) {
        if (*at == '\\') {
            size_t soft = line_break(at + 1, end);
            if (soft) {
                at += 1 + soft;
                continue;
            }
            if (++at == end)
                break;
        }
        size_t broken = line_break(at, end);
        if (broken)
            text_add_char(out, simple ? ' ' : '\n');
        else
            text_add_char(out, *at ? *at : ' ');
        at += broken ? broken : 1;
    }
}

void sgf_value_write(const char *text, bool simple, Text *out) {
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            text_add_char(out, '\\');
        bool broken = *text == '\n' || *text == '\r';
        text_add_char(out, !broken ? *text : simple ? ' ' : '\n');
    }
}
