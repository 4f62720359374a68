// SPDX-License-Identifier: MIT
#include "gomoku/field.h"

#include "gomoku/forbidden.h"
#include "search/info.h"

#include <assert.h>
#include <string.h>

enum { LINE_SHIFT = LINE_PAD - SHAPE_REACH }; // between a board's line and ours

static_assert(CODE_BITS * (SHAPE_REACH + GOMOKU_MAX) <= 64, "a line fits a word");

// A cell's place in our line, counted in cells.
static inline int line_slot(int direction, Move cell) {
    return board_line_bit(direction, cell) - LINE_SHIFT;
}

// Both sides' shapes of one line, in their places in the words of a cell.
static inline uint32_t pair_in_words(uint8_t pair, int direction) {
    return ((uint32_t)(pair & 15) | (uint32_t)(pair >> 4) << 16) << (SHAPE_BITS * direction);
}

static inline uint32_t words_of_line(int direction) {
    return 0x000f000fu << (SHAPE_BITS * direction);
}

// --- keeping everything in step ---

static inline bool is_listed(Kind from, Kind to) {
    return from != to && (from >= KIND_LISTED || to >= KIND_LISTED);
}

static inline void move_between_kinds(Field *field, Side side, Move cell, Kind from, Kind to) {
    assert(to < KIND_LISTED || !cellset_has(field_cells(field, side, to), cell));
    assert(from < KIND_LISTED || cellset_has(field_cells(field, side, from), cell));
    cellset_toggle(&field->kinds[side][from], cell);
    cellset_toggle(&field->kinds[side][to], cell);
}

// One side's word of a cell has become another. Returns whether its kind is now another, too.
static inline bool rewrite_side(Field *field, Side side, Move cell, uint32_t before,
                                uint32_t after) {
    const int16_t *worth = field->evaluation->worth[side];
    const uint8_t *kinds = field->rules->kinds[side];
    field->sums.worth[side] += worth[after] - worth[before];
    Kind from = (Kind)kinds[before], to = (Kind)kinds[after];
    if (!is_listed(from, to))
        return false;
    assert(from < KIND_LISTED || field->sums.counts[side][from] > 0);
    move_between_kinds(field, side, cell, from, to);
    field->sums.counts[side][from]--;
    field->sums.counts[side][to]++;
    return true;
}

static inline void change(Field *field, Move cell, uint32_t after) {
    assert(field->change_count < FIELD_CHANGES);
    uint32_t before = field->words[cell];
    bool moved = false;
    field->words[cell] = after;
    field->sums.alive += (after != 0) - (before != 0);
    if ((before ^ after) & 0xffff)
        moved |= rewrite_side(field, SIDE_BLACK, cell, before & 0xffff, after & 0xffff);
    if ((before ^ after) >> 16)
        moved |= rewrite_side(field, SIDE_WHITE, cell, before >> 16, after >> 16);
    assert(field->change_count < FIELD_CHANGES);
    field->changes[field->change_count++] = (Change){before, after, cell, moved};
}

static inline void change_back_kind(Field *field, Side side, Move cell, uint32_t from_word,
                                    uint32_t to_word) {
    const uint8_t *kinds = field->rules->kinds[side];
    Kind from = (Kind)kinds[from_word], to = (Kind)kinds[to_word];
    if (is_listed(from, to))
        move_between_kinds(field, side, cell, from, to);
}

static inline void change_back(Field *field, const Change *change) {
    Move cell = change->cell;
    field->words[cell] = change->before;
    if (!change->moved)
        return;
    change_back_kind(field, SIDE_BLACK, cell, change->after & 0xffff, change->before & 0xffff);
    change_back_kind(field, SIDE_WHITE, cell, change->after >> 16, change->before >> 16);
}

// The empty cells of one line that a stone on `cell` may have changed.
static inline void look_again(Field *field, Move cell, int direction) {
    const ShapeTable *table = &field->rules->shapes;
    int index = board_line_index(direction, cell), slot = line_slot(direction, cell);
    int first = slot - table->reach, step = board_step(direction);
    uint64_t line = field->lines[index];
    uint32_t empty = field->board.lines[index].cells[CELL_EMPTY] >> (first + LINE_SHIFT) &
                     ((2u << (2 * table->reach)) - 1);
    for (; empty; empty &= empty - 1) {
        int at = __builtin_ctz(empty);
        Move near = (Move)(cell + (at - table->reach) * step);
        uint8_t pair = table->pairs[shape_key(line, first + at, table->reach)];
        uint32_t shapes = pair_in_words(pair, direction), of_line = words_of_line(direction);
        uint32_t before = field->words[near];
        if ((before & of_line) != shapes)
            change(field, near, (before & ~of_line) | shapes);
    }
}

// Cells near the stone: two steps in any way, and three along its lines.
//
//     #  .  .  #  .  .  #
//     .  #  #  #  #  #  .
//     .  #  #  #  #  #  .
//     #  #  #  X  #  #  #
static void add_near(CellSet *near, Move cell) {
    static const uint32_t rows[] = {0x49, 0x3e, 0x3e, 0x7f, 0x3e, 0x3e, 0x49};
    int x = move_x(cell), y = move_y(cell);
    for (int i = 0; i < 7; i++) {
        int row = y + i - 3;
        if (row >= 0 && row < GOMOKU_MAX) {
            uint32_t bits = x < 3 ? rows[i] >> (3 - x) : rows[i] << (x - 3);
            near->words[row >> 1] |= (uint64_t)bits << (row & 1) * 32;
        }
    }
}

// A stone of the side to move comes to an empty cell, or goes from it.
static inline void turn_in_lines(Field *field, Move cell) {
    uint64_t code = field_to_move(field) == SIDE_BLACK ? CODE_BLACK : CODE_WHITE;
    for (int d = 0; d < DIRECTIONS; d++)
        field->lines[board_line_index(d, cell)] ^= (CODE_EMPTY ^ code)
                                                   << (CODE_BITS * line_slot(d, cell));
}

void field_play(Field *field, Move cell) {
    assert(field->played_count < FIELD_POINTS);
    assert(cellset_has(&field->empty, cell));
    FieldPly *played = &field->played[field->played_count++];
    played->near = field->near;
    played->sums = field->sums;
    played->changes = field->change_count;
    turn_in_lines(field, cell);
    board_play(&field->board, cell);
    cellset_toggle(&field->empty, cell);
    add_near(&field->near, cell);
    change(field, cell, 0);
    for (int d = 0; d < DIRECTIONS; d++)
        look_again(field, cell, d);
    assert(field->words[cell] == 0 && field->sums.alive >= 0);
}

void field_undo(Field *field, Move cell) {
    assert(field->played_count > 0 && !cellset_has(&field->empty, cell));
    board_undo(&field->board, cell);
    turn_in_lines(field, cell);
    const FieldPly *played = &field->played[--field->played_count];
    while (field->change_count > played->changes)
        change_back(field, &field->changes[--field->change_count]);
    assert(field->change_count == played->changes);
    field->near = played->near;
    field->sums = played->sums;
    cellset_toggle(&field->empty, cell);
    assert(cellset_has(&field->empty, cell));
}

const Change *field_journal(const Field *field, int ply, int *count) {
    assert(ply >= 0 && ply < field->played_count);
    int from = field->played[ply].changes;
    bool is_last = ply + 1 == field->played_count;
    int to = is_last ? field->change_count : field->played[ply + 1].changes;
    assert(from < to && to <= field->change_count);
    *count = to - from;
    return &field->changes[from];
}

void field_from_position(Field *field, const Position *position, const Evaluation *evaluation) {
    assert((int)evaluation->rules->rule == position->rule);
    board_from_position(&field->board, position);
    field->evaluation = evaluation;
    field_recount(field);
}

static uint32_t words_from_lines(const Field *field, Move cell) {
    uint32_t words = 0;
    const ShapeTable *table = &field->rules->shapes;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t line = field->lines[board_line_index(d, cell)];
        uint8_t pair = table->pairs[shape_key(line, line_slot(d, cell), table->reach)];
        words |= pair_in_words(pair, d);
    }
    return words;
}

static void recount_lines(Field *field) {
    static const uint8_t codes[] = {
        [CELL_EMPTY] = CODE_EMPTY, [CELL_BLACK] = CODE_BLACK, [CELL_WHITE] = CODE_WHITE};
    memset(field->lines, 0, sizeof field->lines);
    for (int y = 0; y < field->board.height; y++)
        for (int x = 0; x < field->board.width; x++)
            for (int d = 0; d < DIRECTIONS; d++) {
                Move cell = move_at(x, y);
                uint64_t code = codes[board_at(&field->board, cell)];
                field->lines[board_line_index(d, cell)] |= code << (CODE_BITS * line_slot(d, cell));
            }
}

void field_recount(Field *field) {
    field->rules = field->evaluation->rules;
    recount_lines(field);
    memset(field->words, 0, sizeof field->words);
    memset(field->kinds, 0, sizeof field->kinds);
    field->empty = field->near = (CellSet){{0}};
    memset(&field->sums, 0, sizeof field->sums);
    field->played_count = field->change_count = 0;
    for (int y = 0; y < field->board.height; y++)
        for (int x = 0; x < field->board.width; x++) {
            Move cell = move_at(x, y);
            uint32_t words = 0;
            if (board_at(&field->board, cell) == CELL_EMPTY) {
                cellset_add(&field->empty, cell);
                words = field->words[cell] = words_from_lines(field, cell);
            } else {
                add_near(&field->near, cell);
            }
            field->sums.alive += words != 0;
            for (int side = 0; side < 2; side++) {
                Kind kind = field_kind(field, (Side)side, cell);
                field->sums.worth[side] += field_worth(field, (Side)side, cell);
                if (kind < KIND_LISTED)
                    continue;
                field->sums.counts[side][kind]++;
                cellset_add(&field->kinds[side][kind], cell);
            }
        }
    assert(cellset_count(&field->empty) ==
           field->board.width * field->board.height - field->board.stones);
}

// --- what is allowed ---

bool field_allows(const Field *field, Side side, Move cell) {
    assert(cellset_has(&field->empty, cell));
    Kind kind = field_kind(field, side, cell);
    return kind < KIND_FORBIDDEN || (kind != KIND_FORBIDDEN && !forbidden_is(&field->board, cell));
}

Move field_some_move(const Field *field, Move wanted) {
    if (wanted != MOVE_NONE && field_allowed(field, wanted))
        return wanted;
    CELLSET_EACH (cell, &field->empty)
        if (field_allowed(field, cell))
            return cell;
    return MOVE_NONE;
}

// --- threats ---

Move field_open_four(const Field *field, Side side) {
    if (field_count(field, side, KIND_OPEN_FOUR))
        return cellset_next(field_cells(field, side, KIND_OPEN_FOUR), 0);
    if (!field_count(field, side, KIND_MAYBE_OPEN_FOUR))
        return MOVE_NONE;
    CELLSET_EACH (cell, field_cells(field, side, KIND_MAYBE_OPEN_FOUR))
        if (field_allows(field, side, cell))
            return cell;
    return MOVE_NONE;
}

static void add_kind(const Field *field, Side side, Kind kind, CellSet *cells) {
    if (field_count(field, side, kind))
        for (int i = 0; i < CELLSET_WORDS; i++)
            cells->words[i] |= field->kinds[side][kind].words[i];
}

void field_add_fours(const Field *field, Side side, CellSet *cells) {
    for (Kind kind = KIND_FOUR; kind <= KIND_OPEN_FOUR; kind++)
        add_kind(field, side, kind, cells);
    add_kind(field, side, KIND_MAYBE_FOUR, cells);
    add_kind(field, side, KIND_MAYBE_OPEN_FOUR, cells);
}

// Adds the cells where a stone of the opponent would make this cell of `side` less than it is: the
// cell itself and others in its lines, tried one after the other in the table.
static void add_spoilers(const Field *field, Side side, Move cell, CellSet *cells) {
    assert(cellset_has(&field->empty, cell));
    const ShapeTable *table = &field->rules->shapes;
    uint32_t other = side == SIDE_BLACK ? CODE_WHITE : CODE_BLACK;
    uint32_t word = field_word(field, side, cell);
    Kind kind = field_kind(field, side, cell);
    cellset_add(cells, cell);
    for (int d = 0; d < DIRECTIONS; d++) {
        if (word_shape(word, d) < SHAPE_FOUR)
            continue;
        uint64_t line = field->lines[board_line_index(d, cell)];
        uint32_t key = shape_key(line, line_slot(d, cell), table->reach);
        for (int slot = 0; slot < 2 * table->reach; slot++) {
            if ((key >> (CODE_BITS * slot) & 3) != CODE_EMPTY)
                continue;
            uint32_t spoilt = key ^ (CODE_EMPTY ^ other) << (CODE_BITS * slot);
            uint32_t shape = shape_of_pair(table->pairs[spoilt], side);
            uint32_t left = (word & ~(15u << (SHAPE_BITS * d))) | shape << (SHAPE_BITS * d);
            if ((Kind)field->rules->kinds[side][left] == kind)
                continue;
            int distance = slot < table->reach ? slot - table->reach : slot - table->reach + 1;
            cellset_add(cells, (Move)(cell + distance * board_step(d)));
        }
    }
}

// The empty cells where a stone of the opponent spoils every cell of this kind.
static void find_spoilers(const Field *field, Side side, Kind kind, CellSet *cells) {
    *cells = field->empty;
    CELLSET_EACH (cell, field_cells(field, side, kind)) {
        CellSet those = {{0}};
        add_spoilers(field, side, cell, &those);
        cellset_keep(cells, &those);
    }
}

void field_remove_forbidden(const Field *field, CellSet *cells) {
    if (field->board.rule != RULE_RENJU || field_to_move(field) != SIDE_BLACK)
        return;
    CELLSET_EACH (cell, cells)
        if (!field_allowed(field, cell))
            cellset_toggle(cells, cell);
}

void field_five_defences(const Field *field, CellSet *cells) {
    Side attacker = side_other(field_to_move(field));
    const CellSet *fives = field_cells(field, attacker, KIND_FIVE);
    assert(field_count(field, attacker, KIND_FIVE) > 0);
    if (field->board.fives[attacker].needs_free_end)
        find_spoilers(field, attacker, KIND_FIVE, cells);
    else if (field_count(field, attacker, KIND_FIVE) == 1) // only the point itself prevents it
        *cells = *fives;
    else
        *cells = (CellSet){{0}};
    field_remove_forbidden(field, cells);
}

// A point with two lines that look like threes may be made forbidden from afar: nothing is known
// about its defences, so it does not narrow the choice.
void field_open_four_defences(const Field *field, CellSet *cells) {
    find_spoilers(field, side_other(field_to_move(field)), KIND_OPEN_FOUR, cells);
}

void field_last_stand(Field *field, Move line[2]) {
    Side winner = side_other(field_to_move(field));
    line[0] = field_some_move(field, field_five(field, winner));
    field_play(field, line[0]);
    line[1] = field_five(field, winner);
    field_undo(field, line[0]);
}

bool field_open_four_wins(Field *field, Move line[3]) {
    field_play(field, line[0]);
    bool wins = field_can_move(field);
    if (wins)
        field_last_stand(field, line + 1);
    field_undo(field, line[0]);
    return wins;
}

void field_open_four_stand(Field *field, Move line[4]) {
    Side attacker = side_other(field_to_move(field));
    line[0] = field_some_move(field, field_open_four(field, attacker));
    field_play(field, line[0]);
    line[1] = field_open_four(field, attacker);
    field_play(field, line[1]);
    field_last_stand(field, line + 2);
    field_undo(field, line[1]);
    field_undo(field, line[0]);
}

// A cell with no stone near it is not forbidden, and not made so by one stone of Black's; of three
// such cells one is left whatever the next two stones are.
bool field_may_run_out(const Field *field) {
    if (field->board.rule != RULE_RENJU || field_to_move(field) != SIDE_BLACK)
        return false;
    int far = 0;
    for (int i = 0; i < CELLSET_WORDS; i++)
        far += __builtin_popcountll(field->empty.words[i] & ~field->near.words[i]);
    return far < 3;
}

// --- judgement ---

int field_threats(const Field *field) {
    const int16_t *own = field->sums.counts[field_to_move(field)];
    const int16_t *theirs = field->sums.counts[side_other(field_to_move(field))];
    bool facts[THREAT_BITS] = {
        own[KIND_THREE] || own[KIND_THREE_TWO],
        own[KIND_THREES] != 0,
        own[KIND_FOUR] || own[KIND_FOUR_TWO],
        own[KIND_FOUR_THREE] != 0,
        theirs[KIND_THREE] || theirs[KIND_THREE_TWO],
        theirs[KIND_THREES] != 0,
        theirs[KIND_FOUR] || theirs[KIND_FOUR_TWO],
        theirs[KIND_FOUR_THREE] != 0,
        theirs[KIND_OPEN_FOUR] != 0,
    };
    int state = 0;
    for (int i = 0; i < THREAT_BITS; i++)
        state |= facts[i] << i;
    return state;
}

int field_evaluate(const Field *field) {
    assert(field->sums.alive >= 0 && field->sums.alive <= FIELD_POINTS);
    Side side = field_to_move(field);
    int score = field->sums.worth[side] - field->sums.worth[side_other(side)] +
                field->evaluation->weights.threats[side][field_threats(field)];
    int most = SCORE_LIKELY - 1;
    return score > most ? most : score < -most ? -most : score;
}
