// SPDX-License-Identifier: MIT
// The Position interface: stones on a board under one rule, exact and undoable.
//
// Everything that needs rules but not speed (referees, records, front ends, textbook searches)
// works on this interface. A game fills in a GameType with a table of functions; a fast search
// keeps its own board and uses a Position only at its boundary.
//
// A Position is owned by its maker and is not thread-safe; give each thread a clone.
#ifndef GAME_POSITION_H
#define GAME_POSITION_H

#include "base/error.h"
#include "game/annotations.h"
#include "game/game_type.h"
#include "game/move.h"

#include <stddef.h>

// What the rules say of a move before it is played.
typedef enum Verdict {
    VERDICT_LEGAL,
    VERDICT_FORBIDDEN, // renju: Black may put it down, and loses by it
    VERDICT_ILLEGAL,   // not a move at all: occupied, off the board, the game is over
} Verdict;

// What a game implements. `play` and `undo` are only called with moves that position_check() did
// not call illegal; the common part (side to move, history, sides swapped) is kept by position.c
// *after* `play` and *before* `undo` return to it, see there.
typedef struct PositionOps {
    size_t size; // of the game's own struct, which holds no pointers beside its Position's
    Cell (*at)(const Position *position, Move cell);
    // For stones only, on an empty cell, in a game that is not over, for the side to move: legal or
    // forbidden (with the reason)?
    Verdict (*check)(const Position *position, Move stone, Error *why);
    bool (*can_swap_pieces)(const Position *position);      // NULL: never
    void (*play)(Position *position, Move move, Side side); // a stone or MOVE_SWAP_PIECES
    void (*undo)(Position *position, Move move, Side side);
    void (*put)(Position *position, Move cell, Cell value); // set-up: change one cell
    // Who has won by the stones now on the board; line (room for BOARD_POINTS) gets the five or
    // path.
    Result (*result)(const Position *position);
    size_t (*winning_line)(const Position *position, Move *line);
    const char *(*result_reason)(
        const Position *position); // "five in a row", "overline"; never NULL
    // Threats, forbidden points, connections: whatever a front end may want to draw. May be NULL.
    void (*annotate)(const Position *position, Annotations *out);
} PositionOps;

typedef struct Ply {
    Move move;
    Side side; // who was to move
} Ply;

// The common part; a game's own struct begins with it.
struct Position {
    const PositionOps *ops;
    const GameType *type;
    int rule; // index into type->rules
    int width, height;
    int stones; // on the board
    Side to_move;
    bool sides_swapped; // the player who began now holds White
    uint64_t key;       // Zobrist: stones, side to move, game, rule and size
    Ply *plies;
    size_t ply_count, ply_capacity;
};

// NULL with a sentence when the rule or size is not one of the game's.
Position *position_new(const GameType *type, const char *rule, int width, int height, Error *err);
void position_free(Position *position); // NULL is fine
Position *position_clone(const Position *position);

static inline int position_empty(const Position *position) { // cells
    return position->width * position->height - position->stones;
}

const char *position_rule(const Position *position); // the rule's name
bool position_on_board(const Position *position, Move cell);
Cell position_at(const Position *position, Move cell); // the cell must be on the board

// What the rules say of this move now; *why gets the reason unless it is legal. Stones, MOVE_PASS,
// MOVE_SWAP_PIECES where the game has it, MOVE_SWAP_SIDES and MOVE_PUT_TWO are accepted here:
// *when* a swap may be chosen is the opening's business (engine/opening.h).
Verdict position_check(const Position *position, Move move, Error *why);
// What they say of a stone, though the game be over: renju's is when only forbidden points are left.
Verdict position_check_stone(const Position *position, Move stone, Error *why);
// Plays it unless illegal. A forbidden move is played and loses, as a referee would have it.
bool position_play(Position *position, Move move, Error *err);
void position_undo(Position *position); // the last move, any depth; nothing when there is none

// Set-up of study positions, only before the first move.
void position_put(Position *position, Move cell, Cell value);
void position_set_to_move(Position *position, Side side);

Result position_result(const Position *position);
const char *position_result_reason(const Position *position);       // "" while the game goes on
size_t position_winning_line(const Position *position, Move *line); // 0 when there is none

// All legal stones for the side to move (no forbidden ones), top left first. Room for MOVES_MAX.
size_t position_moves(const Position *position, Move *moves);
// All stones on the board, likewise. Room for BOARD_POINTS.
size_t position_stones(const Position *position, Ply *stones);
Move position_last_move(const Position *position); // the last stone or swap, MOVE_NONE at the start

// The winning line and what the game's own `annotate` adds. Replaces what `out` held.
void position_annotate(const Position *position, Annotations *out);

// The smallest key over the game's symmetries of this board: equal for positions that are the same
// up to turning and mirroring.
uint64_t position_canonical_key(const Position *position);

#endif
