// SPDX-License-Identifier: MIT
// Opening lists of every kind: each opening that is accepted is a game that can begin, and what is
// refused is refused with a sentence. The first byte chooses the format and the opening.
#include "gomoku/gomoku.h"
#include "hex/hex.h"
#include "match/openings_private.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const files[] = {"list.txt", "games.sgf", "game.psq", "link.hexworld"};
    static const OpeningKind kinds[] = {OPENING_FREE, OPENING_SWAP2, OPENING_PRO,
                                        OPENING_SWAP_PIECES};
    const GameType *const games[] = {&gomoku_game, &hex_game, NULL};
    if (!size)
        return 0;
    RecordHints board = {.games = games};
    Error err = {""};
    Openings *openings = openings_parse(files[data[0] & 3], (const char *)data + 1, size - 1,
                                        &board, kinds[data[0] >> 2 & 3], &err);
    if (!openings) {
        if (!err.text[0])
            abort();
        return 0;
    }
    for (size_t i = 0; i < openings->count; i++) {
        Game *game = openings_game(openings, (int64_t)i);
        if (game_over(game))
            abort();
        game_free(game);
    }
    openings_free(openings);
    return 0;
}
