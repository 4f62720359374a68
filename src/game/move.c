// SPDX-License-Identifier: MIT
#include "game/move.h"

const char *side_name(Side side) {
    return side == SIDE_BLACK ? "black" : "white";
}

const char *result_name(Result result) {
    static const char *const names[] = {
        [RESULT_NONE] = "none",
        [RESULT_BLACK] = "black",
        [RESULT_WHITE] = "white",
        [RESULT_DRAW] = "draw",
    };
    return names[result];
}
