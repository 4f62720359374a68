// SPDX-License-Identifier: MIT
#include "gomoku/weights.h"

#include "base/memory.h"
#include "gomoku/weights_text.h"

#include <stdlib.h>
#include <string.h>

// By shape, a line each.
static const int16_t guessed_worth[SHAPE_COUNT] = {0, 0,  1,  2,  5,  6, 7, 6,
                                                   7, 14, 16, 12, 30, 0, 0, 40};
static const int16_t guessed_urge[SHAPE_COUNT] = {0,  5,   20,  25,  70,  80, 90, 75,
                                                  80, 180, 200, 160, 600, 0,  0,  1000};

// The side to move is better off if it can make a four with a three, worse off if it must first
// answer an open three or the like. The bits are those of field_threats().
static int guess_threats(int state) {
    if (state >> 3 & 1)
        return 400;
    int score = 20 * (state & 1) + 60 * (state >> 1 & 1) + 20 * (state >> 2 & 1);
    if (state >> 8 & 1)
        score -= 250;
    return score - 100 * (state >> 7 & 1) - 30 * (state >> 5 & 1);
}

void weights_guess(Weights *weights) {
    memset(weights, 0, sizeof *weights);
    for (int state = 0; state < THREAT_STATES; state++)
        for (int side = 0; side < 2; side++)
            weights->threats[side][state] = (int16_t)guess_threats(state);
    for (int code = 0; code < CODES; code++) {
        int worth = 0, urge = 0;
        for (int d = 0; d < 4; d++) {
            worth += guessed_worth[word_shape(code_word(code), d)];
            urge += guessed_urge[word_shape(code_word(code), d)];
        }
        for (int side = 0; side < 2; side++) {
            weights->worth[side][code] = (int16_t)worth;
            weights->make[side][code] = (int16_t)urge;
            weights->deny[side][code] = (int16_t)(urge * 9 / 10);
        }
    }
}

// Made text of the program by the Makefile, see nets/.
extern const char gomoku_freestyle_weights[], gomoku_standard_weights[], gomoku_renju_weights[],
    gomoku_caro_weights[], gomoku_caro_exact_weights[];

static const char *const texts[RULE_COUNT] = {
    [RULE_FREESTYLE] = gomoku_freestyle_weights,   [RULE_STANDARD] = gomoku_standard_weights,
    [RULE_RENJU] = gomoku_renju_weights,           [RULE_CARO] = gomoku_caro_weights,
    [RULE_CARO_EXACT] = gomoku_caro_exact_weights,
};

static void *read_text(int rule) {
    Weights *weights = mem_new(sizeof *weights);
    GomokuRule of;
    Error err = {""};
    if (!weights_parse(texts[rule], "the weights built in", &of, weights, &err) || (int)of != rule)
        die("%s", err.text[0] ? err.text : "the weights built in are of another rule");
    return weights;
}

const Weights *weights_of_rule(GomokuRule rule) {
    static void *_Atomic kept[RULE_COUNT];
    assert(rule < RULE_COUNT);
    return mem_constant(&kept[rule], read_text, free, (int)rule);
}
