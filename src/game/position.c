// SPDX-License-Identifier: MIT
// The part of a Position that is the same in every game: history, turn, key, set-up.
#include "game/position.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/coord.h"
#include "game/zobrist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

Position *position_new(const GameType *type, const char *rule, int width, int height, Error *err) {
    int index = rule ? game_rule_index(type, rule) : 0;
    if (index < 0) {
        Text known = {0};
        for (const RuleInfo *info = type->rules; info->name; info++)
            text_addf(&known, "%s%s", known.length ? ", " : "", info->name);
        error_set(err, "%s has no rule '%.40s'; it has %s", type->name, rule, text_chars(&known));
        text_free(&known);
        return NULL;
    }
    if (!game_size_fits(type, width, height, err))
        return NULL;
    Position *position = type->create(index, width, height);
    position->type = type;
    position->rule = index;
    position->width = width;
    position->height = height;
    position->key = zobrist_start(type->sgf_game, index, width, height);
    return position;
}

void position_free(Position *position) {
    if (!position)
        return;
    free(position->plies);
    free(position);
}

Position *position_clone(const Position *position) {
    Position *copy = mem_copy(position, position->ops->size);
    copy->plies = mem_new_array(position->ply_count + 8, sizeof *copy->plies);
    copy->ply_capacity = position->ply_count + 8;
    if (position->ply_count)
        memcpy(copy->plies, position->plies, position->ply_count * sizeof *copy->plies);
    return copy;
}

const char *position_rule(const Position *position) {
    return position->type->rules[position->rule].name;
}

bool position_on_board(const Position *position, Move cell) {
    return cell >= 0 && move_x(cell) < position->width && move_y(cell) < position->height;
}

Cell position_at(const Position *position, Move cell) {
    assert(position_on_board(position, cell));
    return position->ops->at(position, cell);
}

static Verdict illegal(Error *why, const char *reason) {
    error_set(why, "%s", reason);
    return VERDICT_ILLEGAL;
}

Verdict position_check_stone(const Position *position, Move stone, Error *why) {
    char word[COORD_CHARS];
    if (!position_on_board(position, stone))
        return illegal(why, "that point is off the board");
    if (position->ops->at(position, stone) != CELL_EMPTY) {
        error_set(why, "%s is occupied", move_print(position, stone, word));
        return VERDICT_ILLEGAL;
    }
    return position->ops->check(position, stone, why);
}

Verdict position_check(const Position *position, Move move, Error *why) {
    if (position_result(position) != RESULT_NONE)
        return illegal(why, "the game is over");
    if (move_is_stone(move))
        return position_check_stone(position, move, why);
    switch (move) {
    case MOVE_PASS:
    case MOVE_SWAP_SIDES:
    case MOVE_PUT_TWO:
        return VERDICT_LEGAL;
    case MOVE_SWAP_PIECES:
        if (!position->ops->can_swap_pieces || !position->ops->can_swap_pieces(position))
            return illegal(why,
                           "swap-pieces answers the first stone on a square board of a game that "
                           "has it, nothing else");
        return VERDICT_LEGAL;
    default:
        return illegal(why, "that is not a move");
    }
}

// The game exchanges the stones; the key follows what it did, cell by cell.
static uint64_t swap_key(Move first) {
    return zobrist_stone(SIDE_BLACK, first) ^
           zobrist_stone(SIDE_WHITE, move_at(move_y(first), move_x(first)));
}

bool position_play(Position *position, Move move, Error *err) {
    if (position_check(position, move, err) == VERDICT_ILLEGAL)
        return false;
    Side side = position->to_move;
    *MEM_MORE(position->plies, position->ply_count, position->ply_capacity) = (Ply){move, side};
    if (move_is_stone(move)) {
        assert(position->stones < position->width * position->height);
        position->ops->play(position, move, side);
        position->key ^= zobrist_stone(side, move);
        position->stones++;
    } else if (move == MOVE_SWAP_PIECES) {
        position->ops->play(position, move, side);
        position->key ^= swap_key(position->plies[position->ply_count - 2].move);
    }
    if (move == MOVE_SWAP_SIDES || move == MOVE_PUT_TWO)
        position->sides_swapped = !position->sides_swapped;
    else
        position_set_to_move(position, side_other(side));
    return true;
}

void position_undo(Position *position) {
    if (!position->ply_count)
        return;
    Ply ply = position->plies[--position->ply_count];
    position_set_to_move(position, ply.side);
    if (ply.move == MOVE_SWAP_SIDES || ply.move == MOVE_PUT_TWO)
        position->sides_swapped = !position->sides_swapped;
    if (move_is_stone(ply.move)) {
        assert(position->stones > 0);
        position->ops->undo(position, ply.move, ply.side);
        position->key ^= zobrist_stone(ply.side, ply.move);
        position->stones--;
    } else if (ply.move == MOVE_SWAP_PIECES) {
        position->ops->undo(position, ply.move, ply.side);
        position->key ^= swap_key(position->plies[position->ply_count - 1].move);
    }
}

static uint64_t cell_key(Cell value, Move cell) {
    return value == CELL_EMPTY ? 0 : zobrist_stone(cell_side(value), cell);
}

void position_put(Position *position, Move cell, Cell value) {
    assert(position->ply_count == 0 && position_on_board(position, cell));
    Cell before = position->ops->at(position, cell);
    if (before == value)
        return;
    position->key ^= cell_key(before, cell) ^ cell_key(value, cell);
    position->stones += (value != CELL_EMPTY) - (before != CELL_EMPTY);
    position->ops->put(position, cell, value);
}

void position_set_to_move(Position *position, Side side) {
    if (position->to_move != side)
        position->key ^= zobrist_white_to_move();
    position->to_move = side;
}

Result position_result(const Position *position) {
    return position->ops->result(position);
}

const char *position_result_reason(const Position *position) {
    return position_result(position) == RESULT_NONE ? "" : position->ops->result_reason(position);
}

size_t position_winning_line(const Position *position, Move *line) {
    return position->ops->winning_line(position, line);
}

size_t position_moves(const Position *position, Move *moves) {
    size_t count = 0;
    if (position_result(position) != RESULT_NONE)
        return 0;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Move move = move_at(x, y);
            if (position_check_stone(position, move, NULL) == VERDICT_LEGAL)
                moves[count++] = move;
        }
    return count;
}

size_t position_stones(const Position *position, Ply *stones) {
    size_t count = 0;
    for (int y = 0; position->stones && y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            Cell cell = position_at(position, move_at(x, y));
            if (cell != CELL_EMPTY)
                stones[count++] = (Ply){move_at(x, y), cell_side(cell)};
        }
    return count;
}

Move position_last_move(const Position *position) {
    for (size_t i = position->ply_count; i-- > 0;) {
        Move move = position->plies[i].move;
        if (move_is_stone(move) || move == MOVE_SWAP_PIECES)
            return move;
    }
    return MOVE_NONE;
}

void position_annotate(const Position *position, Annotations *out) {
    Move line[BOARD_POINTS];
    annotations_clear(out);
    size_t length = position_winning_line(position, line);
    Side winner = position_result(position) == RESULT_WHITE ? SIDE_WHITE : SIDE_BLACK;
    for (size_t i = 0; i < length; i++)
        annotations_add(out, (Mark){.cell = line[i], .kind = MARK_WINNING, .side = winner});
    annotations_add_group(out, MARK_WINNING, winner, line, length);
    if (position->ops->annotate)
        position->ops->annotate(position, out);
}
