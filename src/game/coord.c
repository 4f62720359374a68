// SPDX-License-Identifier: MIT
#include "game/coord.h"

#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    Move move;
} specials[] = {
    {"pass", MOVE_PASS},
    {"resign", MOVE_RESIGN},
    {"swap-pieces", MOVE_SWAP_PIECES},
    {"swap-sides", MOVE_SWAP_SIDES},
    {"put-two", MOVE_PUT_TWO},
};

bool coord_parse(const GameType *type, int width, int height, const char *word, Move *cell) {
    int x = tolower((unsigned char)word[0]) - 'a';
    if (x < 0 || x >= width || !isdigit((unsigned char)word[1]) || word[1] == '0')
        return false;
    int row = word[1] - '0';
    size_t used = 2;
    if (isdigit((unsigned char)word[2])) {
        row = row * 10 + (word[2] - '0');
        used = 3;
    }
    if (word[used] || row > height)
        return false;
    *cell = move_at(x, type->rows_from_bottom ? height - row : row - 1);
    return true;
}

char *coord_print(const GameType *type, int height, Move cell, char out[COORD_CHARS]) {
    assert(move_is_stone(cell) && move_y(cell) < height);
    int row = type->rows_from_bottom ? height - move_y(cell) : move_y(cell) + 1;
    snprintf(out, COORD_CHARS, "%c%d", 'a' + move_x(cell), row);
    return out;
}

bool coord_parse_move(const GameType *type, int width, int height, const char *word, Move *move) {
    if (coord_parse(type, width, height, word, move))
        return true;
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (text_same(word, specials[i].word)) {
            *move = specials[i].move;
            return true;
        }
    if (!text_same(word, "swap"))
        return false;
    bool pieces = game_swap(type, width, height) == OPENING_SWAP_PIECES;
    *move = pieces ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES;
    return true;
}

char *coord_print_move(const GameType *type, int height, Move move, char out[COORD_CHARS]) {
    if (move_is_stone(move))
        return coord_print(type, height, move, out);
    snprintf(out, COORD_CHARS, "none");
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].move == move)
            snprintf(out, COORD_CHARS, "%s", specials[i].word);
    return out;
}

bool move_parse(const Position *position, const char *word, Move *move, Error *err) {
    if (coord_parse_move(position->type, position->width, position->height, word, move))
        return true;
    return error_set(err, "'%.40s' is not a move; cells run from a1 to %c%d", word,
                     'a' + position->width - 1, position->height);
}

char *move_print(const Position *position, Move move, char out[COORD_CHARS]) {
    return coord_print_move(position->type, position->height, move, out);
}

bool size_parse(const char *word, int *width, int *height) {
    static const char digits[] = "0123456789";
    size_t columns = strspn(word, digits);
    const char *other = word[columns] == 'x' || word[columns] == 'X' ? word + columns + 1 : word;
    size_t rows = strspn(other, digits);
    if (!columns || columns > 3 || !rows || rows > 3 || other[rows])
        return false;
    *width = atoi(word);
    *height = atoi(other);
    return true;
}
