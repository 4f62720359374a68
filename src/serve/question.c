// SPDX-License-Identifier: MIT
#include "serve/question.h"

#include "game/coord.h"
#include "game/record.h"

#include <string.h>

// --- a game ---

static bool read_board(const Registry *registry, const Value *value, RecordHints *board,
                       Error *err) {
    const char *name = value_get_text(value, "game");
    if (!value_is_object(value) || !name)
        return error_set(err, "a game needs at least its name: {\"game\":\"gomoku\"}");
    board->game = registry_game(registry, name, err);
    if (!board->game)
        return false;
    board->rule = value_get_text(value, "rule");
    if (!board->rule)
        board->rule = board->game->rules[0].name;
    int64_t width = value_get_int(value, "width", board->game->default_size);
    int64_t height = value_get_int(value, "height", width);
    int most = board->game->max_size;
    if (width < 1 || height < 1 || width > most || height > most)
        return error_set(err, "a %s board is %d to %d points wide and high", board->game->name,
                         board->game->min_size, most);
    board->width = (int)width;
    board->height = (int)height;
    return true;
}

bool question_opening(const Value *value, OpeningKind *opening, Error *err) {
    const char *name = value_get_text(value, "opening");
    *opening = OPENING_FREE;
    return !name || opening_parse(name, opening, err);
}

bool question_point(const GameType *type, int width, int height, const Value *value, Move *cell,
                    Error *err) {
    const char *word = value_text(value);
    return (word && coord_parse(type, width, height, word, cell)) ||
           error_set(err, "'%.20s' is no point of this board", word ? word : "?");
}

int question_side(const Value *value, const char *key, int otherwise) {
    const char *word = value_get_text(value, key);
    return !word ? otherwise : word[0] == 'w' ? SIDE_WHITE : SIDE_BLACK;
}

static bool put_stones(Position *position, const Value *cells, Cell colour, Error *err) {
    size_t count = value_count(cells);
    for (size_t i = 0; i < count; i++) {
        const Value *word = value_at(cells, i);
        Move cell;
        if (!question_point(position->type, position->width, position->height, word, &cell, err))
            return false;
        if (position_at(position, cell) != CELL_EMPTY)
            return error_set(err, "two stones are set up on %.8s", value_text(word));
        position_put(position, cell, colour);
    }
    return true;
}

static Game *set_up(const RecordHints *board, const Value *value, Error *err) {
    const Value *black = value_get(value, "black"), *white = value_get(value, "white");
    Position *position = position_new(board->game, board->rule, board->width, board->height, err);
    if (!position)
        return NULL;
    if (!put_stones(position, black, CELL_BLACK, err) ||
        !put_stones(position, white, CELL_WHITE, err)) {
        position_free(position);
        return NULL;
    }
    Side turn = value_count(black) > value_count(white) ? SIDE_WHITE : SIDE_BLACK;
    position_set_to_move(position, (Side)question_side(value, "to_move", (int)turn));
    return game_from_position(position);
}

static Game *begin(const Registry *registry, const Value *value, Error *err) {
    RecordHints board = {0};
    OpeningKind opening;
    if (!read_board(registry, value, &board, err) || !question_opening(value, &opening, err))
        return NULL;
    bool stones = value_count(value_get(value, "black")) || value_count(value_get(value, "white"));
    if (stones || value_get_text(value, "to_move"))
        return set_up(&board, value, err);
    return game_new(board.game, board.rule, board.width, board.height, opening, err);
}

static bool play(Game *game, const Value *word, bool accept_forbidden, Error *err) {
    const char *text = value_text(word);
    Move move;
    if (!text)
        return error_set(err, "a move is a word such as \"h8\"");
    return move_parse(game_position(game), text, &move, err) &&
           game_play(game, move, accept_forbidden, err);
}

Game *question_game(const Registry *registry, const Value *value, bool fresh, Seat *mover,
                    Error *err) {
    const Value *moves = value_get(value, "moves");
    size_t count = value_count(moves);
    if (count > MOVES_MAX) {
        error_set(err, "no game has more than %d moves", MOVES_MAX);
        return NULL;
    }
    Game *game = begin(registry, value, err);
    for (size_t i = 0; game && i < count; i++) {
        if (mover)
            *mover = game_actor(game);
        if (!play(game, value_at(moves, i), !(fresh && i + 1 == count), err)) {
            game_free(game);
            game = NULL;
        }
    }
    return game;
}

// --- a player ---

static const PlayerType *player_named(const Registry *registry, const char *spec, size_t length) {
    for (size_t i = 0; i < registry_player_count(registry); i++) {
        const PlayerType *type = registry_player_at(registry, i);
        if (strlen(type->name) == length && strncmp(type->name, spec, length) == 0)
            return type;
    }
    return NULL;
}

static bool harmless(const char *options, Error *err) {
    static const char *const known[] = {"level=", "time=", "depth=", "nodes=", "mode=", "seed="};
    while (*options) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            found |= text_starts(options, known[i]);
        if (!found)
            return error_set(err,
                             "a page may set level, time, depth, nodes, mode and seed of a "
                             "player, not '%.40s'",
                             options);
        options += strcspn(options, ",");
        options += *options == ',';
    }
    return true;
}

bool question_spec_allowed(const Registry *registry, const char *const *allowed, size_t count,
                           const char *spec, Error *err) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(allowed[i], spec) == 0)
            return true;
    size_t length = strcspn(spec, ":");
    const PlayerType *type = player_named(registry, spec, length);
    if (!type)
        return error_set(err, "there is no player '%.40s' to be asked", spec);
    if (type->is_command)
        return error_set(err,
                         "a page may not start programs; give --player '%.60s' to "
                         "tengen serve",
                         spec);
    return harmless(spec + length + (spec[length] == ':'), err);
}
