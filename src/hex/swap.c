// SPDX-License-Identifier: MIT
// The text is read anew for every question: there are few, and nothing need be kept.
#include "hex/swap.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// Made text of the program by the Makefile, see nets/.
extern const char hex_swap[];

enum { LINE_ROOM = 256 };

// Lines without comments and empty ones.
typedef struct Reading {
    const char *rest;
    size_t number; // of the line
    char line[LINE_ROOM];
} Reading;

static bool next_line(Reading *reading) {
    while (*reading->rest) {
        size_t length = strcspn(reading->rest, "\n");
        size_t kept = length < LINE_ROOM ? length : LINE_ROOM - 1;
        memcpy(reading->line, reading->rest, kept);
        reading->line[kept] = '\0';
        reading->rest += length + (reading->rest[length] == '\n');
        reading->number++;
        const char *begin = reading->line + strspn(reading->line, " \t");
        if (*begin && *begin != '#')
            return true;
    }
    return false;
}

static bool parse_cell(const char *word, double *chance) {
    int64_t percent;
    if (strcmp(word, "W") == 0 || strcmp(word, "L") == 0)
        *chance = *word == 'W';
    else if (text_to_int(word, &percent) && percent > 0 && percent < 100)
        *chance = (double)percent / 100;
    else
        return false;
    return true;
}

// One row: its number, then a word a cell.
static bool parse_row(char *line, int number, int width, double *chances) {
    char *save, *word = strtok_r(line, " \t", &save);
    int64_t value;
    if (!word || !text_to_int(word, &value) || value != number)
        return false;
    for (int x = 0; x < width; x++) {
        word = strtok_r(NULL, " \t", &save);
        if (!word || !parse_cell(word, &chances[x]))
            return false;
    }
    return !strtok_r(NULL, " \t", &save);
}

static bool parse_size(char *line, int *width, int *height) {
    char *save, *word = strtok_r(line, " \t", &save), *end;
    if (!word || strcmp(word, "size") != 0 || !(word = strtok_r(NULL, " \t", &save)) ||
        strtok_r(NULL, " \t", &save))
        return false;
    *width = *height = (int)strtol(word, &end, 10);
    if (*end == 'x')
        *height = (int)strtol(end + 1, &end, 10);
    return !*end && *width > 0 && *height > 0 && *width <= BOARD_MAX && *height <= BOARD_MAX;
}

// The next map: its size, the letters of the columns, its rows. False at the end, and for a line
// that is wrong: *wrong is set then.
static bool next_map(Reading *reading, int *width, int *height,
                     double chances[BOARD_MAX][BOARD_MAX], bool *wrong) {
    if (!next_line(reading))
        return false;
    *wrong = !parse_size(reading->line, width, height) || !next_line(reading) ||
             strcspn(reading->line, "abcdefghijklmnopqrstuvwxyz") == strlen(reading->line);
    for (int y = 0; y < *height && !*wrong; y++)
        *wrong = !next_line(reading) || !parse_row(reading->line, y + 1, *width, chances[y]);
    return !*wrong;
}

double hex_swap_chance(int width, int height, Move stone) {
    Reading reading = {.rest = hex_swap};
    double chances[BOARD_MAX][BOARD_MAX];
    int columns = 0, rows = 0;
    bool wrong = false;
    while (next_map(&reading, &columns, &rows, chances, &wrong))
        if (columns == width && rows == height)
            return chances[move_y(stone)][move_x(stone)];
    return -1;
}

bool hex_swap_check(const char *text, Error *err) {
    Reading reading = {.rest = text};
    double chances[BOARD_MAX][BOARD_MAX];
    int width = 0, height = 0;
    bool wrong = false;
    while (next_map(&reading, &width, &height, chances, &wrong))
        ;
    return !wrong || error_set(err,
                               "line %zu: a swap map is its size, a line of letters, and for each "
                               "row its number and W, L or 1 to 99 for each cell",
                               reading.number);
}
