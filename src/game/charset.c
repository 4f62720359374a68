// SPDX-License-Identifier: MIT
#include "game/charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

// Names in the world, and what programs mean by them: the superset that Windows writes. In plain
// SHIFT_JIS the byte of the backslash would be a yen sign.
static const struct {
    const char *name, *meant;
} aliases[] = {
    {"shift_jis", "CP932"},      {"shift-jis", "CP932"},   {"sjis", "CP932"},
    {"x-sjis", "CP932"},         {"windows-31j", "CP932"}, {"gb2312", "GB18030"},
    {"gbk", "GB18030"},          {"big5", "CP950"},        {"euc-kr", "CP949"},
    {"ks_c_5601-1987", "CP949"}, {"iso-8859-1", "CP1252"}, {"latin1", "CP1252"},
    {"us-ascii", "CP1252"},      {"ascii", "CP1252"},      {"utf8", "UTF-8"},
};

static const char *meant_by(const char *charset) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (text_same(charset, aliases[i].name))
            return aliases[i].meant;
    return charset;
}

// The charset of a byte order mark, and how long the mark is.
static const char *marked(const Text *text, size_t *mark) {
    static const struct {
        const char *bytes;
        size_t length;
        const char *charset;
    } marks[] = {
        {"\xef\xbb\xbf", 3, "UTF-8"}, {"\xff\xfe", 2, "UTF-16LE"}, {"\xfe\xff", 2, "UTF-16BE"}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (text->length >= marks[i].length &&
            memcmp(text->chars, marks[i].bytes, marks[i].length) == 0) {
            *mark = marks[i].length;
            return marks[i].charset;
        }
    *mark = 0;
    return NULL;
}

// Five bytes of Windows-1252 mean nothing; they become what iconv cannot make of them, U+FFFD.
static bool convert(const char *bytes, size_t length, const char *charset, bool lenient,
                    Text *out) {
    iconv_t converter = iconv_open("UTF-8", charset);
    if (converter == (iconv_t)-1)
        return false;
    char *in = (char *)bytes, room[4096];
    bool good = true;
    while (good && length) {
        char *to = room;
        size_t left = sizeof room;
        bool stuck = iconv(converter, &in, &length, &to, &left) == (size_t)-1 && errno != E2BIG;
        text_add_bytes(out, room, (size_t)(to - room));
        if (!stuck)
            continue;
        good = lenient;
        if (good) {
            text_add(out, "\xef\xbf\xbd");
            in++;
            length--;
        }
    }
    iconv_close(converter);
    return good;
}

// Two bytes of a Chinese, Japanese or Korean character may be a well-formed character of UTF-8, three
// in a row hardly ever are.
static bool may_be_coincidence(const char *bytes, size_t length, const char *charset) {
    static const char *const double_bytes[] = {"CP932", "GB18030", "CP950",
                                               "CP949", "EUC-JP",  "EUC-TW"};
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0xe0)
            return false;
    for (size_t i = 0; i < sizeof double_bytes / sizeof *double_bytes; i++)
        if (text_same(charset, double_bytes[i]))
            return true;
    return text_starts(charset, "UTF-16") || text_starts(charset, "ISO-2022");
}

static bool is_utf8(const char *bytes, size_t length, const char *charset) {
    Text same = {0};
    bool good = !may_be_coincidence(bytes, length, charset) &&
                convert(bytes, length, "UTF-8", false, &same);
    text_free(&same);
    return good;
}

static bool is_known(const char *charset) {
    iconv_t converter = iconv_open("UTF-8", charset);
    if (converter == (iconv_t)-1)
        return false;
    iconv_close(converter);
    return true;
}

bool charset_decode(Text *text, const char *charset, Error *err) {
    size_t mark;
    const char *from = marked(text, &mark);
    bool certain = from != NULL;
    if (!from)
        from = charset && *charset ? meant_by(charset) : "CP1252";
    const char *bytes = text_chars(text) + mark;
    size_t length = text->length - mark;
    Text out = {0};
    if (is_utf8(bytes, length, from)) {
        text_add_bytes(&out, bytes, length);
    } else if (!is_known(from)) {
        return error_set(err, "the charset '%.40s' is not known here", from);
    } else if (!convert(bytes, length, from, strcmp(from, "CP1252") == 0, &out)) {
        text_free(&out);
        return error_set(err, "the text is not in the charset it %s, '%.40s'",
                         certain ? "begins with" : "names", certain ? from : charset);
    }
    text_free(text);
    *text = out;
    return true;
}
