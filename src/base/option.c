// SPDX-License-Identifier: MIT
#include "base/option.h"

#include "base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const Option *option_find(const Option *table, const char *name, size_t length) {
    for (const Option *option = table; option->name; option++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

static bool unknown_option(const Option *table, const char *name, size_t length, Error *err) {
    Text known = {0};
    for (const Option *option = table; option->name; option++)
        text_addf(&known, "%s%s", known.length ? ", " : "", option->name);
    error_set(err, "no option '%.*s' here; there are: %s", (int)(length < 60 ? length : 60), name,
              known.length ? text_chars(&known) : "none");
    text_free(&known);
    return false;
}

// The index of `value` among the words of "b|w|both", or -1.
static int choice_index(const char *values, const char *value) {
    size_t length = strlen(value);
    int index = 0;
    for (const char *word = values; word; index++) {
        const char *bar = strchr(word, '|');
        size_t size = bar ? (size_t)(bar - word) : strlen(word);
        if (size == length && memcmp(word, value, size) == 0)
            return index;
        word = bar ? bar + 1 : NULL;
    }
    return -1;
}

static const struct {
    const char *noun, *unit;
    bool (*read)(const char *word, int64_t *number);
} numbers[] = {[OPTION_INT] = {"a whole number", "", text_to_int},
               [OPTION_DURATION] = {"a time such as 5s or 500ms", " ms", text_to_duration},
               [OPTION_BYTES] = {"a size such as 256M", " bytes", text_to_bytes}};

static bool set_number(const Option *option, int64_t *place, const char *value, Error *err) {
    const char *noun = numbers[option->kind].noun;
    int64_t number;
    if (!numbers[option->kind].read(value, &number))
        return error_set(err, "%s takes %s, not '%.60s'", option->name, noun, value);
    bool ranged = option->min != 0 || option->max != 0;
    if (ranged && (number < option->min || number > option->max))
        return error_set(err, "%s takes %s from %" PRId64 " to %" PRId64 "%s, not '%.60s'",
                         option->name, noun, option->min, option->max, numbers[option->kind].unit,
                         value);
    *place = number;
    return true;
}

static bool set_choice(const char *name, const char *values, int *place, const char *value,
                       Error *err) {
    int index = choice_index(values, value);
    if (index < 0)
        return error_set(err, "%s takes %s, not '%.60s'", name, values, value);
    *place = index;
    return true;
}

static bool option_store(const Option *option, void *target, const char *value, Error *err) {
    void *place = (char *)target + option->offset;
    int index;
    switch (option->kind) {
    case OPTION_FLAG:
        if (!set_choice(option->name, "off|on", &index, value, err))
            return false;
        *(bool *)place = index == 1;
        return true;
    case OPTION_SWITCH:
        return set_choice(option->name, "off|on", place, value, err);
    case OPTION_CHOICE:
        return set_choice(option->name, option->values, place, value, err);
    case OPTION_TEXT:
        free(*(char **)place);
        *(char **)place = mem_copy_text(value);
        return true;
    case OPTION_LIST:
        list_add(place, value);
        return true;
    case OPTION_INT:
    case OPTION_DURATION:
    case OPTION_BYTES:
        return set_number(option, place, value, err);
    }
    return false;
}

bool option_set(const Option *table, void *target, const char *name, const char *value,
                Error *err) {
    const Option *option = option_find(table, name, strlen(name));
    if (!option)
        return unknown_option(table, name, strlen(name), err);
    return option_store(option, target, value, err);
}

bool options_parse(const Option *table, void *target, int argc, char **argv, TextList *rest,
                   Error *err) {
    bool reading = true;
    for (int i = 0; i < argc; i++) {
        char *word = argv[i];
        if (!reading || strncmp(word, "--", 2) != 0) {
            if (reading && word[0] == '-' && word[1])
                return error_set(err, "no option '%.60s' here; options begin with --", word);
            list_add(rest, word);
            continue;
        }
        if (!word[2]) {
            reading = false;
            continue;
        }
        const char *name = word + 2, *equals = strchr(name, '=');
        size_t length = equals ? (size_t)(equals - name) : strlen(name);
        const Option *option = option_find(table, name, length);
        if (!option)
            return unknown_option(table, name, length, err);
        const char *value = equals ? equals + 1 : NULL;
        if (!value && option->kind == OPTION_FLAG)
            value = "on";
        if (!value && ++i == argc)
            return error_set(err, "--%s needs a value (%s)", option->name,
                             option->values ? option->values : "N");
        if (!option_store(option, target, value ? value : argv[i], err))
            return false;
    }
    return true;
}

static size_t key_length(const char *pair) {
    return strcspn(pair, "=");
}

bool options_know(const Option *table, const char *pair) {
    return table && option_find(table, pair, key_length(pair));
}

bool options_parse_pair(const Option *table, void *target, const char *pair, Error *err) {
    size_t length = key_length(pair);
    if (!pair[length])
        return error_set(err, "'%.60s' is not key=value", pair);
    const Option *option = option_find(table, pair, length);
    return option ? option_store(option, target, pair + length + 1, err)
                  : unknown_option(table, pair, length, err);
}

bool options_take_spec(const Option *table, void *target, const char *spec, TextList *others,
                       Error *err) {
    char *copy = mem_copy_text(spec), *place = NULL;
    bool ok = true;
    for (char *pair = strtok_r(copy, ",", &place); ok && pair; pair = strtok_r(NULL, ",", &place)) {
        if (others && strchr(pair, '=') && !options_know(table, pair))
            list_add(others, pair);
        else
            ok = options_parse_pair(table, target, pair, err);
    }
    free(copy);
    return ok;
}

bool options_parse_spec(const Option *table, void *target, const char *spec, Error *err) {
    assert(spec);
    return options_take_spec(table, target, spec, NULL, err);
}

void options_free(const Option *table, void *target) {
    for (const Option *option = table; option->name; option++) {
        void *place = (char *)target + option->offset;
        if (option->kind == OPTION_TEXT) {
            free(*(char **)place);
            *(char **)place = NULL;
        } else if (option->kind == OPTION_LIST) {
            list_free(place);
        }
    }
}

void options_name(const Option *option, Text *out) {
    static const char *const shown[] = {[OPTION_SWITCH] = "on|off", [OPTION_INT] = "N"};
    const char *values = option->values               ? option->values
                         : option->kind <= OPTION_INT ? shown[option->kind]
                                                      : NULL;
    text_addf(out, "--%s%s%s", option->name, values ? " " : "", values ? values : "");
}

void options_help(const Option *table, Text *out) {
    for (const Option *option = table; option->name; option++) {
        Text left = {0};
        options_name(option, &left);
        text_addf(out, "  %-26s %s\n", text_chars(&left), option->help);
        text_free(&left);
    }
}

void list_add(TextList *list, const char *text) {
    *MEM_MORE(list->items, list->count, list->capacity) = mem_copy_text(text);
}

void list_free(TextList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (TextList){0};
}
