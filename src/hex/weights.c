// SPDX-License-Identifier: MIT
#include "hex/weights.h"

#include "base/file.h"

#include <string.h>

const HexWeights hex_weights_guess = {.step = 100, .way = 100, .tempo = 120, .scale = 150};

static const struct {
    const char *name;
    size_t offset;
    int least;
} rows[] = {
    {"step", offsetof(HexWeights, step), 1},
    {"way", offsetof(HexWeights, way), -HEX_WEIGHT_MOST},
    {"tempo", offsetof(HexWeights, tempo), -HEX_WEIGHT_MOST},
    {"scale", offsetof(HexWeights, scale), 1},
};
enum { ROWS = sizeof rows / sizeof *rows, LINE_MAX_CHARS = 256, NET_A_LINE = 20 };

// What was read so far.
typedef struct Reading {
    HexWeights *weights;
    bool seen[ROWS];
    int net; // numbers
} Reading;

static int *number(HexWeights *weights, size_t row) {
    return (int *)((char *)weights + rows[row].offset);
}

static bool parse_net(char *rest, Reading *reading) {
    char *save, *word = strtok_r(rest, " \t", &save);
    int64_t value;
    for (; word; word = strtok_r(NULL, " \t", &save)) {
        if (reading->net == NET_WEIGHTS || !text_to_int(word, &value) || value < -NET_MOST ||
            value > NET_MOST)
            return false;
        ((float *)&reading->weights->net)[reading->net++] = (float)value / NET_UNIT;
    }
    return true;
}

static bool parse_row(char *line, Reading *reading) {
    if (strncmp(line, "net ", 4) == 0)
        return parse_net(line + 4, reading);
    char *save, *name = strtok_r(line, " \t", &save), *word = strtok_r(NULL, " \t", &save);
    bool *seen = reading->seen;
    int64_t value;
    for (size_t row = 0; row < ROWS; row++) {
        if (strcmp(rows[row].name, name) != 0)
            continue;
        if (seen[row] || !word || strtok_r(NULL, " \t", &save) || !text_to_int(word, &value) ||
            value < rows[row].least || value > HEX_WEIGHT_MOST)
            return false;
        *number(reading->weights, row) = (int)value;
        return seen[row] = true;
    }
    return false;
}

bool hex_weights_parse(const char *text, const char *name, HexWeights *weights, Error *err) {
    Reading reading = {.weights = weights};
    bool begun = false;
    memset(&weights->net, 0, sizeof weights->net);
    for (size_t line = 1; *text; line++) {
        char copy[LINE_MAX_CHARS];
        size_t length = strcspn(text, "\n"), kept = length < sizeof copy ? length : sizeof copy - 1;
        memcpy(copy, text, kept);
        copy[kept] = 0;
        text += length + (text[length] == '\n');
        char *begin = text_trim(copy);
        if (!*begin || *begin == '#')
            continue;
        if (!begun && strcmp(begin, "hex") != 0)
            return error_set(err, "%.200s:%zu: weights for Hex begin with the word hex", name,
                             line);
        if (begun && !parse_row(begin, &reading))
            return error_set(err,
                             "%.200s:%zu: a weight is step, way, tempo or scale, each once, and a "
                             "number up to %d, or one of the network's %d up to %d",
                             name, line, HEX_WEIGHT_MOST, NET_WEIGHTS, NET_MOST);
        begun = true;
    }
    for (size_t row = 0; row < ROWS; row++)
        if (!reading.seen[row])
            return error_set(err, "%.200s: the weight '%s' is missing", name, rows[row].name);
    if (reading.net && reading.net < NET_WEIGHTS)
        return error_set(err, "%.200s: the network has %d weights, not %d", name, NET_WEIGHTS,
                         reading.net);
    return true;
}

bool hex_weights_read(const char *path, HexWeights *weights, Error *err) {
    Text text = {0};
    bool ok =
        file_read(path, &text, err) && hex_weights_parse(text_chars(&text), path, weights, err);
    text_free(&text);
    return ok;
}

// Made text of the program by the Makefile, see nets/.
extern const char hex_weights[];

HexWeights hex_weights_built_in(void) {
    HexWeights weights;
    Error err = {""};
    if (!hex_weights_parse(hex_weights, "the weights built in", &weights, &err))
        die("%s", err.text);
    return weights;
}

void hex_weights_write(const HexWeights *weights, const char *note, Text *out) {
    while (*note) {
        size_t length = strcspn(note, "\n");
        text_add(out, length ? "# " : "#");
        text_add_bytes(out, note, length);
        text_add_char(out, '\n');
        note += length + (note[length] == '\n');
    }
    text_add(out, "hex\n");
    for (size_t row = 0; row < ROWS; row++)
        text_addf(out, "%s %d\n", rows[row].name, *number((HexWeights *)weights, row));
    for (int i = 0; i < NET_WEIGHTS; i++) {
        float value = ((const float *)&weights->net)[i] * NET_UNIT;
        text_addf(out, "%s %d%s", i % NET_A_LINE ? "" : "net",
                  (int)(value < 0 ? value - 0.5f : value + 0.5f),
                  i % NET_A_LINE == NET_A_LINE - 1 || i == NET_WEIGHTS - 1 ? "\n" : "");
    }
}
