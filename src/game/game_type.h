// SPDX-License-Identifier: MIT
// What a game is, as far as others have to know it: its rules and sizes, how it begins, how it is
// drawn and written down. Rooms that serve every game ask for these properties, never for a
// particular game.
#ifndef GAME_GAME_TYPE_H
#define GAME_GAME_TYPE_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Position Position;

typedef struct RuleInfo {
    const char *name;    // as in --rule
    const char *summary; // one line for help
} RuleInfo;

// How a game may begin; engine/opening.h says what each of them means.
typedef enum OpeningKind {
    OPENING_FREE,
    OPENING_PRO,
    OPENING_LONG_PRO,
    OPENING_SWAP,
    OPENING_SWAP2,
    OPENING_SWAP_PIECES,
    OPENING_SWAP_SIDES,
    OPENING_KINDS,
} OpeningKind;

// How the cells of a board lie.
typedef enum BoardShape {
    BOARD_SQUARES,  // points on crossing lines, eight neighbours
    BOARD_HEXAGONS, // six neighbours, drawn as a slanted rhombus
} BoardShape;

// Random stones that make games differ before either side can be winning.
typedef struct Scatter {
    int match_least, match_most; // stones of an opening of a match
    int train_least, train_most; // ... of self-play, where variety is worth more
    int window_least,
        window_most; // they lie within a central square with such a side; 0: anywhere,
                     // and a stone near others is no likelier than one far away
} Scatter;

// One game, constant and shared. Each game room exports one of these.
typedef struct GameType {
    const char *name;       // "gomoku"
    const RuleInfo *rules;  // ends with a NULL name; the first is the default
    const char *goal;       // what each side is after; NULL: the rule's summary says it
    int min_size, max_size; // for columns and rows alike
    int default_size;
    BoardShape shape;
    bool rows_from_bottom; // text row 1 is the lowest one, else the top one
    unsigned symmetries;   // the Symmetry values (symmetry.h) that keep the game the same, as bits
    unsigned openings;     // the OpeningKinds it offers beside OPENING_FREE, as bits
    unsigned marks;        // the MarkKinds (annotations.h) its `annotate` may give, as bits
    Scatter scatter;
    unsigned formats; // the RecordFormats (record.h) made for this game alone, as bits
    int sgf_game;     // SGF's GM[] number, 1 to 99
    bool sgf_words; // SGF points are a1, passes and choices words among the moves (W[swap-pieces]);
                    // else aa, B[] and a property CHOICE
    Position *(*create)(int rule, int width, int height);
} GameType;

// The game of this name in a NULL-ended list; NULL when there is none.
const GameType *game_named(const GameType *const *games, const char *name);

// The index of a rule by name, -1 when the game has no such rule.
int game_rule_index(const GameType *type, const char *rule);

const char *game_shape_name(BoardShape shape); // "squares", "hexagons"

// Is there a board of this size? A sentence otherwise.
bool game_size_fits(const GameType *type, int width, int height, Error *err);

// OPENING_FREE is offered by every game.
bool game_offers(const GameType *type, OpeningKind kind);

// The swap in answer to the first stone, without which a game that has one is not fair: of pieces
// where the board is square, else of sides. OPENING_FREE: the game has no such rule.
OpeningKind game_swap(const GameType *type, int width, int height);

#endif
