// SPDX-License-Identifier: MIT
// BOARD, YXBOARD and SWAP2BOARD: lines up to DONE, and the order they were played in.
//
// BOARD says whose each stone is, not its colour. It is our turn when DONE comes, and Black began:
//
//     as many own stones as the opponent's     we are Black
//     the opponent has one more                we are White
//
// Anything else cannot have come about by turns and is refused; the game so far stays.
#include "protocol/gomocup_state.h"

#include <string.h>

enum { OWN = 1, OPPONENT = 2, CONTINUATION = 3 };

static const char *const kind_names[] = {"", "BOARD", "YXBOARD", "SWAP2BOARD"};

void board_begin(Gomocup *g, const char *name) {
    g->lines.kind = COLLECT_BOARD;
    while (strcmp(kind_names[g->lines.kind], name) != 0)
        g->lines.kind++;
    g->lines.count = 0;
    g->lines.error.text[0] = '\0';
}

// --- one line ---

static bool cell_taken(const BoardLines *lines, Move cell) {
    for (size_t i = 0; i < lines->count; i++)
        if (lines->cells[i] == cell)
            return true;
    return false;
}

static bool read_line(Gomocup *g, const char *line, Error *err) {
    BoardLines *lines = &g->lines;
    bool owned = lines->kind != COLLECT_SWAP2;
    int64_t numbers[3] = {0};
    size_t count = tokens_numbers(line, numbers, 3);
    if (owned ? count != 3 : count != 2 && count != 3)
        return error_set(err, "'%.40s' is not %s", line, owned ? "x,y,field" : "x,y");
    if (numbers[0] < 0 || numbers[0] >= g->width || numbers[1] < 0 || numbers[1] >= g->height)
        return error_set(err, "%.40s is off the board of %dx%d", line, g->width, g->height);
    if (owned && numbers[2] == CONTINUATION)
        return error_set(err, "%.40s: field 3 belongs to continuous games, which are not supported",
                         line);
    if (owned && numbers[2] != OWN && numbers[2] != OPPONENT)
        return error_set(err, "%.40s: the field is 1 for own stones and 2 for the opponent's",
                         line);
    Move cell = move_at((int)numbers[0], (int)numbers[1]);
    if (cell_taken(lines, cell))
        return error_set(err, "%d,%d is named twice", (int)numbers[0], (int)numbers[1]);
    lines->owners[lines->count] = (int)numbers[2];
    lines->cells[lines->count++] = cell;
    return true;
}

void board_line(Gomocup *g, const char *line) {
    if (!g->lines.error.text[0]) // the first mistake is the one to tell
        read_line(g, line, &g->lines.error);
}

// --- all of them ---

// Whose stones are black, 0 when the counts do not allow any answer.
static int black_owner(const BoardLines *lines, Error *err) {
    size_t own = 0;
    for (size_t i = 0; i < lines->count; i++)
        own += lines->owners[i] == OWN;
    size_t other = lines->count - own;
    bool to_answer = lines->kind == COLLECT_BOARD;
    if (other == own + 1)
        return OPPONENT;
    if (own == other) // YXBOARD asks for no move, so either side may have begun
        return to_answer || !lines->count ? OWN : lines->owners[0];
    if (own == other + 1 && !to_answer)
        return OWN;
    error_set(err, "%zu own stones and %zu of the opponent cannot be: %s", own, other,
              to_answer ? "it is our turn, so there are as many or the opponent has one more"
                        : "the counts differ by one at most");
    return 0;
}

static bool arrange(const Gomocup *g, Move *stones, Error *err) {
    const BoardLines *lines = &g->lines;
    int black = black_owner(lines, err);
    if (!black)
        return false;
    size_t next[2] = {0, 1}; // where the next black and the next white stone go
    for (size_t i = 0; i < lines->count; i++) {
        int colour = lines->owners[i] != black;
        // Other rules do not care about the order; in renju the manager must keep it.
        if (next[colour] != i && strcmp(g->info.rule, "renju") == 0)
            return error_set(err,
                             "stone %zu is out of turn; in renju the stones come in the order "
                             "they were played, Black first",
                             i + 1);
        stones[next[colour]] = lines->cells[i];
        next[colour] += 2;
    }
    return true;
}

Position *board_set_up(const Gomocup *g, const Move *stones, size_t count) {
    Position *position = position_new(g->setup.game, g->info.rule, g->width, g->height, NULL);
    for (size_t i = 0; i < count; i++)
        position_put(position, stones[i], i % 2 ? CELL_WHITE : CELL_BLACK);
    position_set_to_move(position, count % 2 ? SIDE_WHITE : SIDE_BLACK);
    return position;
}

Position *board_position(const Gomocup *g, const Move *stones, size_t count) {
    Position *position = position_new(g->setup.game, g->info.rule, g->width, g->height, NULL);
    for (size_t i = 0; i < count; i++) {
        if (position_check(position, stones[i], NULL) != VERDICT_LEGAL) {
            // Whether a forbidden move loses is decided by the manager, which seems to play on.
            position_free(position);
            return board_set_up(g, stones, count);
        }
        position_play(position, stones[i], NULL);
    }
    return position;
}

static bool done_board(Gomocup *g, Error *err) {
    Move stones[BOARD_POINTS + 1];
    if (!arrange(g, stones, err))
        return false;
    bool answer = g->lines.kind == COLLECT_BOARD;
    Position *position = board_position(g, stones, g->lines.count);
    bool over = answer && position_result(position) != RESULT_NONE;
    if (over)
        error_set(err, "the game on this board is over, %s: %s",
                  result_name(position_result(position)), position_result_reason(position));
    position_free(position);
    if (over)
        return false;
    memcpy(g->stones, stones, g->lines.count * sizeof *stones);
    g->stone_count = g->lines.count;
    if (answer)
        think_position(g, 0);
    return true;
}

// 0 stones: lay three out. 3: swap, stay with a fourth, or put two more. 5: swap or stay.
static bool done_swap2(Gomocup *g, Error *err) {
    const BoardLines *lines = &g->lines;
    if (lines->count != 0 && lines->count != 3 && lines->count != 5)
        return error_set(err, "SWAP2BOARD comes with 0, 3 or 5 stones, not %zu", lines->count);
    Game *game = game_new(g->setup.game, g->info.rule, g->width, g->height, OPENING_SWAP2, err);
    bool ok = game != NULL;
    for (size_t i = 0; i < lines->count && ok; i++) {
        if (i == 3)
            ok = game_play(game, MOVE_PUT_TWO, false, err);
        ok = ok && game_play(game, lines->cells[i], false, err);
    }
    if (!ok) {
        game_free(game);
        return false;
    }
    memcpy(g->stones, lines->cells, lines->count * sizeof *g->stones);
    g->stone_count = lines->count;
    think_about(g, game, true, 0);
    return true;
}

void board_done(Gomocup *g) {
    Error err = {""};
    if (g->lines.error.text[0])
        gomocup_error(g, "%s: %s", kind_names[g->lines.kind], g->lines.error.text);
    else if (!(g->lines.kind == COLLECT_SWAP2 ? done_swap2 : done_board)(g, &err))
        gomocup_error(g, "%s", err.text);
    g->lines.kind = COLLECT_NOTHING;
}
