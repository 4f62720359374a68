// SPDX-License-Identifier: MIT
#include "gomoku/weights_text.h"

#include "base/file.h"
#include "gomoku/gomoku.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The tables of a Weights by name.
typedef struct TableInfo {
    const char *name;
    size_t offset; // of both sides' numbers in a Weights
    int count;     // for each side
} TableInfo;

static const TableInfo tables[] = {
    {"worth", offsetof(Weights, worth), CODES},
    {"threats", offsetof(Weights, threats), THREAT_STATES},
    {"make", offsetof(Weights, make), CODES},
    {"deny", offsetof(Weights, deny), CODES},
};

enum { TABLES = sizeof tables / sizeof *tables, THREATS_ROW = 16 };

static int16_t *table_of_side(Weights *weights, const TableInfo *table, Side side) {
    return (int16_t *)((char *)weights + table->offset) + (int)side * table->count;
}

// --- what can occur ---

unsigned weights_shapes(GomokuRule rule, Side side) {
    const ShapeTable *table = shape_table(rule);
    unsigned shapes = 0;
    for (uint32_t key = 0; key < 1u << (2 * CODE_BITS * table->reach); key++)
        shapes |= 1u << shape_of_pair(table->pairs[key], side);
    return shapes;
}

bool weights_can_occur(unsigned shapes, int code) {
    for (int d = 0; d < 4; d++)
        if (!(shapes >> word_shape(code_word(code), d) & 1))
            return false;
    return true;
}

bool weights_are_shared(GomokuRule rule) {
    return rule != RULE_RENJU;
}

// --- reading ---

typedef struct WeightsReader {
    const char *name, *at; // at: the rest of the text
    size_t line;
    Weights *weights;
    const TableInfo *table; // whose rows are being read; NULL before the first
    bool sides[2];          // for whom
    bool seen[TABLES][2];
    bool cut; // the line was too long to be one of ours
    Error *err;
} WeightsReader;

static bool say(WeightsReader *reader, const char *what) {
    return error_set(reader->err, "%.200s:%zu: %s", reader->name, reader->line, what);
}

// One line into `line`, cut at its end; false when there is none left.
static bool next_line(WeightsReader *reader, char *line, size_t room) {
    if (!*reader->at)
        return false;
    size_t length = strcspn(reader->at, "\n"), kept = length < room ? length : room - 1;
    memcpy(line, reader->at, kept);
    line[kept] = 0;
    reader->cut = kept < length;
    reader->at += length + (reader->at[length] == '\n');
    reader->line++;
    return true;
}

static bool read_rule(const char *word, GomokuRule *rule) {
    int index = game_rule_index(&gomoku_game, word);
    if (index < 0)
        return false;
    *rule = (GomokuRule)index;
    return true;
}

static bool begin_table(WeightsReader *reader, const char *name, const char *side) {
    size_t index = 0;
    while (index < TABLES && strcmp(tables[index].name, name) != 0)
        index++;
    bool black = !side || strcmp(side, "black") == 0, white = !side || strcmp(side, "white") == 0;
    if (index == TABLES || (!black && !white))
        return say(reader, "a table is worth, threats, make or deny, for black, white or both");
    if ((black && reader->seen[index][SIDE_BLACK]) || (white && reader->seen[index][SIDE_WHITE]))
        return say(reader, "this table has been given already");
    reader->table = &tables[index];
    reader->sides[SIDE_BLACK] = black;
    reader->sides[SIDE_WHITE] = white;
    reader->seen[index][SIDE_BLACK] |= black;
    reader->seen[index][SIDE_WHITE] |= white;
    return true;
}

static void put(WeightsReader *reader, int index, int16_t number) {
    for (int side = 0; side < 2; side++)
        if (reader->sides[side])
            table_of_side(reader->weights, reader->table, (Side)side)[index] = number;
}

static bool read_number(const char *word, int16_t *number) {
    int64_t value;
    if (!word || !text_to_int(word, &value) || value < INT16_MIN || value > INT16_MAX)
        return false;
    *number = (int16_t)value;
    return true;
}

// The row of three shapes; the number at `place` belongs to the fourth shape of that number.
static bool read_codes(WeightsReader *reader, const char *key, char *rest) {
    uint32_t word = 0;
    bool good = strlen(key) == 3;
    for (int i = 0; i < 3 && good; i++) {
        good = isxdigit((unsigned char)key[i]) && (i == 0 || key[i] >= key[i - 1]) &&
               !isupper((unsigned char)key[i]);
        word |= (uint32_t)strtoul((char[]){key[i], 0}, NULL, 16) << (SHAPE_BITS * (i + 1));
    }
    if (!good)
        return say(reader, "a row begins with three shapes, weakest first, such as 249");
    uint32_t most = word >> SHAPE_BITS & 15, place = 0;
    char *save;
    for (char *w = strtok_r(rest, " \t", &save); w; w = strtok_r(NULL, " \t", &save), place++) {
        int16_t number;
        if (place > most)
            return say(reader, "there are more numbers than shapes up to the row's first");
        if (!read_number(w, &number))
            return say(reader, "a weight is a whole number from -32768 to 32767");
        put(reader, code_of_word(word | place), number);
    }
    return true;
}

static bool read_states(WeightsReader *reader, const char *key, char *rest) {
    char *end, *save;
    unsigned long state = strtoul(key, &end, 16);
    if (*end || !isxdigit((unsigned char)*key))
        return say(reader, "a row of threats begins with a state in hexadecimal");
    for (char *w = strtok_r(rest, " \t", &save); w; w = strtok_r(NULL, " \t", &save), state++) {
        int16_t number;
        if (state >= THREAT_STATES)
            return say(reader, "there are no threats beyond 1ff");
        if (!read_number(w, &number))
            return say(reader, "a weight is a whole number from -32768 to 32767");
        put(reader, (int)state, number);
    }
    return true;
}

static bool read_row(WeightsReader *reader, char *line) {
    char *save, *key = strtok_r(line, " \t", &save);
    if (!reader->table)
        return say(reader, "numbers come after the name of their table");
    return reader->table->count == CODES ? read_codes(reader, key, save)
                                         : read_states(reader, key, save);
}

static bool all_tables_seen(WeightsReader *reader) {
    for (int i = 0; i < TABLES; i++)
        if (!reader->seen[i][SIDE_BLACK] || !reader->seen[i][SIDE_WHITE])
            return error_set(reader->err, "%.200s: the table '%s' is missing", reader->name,
                             tables[i].name);
    return true;
}

static bool is_table_name(const char *line) {
    for (int i = 0; i < TABLES; i++)
        if (text_starts(line, tables[i].name))
            return true;
    return false;
}

bool weights_parse(const char *text, const char *name, GomokuRule *rule, Weights *weights,
                   Error *err) {
    WeightsReader reader = {.name = name, .at = text, .weights = weights, .err = err};
    char line[512];
    bool has_rule = false;
    memset(weights, 0, sizeof *weights);
    while (next_line(&reader, line, sizeof line)) {
        char *begin = text_trim(line);
        if (!*begin || *begin == '#')
            continue;
        if (reader.cut)
            return say(&reader, "the line is too long; a row has at most sixteen numbers");
        if (!has_rule) {
            char *save, *game = strtok_r(begin, " \t", &save), *of = strtok_r(NULL, " \t", &save);
            if (strcmp(game, gomoku_game.name) != 0 || !of || !read_rule(of, rule))
                return say(&reader, "weights begin with their rule, such as gomoku freestyle");
            has_rule = true;
        } else if (is_table_name(begin)) {
            char *save, *table = strtok_r(begin, " \t", &save);
            if (!begin_table(&reader, table, strtok_r(NULL, " \t", &save)))
                return false;
        } else if (!read_row(&reader, begin)) {
            return false;
        }
    }
    if (!has_rule)
        return error_set(err, "%.200s: there are no weights in it", name);
    return all_tables_seen(&reader);
}

bool weights_read(const char *path, GomokuRule rule, Weights *weights, Error *err) {
    Text text = {0};
    GomokuRule of = rule;
    bool ok =
        file_read(path, &text, err) && weights_parse(text_chars(&text), path, &of, weights, err);
    text_free(&text);
    if (ok && of != rule)
        ok = error_set(err, "the weights in %.200s are for %s, not for %s", path,
                       gomoku_game.rules[of].name, gomoku_game.rules[rule].name);
    return ok;
}

// --- writing ---

static void write_row(const char *key, const int16_t *numbers, int count, Text *out) {
    while (count > 0 && numbers[count - 1] == 0)
        count--;
    if (!count)
        return;
    text_add(out, key);
    for (int i = 0; i < count; i++)
        text_addf(out, " %d", numbers[i]);
    text_add_char(out, '\n');
}

static void write_codes(const int16_t *numbers, unsigned shapes, Text *out) {
    for (uint32_t d = 0; d < SHAPE_COUNT; d++)
        for (uint32_t c = 0; c <= d; c++)
            for (uint32_t b = 0; b <= c; b++) {
                int16_t row[SHAPE_COUNT] = {0};
                for (uint32_t a = 0; a <= b; a++) {
                    int code = code_of_word(a | b << 4 | c << 8 | d << 12);
                    row[a] = weights_can_occur(shapes, code) ? numbers[code] : 0;
                }
                char key[16];
                snprintf(key, sizeof key, "%x%x%x", b & 15, c & 15, d & 15);
                write_row(key, row, (int)b + 1, out);
            }
}

static void write_states(const int16_t *numbers, Text *out) {
    for (int state = 0; state < THREAT_STATES; state += THREATS_ROW) {
        char key[16];
        snprintf(key, sizeof key, "%03x", state & (THREAT_STATES - 1));
        write_row(key, numbers + state, THREATS_ROW, out);
    }
}

static void write_note(const char *note, Text *out) {
    while (*note) {
        size_t length = strcspn(note, "\n");
        text_add(out, length ? "# " : "#");
        text_add_bytes(out, note, length);
        text_add_char(out, '\n');
        note += length + (note[length] == '\n');
    }
}

void weights_write(const Weights *weights, GomokuRule rule, const char *note, Text *out) {
    bool shared = weights_are_shared(rule);
    write_note(note, out);
    text_addf(out, "%s %s\n", gomoku_game.name, gomoku_game.rules[rule].name);
    for (int i = 0; i < TABLES; i++)
        for (int side = 0; side < (shared ? 1 : 2); side++) {
            const int16_t *numbers = table_of_side((Weights *)weights, &tables[i], (Side)side);
            // A stone is denied to the other side: what occurs there is what the other can have.
            bool denied = tables[i].offset == offsetof(Weights, deny);
            unsigned shapes = weights_shapes(rule, denied ? side_other((Side)side) : (Side)side);
            text_addf(out, "%s%s%s\n", tables[i].name, shared ? "" : " ",
                      shared ? "" : side_name((Side)side));
            if (tables[i].count == CODES)
                write_codes(numbers, shapes, out);
            else
                write_states(numbers, out);
        }
}
