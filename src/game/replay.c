// SPDX-License-Identifier: MIT
// Between records and positions: a record's main line played by the rules, and a position's history
// as a record.
#include "game/canonical.h"
#include "game/coord.h"
#include "game/record.h"

typedef struct Replay {
    Position *position;
    int number; // of the move at hand, for the sentence
    Error *err;
} Replay;

static Side side_from_counts(const Position *position) {
    int more = 0;
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(position, stones);
    for (size_t i = 0; i < count; i++)
        more += stones[i].side == SIDE_BLACK ? 1 : -1;
    return more > 0 ? SIDE_WHITE : SIDE_BLACK;
}

// Stones change in mid-game: a Position takes set-up only before its first move, so the board goes
// on as a new one whose history begins here.
static void start_afresh(Replay *replay) {
    Position *old = replay->position;
    if (!old->ply_count)
        return;
    Position *fresh = position_canonical_form(old, (Canonical){.symmetry = 0}); // as it lies
    fresh->sides_swapped = old->sides_swapped;
    position_free(old);
    replay->position = fresh;
}

static void set_up(Replay *replay, const RecordNode *node) {
    if (!node->stone_count)
        return;
    start_afresh(replay);
    for (size_t i = 0; i < node->stone_count; i++)
        position_put(replay->position, node->stones[i].cell, node->stones[i].value);
    position_set_to_move(replay->position, side_from_counts(replay->position));
}

static bool play(Replay *replay, Move move) {
    Error why = {0};
    char word[COORD_CHARS];
    if (position_play(replay->position, move, &why))
        return true;
    return error_set(replay->err, "move %d, %s: %s", replay->number,
                     move_print(replay->position, move, word), why.text);
}

// The file says whose turn it is. Before the first move that is simply who begins; later the other
// side must have passed.
static bool hand_over(Replay *replay, Side side) {
    Position *position = replay->position;
    if (side == position->to_move)
        return true;
    if (position->ply_count)
        return play(replay, MOVE_PASS);
    position_set_to_move(position, side);
    return true;
}

static bool play_node(Replay *replay, const RecordNode *node) {
    replay->number++;
    return hand_over(replay, node->side) && play(replay, node->move);
}

Position *record_replay(const Record *record, Error *err) {
    Replay replay = {.err = err};
    replay.position = position_new(record->type, record->type->rules[record->rule].name,
                                   record->width, record->height, err);
    if (!replay.position)
        return NULL;
    for (const RecordNode *node = record->root; node; node = node->first_child) {
        set_up(&replay, node);
        if (node->to_move >= 0 && node->move == MOVE_NONE)
            (void)hand_over(&replay, (Side)node->to_move); // no turn once the game is over
        if (node->move == MOVE_RESIGN)
            break;
        if (node->move != MOVE_NONE && !play_node(&replay, node)) {
            position_free(replay.position);
            return NULL;
        }
    }
    return replay.position;
}

Record *record_of(const Position *position) {
    Record *record = record_new(position->type, position->rule, position->width, position->height);
    Position *start = position_clone(position);
    while (start->ply_count)
        position_undo(start);
    Ply stones[BOARD_POINTS];
    size_t count = position_stones(start, stones);
    for (size_t i = 0; i < count; i++)
        record_add_stone(record->root, stones[i].move, side_cell(stones[i].side));
    if (record->root->stone_count || start->to_move != SIDE_BLACK)
        record->root->to_move = (int)start->to_move;
    position_free(start);
    RecordNode *node = record->root;
    for (size_t i = 0; i < position->ply_count; i++)
        node = record_add(record, node, position->plies[i].move, position->plies[i].side);
    return record;
}
