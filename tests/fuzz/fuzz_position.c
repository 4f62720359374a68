// SPDX-License-Identifier: MIT
// POSITION strings, the first byte choosing game and size.
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    const GameType *type = data[0] & 1 ? &hex_game : &gomoku_game;
    int width = 5 + (data[0] >> 1) % 8, height = 5 + (data[0] >> 4);
    char *text = calloc(size, 1);
    memcpy(text, data + 1, size - 1);
    Error err = {0};
    Position *position = position_parse(type, NULL, width, height, text, -1, &err);
    if (!position && !err.text[0])
        abort();
    if (position) {
        Text out = {0};
        position_print(position, &out);
        Position *again = position_parse(type, NULL, width, height, text_chars(&out),
                                         (int)position->to_move, &err);
        if (!again || again->key != position->key)
            abort();
        position_free(again);
        text_free(&out);
    }
    position_free(position);
    free(text);
    return 0;
}
