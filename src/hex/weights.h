// SPDX-License-Identifier: MIT
// The numbers Hex is played by: learned from games (src/train/), kept in nets/, built into the
// program. As text, below a note of how they were made, those of the alpha-beta search's evaluation
// are a line each; those of the network (net.h) follow in their order, in parts of NET_UNIT, on lines
// of a few each, or are missing when nothing is learned yet:
//
//     # ...
//     hex
//     step 100
//     way 97
//     tempo 120
//     scale 150
//     net 0 0 -310 1204 55 ...
//     net ...
#ifndef HEX_WEIGHTS_H
#define HEX_WEIGHTS_H

#include "base/text.h"
#include "hex/net.h"

enum {
    HEX_WAY_UNIT = 100,      // `way` is in hundredths
    HEX_WEIGHT_MOST = 10000, // of any of them
};

typedef struct HexWeights {
    int step;   // one stone nearer than the opponent
    int way;    // one more of `ways`, see distance.h
    int tempo;  // to be on move
    int scale;  // the score that means 73%
    HexNet net; // all 0: nothing is learned yet
} HexWeights;

// Numbers from which learning can start.
extern const HexWeights hex_weights_guess;
// The ones built in: nets/hex.weights. Any thread.
HexWeights hex_weights_built_in(void);

// `name` is what sentences call the text: "NAME:LINE: ...".
bool hex_weights_parse(const char *text, const char *name, HexWeights *weights, Error *err);
bool hex_weights_read(const char *path, HexWeights *weights, Error *err);
// Appends the text of these weights below `note`, every line of which becomes a comment.
void hex_weights_write(const HexWeights *weights, const char *note, Text *out);

#endif
