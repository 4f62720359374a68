// SPDX-License-Identifier: MIT
// The typed option table: one row says an option's name, type, range, default text and help.
//
// The same row serves `--time 5s` on a command line, `time=5s` in a player SPEC and the help page.
// A table ends with a row whose name is NULL. Values land in the caller's struct at `offset`, so
// the defaults are simply what the struct held before.
#ifndef BASE_OPTION_H
#define BASE_OPTION_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

typedef enum OptionKind {
    OPTION_FLAG,     // bool      --json            (in a SPEC: json=on|off)
    OPTION_SWITCH,   // int       --swap on|off     1 or 0; start it at -1 to know "not given"
    OPTION_INT,      // int64_t   --depth 12        within min..max
    OPTION_DURATION, // int64_t   --time 500ms      milliseconds, within min..max
    OPTION_BYTES,    // int64_t   --hash 256M       within min..max
    OPTION_CHOICE,   // int       --human b|w|both  the index of the word in `values`
    OPTION_TEXT,     // char *    --log FILE        owned by the struct, freed by options_free()
    OPTION_LIST,     // TextList  --player SPEC     may be given more than once
} OptionKind;

typedef struct TextList {
    char **items;
    size_t count, capacity;
} TextList;

typedef struct Option {
    const char *name;
    OptionKind kind;
    size_t offset;
    const char
        *values; // for a choice "b|w|both|none"; otherwise how help names the value: "5s|500ms"
    int64_t min, max; // both 0: any value
    const char *help;
} Option;

// Sets one option from its text. The error names the option and what it accepts.
bool option_set(const Option *table, void *target, const char *name, const char *value, Error *err);

// Reads `--name value`, `--name=value` and `--flag` from a command line; what is no option is
// copied into `rest`. "--" ends the options; a lone "-" is no option.
bool options_parse(const Option *table, void *target, int argc, char **argv, TextList *rest,
                   Error *err);

// Reads "key=value,key=value" as it stands behind the colon of a SPEC.
bool options_parse_spec(const Option *table, void *target, const char *spec, Error *err);

// The same where others may know more options: pairs whose key is not in the table go to `others`.
bool options_take_spec(const Option *table, void *target, const char *spec, TextList *others,
                       Error *err);
// One "key=value", whatever the value holds.
bool options_parse_pair(const Option *table, void *target, const char *pair, Error *err);
bool options_know(const Option *table, const char *pair); // its key? NULL is an empty table

// Releases the texts and lists the table's rows own in the target.
void options_free(const Option *table, void *target);

// "--time 5s|500ms": an option and what it takes, as help shows it.
void options_name(const Option *option, Text *out);
// "  --time 5s|500ms   limit per move" rows, aligned.
void options_help(const Option *table, Text *out);

void list_add(TextList *list, const char *text); // copies
void list_free(TextList *list);

#endif
