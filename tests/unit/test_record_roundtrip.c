// SPDX-License-Identifier: MIT
// parse -> print -> parse is the identity: random records of both games through every format, as
// far as the format can hold them.
#include "support.h"

#include "base/rng.h"
#include "game/coord.h"
#include "game/record.h"
#include "gomoku/gomoku.h"
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

static const GameType *const games[] = {&gomoku_game, &hex_game, NULL};

// --- records at random ---

static char *random_text(Rng *rng, bool lines) {
    static const char *const pieces[] = {"]", "\\", "[", "(;",   ")",    ":", ";",
                                         " ", "\t", "é", "黒",   "a",    "B", "\\]",
                                         ",", "#",  "0", "\x01", "\xff", "C["};
    Text text = {0};
    text_add(&text, "");
    for (uint32_t left = rng_below(rng, 12); left; left--)
        if (lines && rng_below(rng, 6) == 0)
            text_add_char(&text, '\n');
        else
            text_add(&text, pieces[rng_below(rng, sizeof pieces / sizeof *pieces)]);
    return text.chars ? text_take(&text) : calloc(1, 1);
}

static Move random_cell(Rng *rng, const Record *record) {
    return move_at((int)rng_below(rng, (uint32_t)record->width),
                   (int)rng_below(rng, (uint32_t)record->height));
}

static void set_up_some(Rng *rng, const Record *record, RecordNode *node, bool empties) {
    bool taken[BOARD_CELLS] = {0};
    // By colour, the order in which a file lists them.
    static const Cell values[] = {CELL_BLACK, CELL_WHITE, CELL_EMPTY};
    for (int kind = 0; kind < 2 + empties; kind++)
        for (uint32_t left = rng_below(rng, 5); left; left--) {
            Move cell = random_cell(rng, record);
            if (!taken[cell])
                record_add_stone(node, cell, values[kind]);
            taken[cell] = true;
        }
}

static Move random_move(Rng *rng, const Record *record, size_t ply, bool words) {
    if (ply == 1 && record->type->sgf_words && record->width == record->height && words &&
        rng_below(rng, 3) == 0)
        return MOVE_SWAP_PIECES;
    if (words && rng_below(rng, 15) == 0)
        return rng_below(rng, 2) ? MOVE_PASS : MOVE_SWAP_SIDES;
    return random_cell(rng, record);
}

static void decorate(Rng *rng, RecordNode *node) {
    if (rng_below(rng, 3) == 0)
        node->comment = random_text(rng, true);
    if (rng_below(rng, 6) == 0) {
        RecordProperty property = {.name = strdup(rng_below(rng, 2) ? "LB" : "KEPTASITIS"),
                                   .values = calloc(2, sizeof(char *)),
                                   .value_count = 2};
        property.values[0] = strdup("aa:\\]x");
        property.values[1] = strdup("");
        record_add_property(node, property);
    }
    if (rng_below(rng, 4) == 0)
        node->time_ms = rng_below(rng, 100000);
}

typedef struct Shape {
    bool tree;   // variations, comments, set-up in mid-game, moves out of turn
    bool words;  // passes and swaps
    bool setup;  // stones before the first move
    bool resign; // at the end
} Shape;

static Record *random_record(Rng *rng, const GameType *type, Shape shape) {
    int least = type->min_size, span = type->max_size - type->min_size + 1;
    int width = least + (int)rng_below(rng, (uint32_t)span);
    int height = rng_below(rng, 2) ? width : least + (int)rng_below(rng, (uint32_t)span);
    int rules = 0;
    while (type->rules[rules].name)
        rules++;
    Record *record = record_new(type, (int)rng_below(rng, (uint32_t)rules), width, height);
    if (shape.setup && rng_below(rng, 2))
        set_up_some(rng, record, record->root, shape.tree);
    if (record->root->stone_count || (shape.setup && rng_below(rng, 4) == 0))
        record->root->to_move = (int)rng_below(rng, 2);
    RecordNode *node = record->root;
    Side side = record->root->to_move < 0 ? SIDE_BLACK : (Side)record->root->to_move;
    size_t moves = rng_below(rng, 30);
    for (size_t i = 0; i < moves; i++) {
        if (shape.tree && move_is_stone(node->move) && rng_below(rng, 15) == 0)
            side = side_other(side); // out of turn
        Move move = random_move(rng, record, i, shape.words);
        node = record_add(record, node, move, side);
        side = record_side_after(move, side);
        if (!shape.tree)
            continue;
        decorate(rng, node);
        if (rng_below(rng, 12) == 0) { // a node without a move
            node = record_add(record, node, MOVE_NONE, SIDE_BLACK);
            decorate(rng, node);
            if (rng_below(rng, 2))
                set_up_some(rng, record, node, true);
        }
        // Back up a little and branch off. Not across a swap, whose letter tells its meaning.
        for (uint32_t up = rng_below(rng, 8); up > 5 && node->parent && move_is_stone(node->move);
             up--) {
            if (node->move != MOVE_NONE)
                side = node->side;
            node = node->parent;
        }
        if (!move_is_stone(node->move) && node != record->root)
            side = node->move == MOVE_NONE ? side : record_side_after(node->move, node->side);
    }
    if (shape.resign && rng_below(rng, 3) == 0 && !node->first_child)
        record_add(record, node, MOVE_RESIGN, side);
    return record;
}

static void add_names(Rng *rng, Record *record) {
    char **fields[] = {&record->black, &record->white, &record->date, &record->event,
                       &record->result};
    for (size_t i = 0; i < 5; i++)
        if (rng_below(rng, 2))
            *fields[i] = random_text(rng, false);
}

// --- the same? ---

static void same_text(const char *a, const char *b) {
    assert_int_equal(a != NULL, b != NULL);
    if (a)
        assert_string_equal(a, b);
}

static void same_node(const RecordNode *a, const RecordNode *b, bool story) {
    assert_int_equal(a->move, b->move);
    if (a->move != MOVE_NONE)
        assert_int_equal(a->side, b->side);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->stone_count, b->stone_count);
    for (size_t i = 0; i < a->stone_count; i++) {
        assert_int_equal(a->stones[i].cell, b->stones[i].cell);
        assert_int_equal(a->stones[i].value, b->stones[i].value);
    }
    if (!story)
        return;
    assert_int_equal(a->time_ms, b->time_ms);
    same_text(a->comment, b->comment);
    assert_int_equal(a->property_count, b->property_count);
    for (size_t i = 0; i < a->property_count; i++) {
        assert_string_equal(a->properties[i].name, b->properties[i].name);
        assert_int_equal(a->properties[i].value_count, b->properties[i].value_count);
        for (size_t k = 0; k < a->properties[i].value_count; k++)
            assert_string_equal(a->properties[i].values[k], b->properties[i].values[k]);
    }
}

static void same_record(const Record *a, const Record *b, bool story) {
    assert_ptr_equal(a->type, b->type);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    const RecordNode *x = a->root, *y = b->root;
    for (; x && y; x = record_next(x), y = record_next(y)) {
        same_node(x, y, story);
        assert_int_equal(x->first_child != NULL, y->first_child != NULL);
        assert_int_equal(x->next_sibling != NULL, y->next_sibling != NULL);
    }
    assert_null(x);
    assert_null(y);
    if (!story)
        return;
    assert_int_equal(a->rule, b->rule);
    same_text(a->black, b->black);
    same_text(a->white, b->white);
    same_text(a->date, b->date);
    same_text(a->event, b->event);
    same_text(a->result, b->result);
}

// Prints, parses and compares; then once more, and the two texts must be one.
static void check_format(const Record *record, RecordFormat format, bool story) {
    const RecordHints hints = {.games = games};
    Text first = {0}, second = {0};
    Error err = {0};
    assert_true(record_print(record, format, &first, &err));
    Record *again = record_parse(format, text_chars(&first), first.length, &hints, &err);
    if (!again)
        fail_msg("%s in:\n%s", err.text, text_chars(&first));
    same_record(record, again, story);
    assert_true(record_print(again, format, &second, &err));
    assert_string_equal(text_chars(&first), text_chars(&second));
    text_free(&first);
    text_free(&second);
    record_free(again);
}

static void sgf_holds_everything(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t count = test_count(200, 3000, 100000);
    for (size_t i = 0; i < count; i++) {
        Shape shape = {.tree = true, .words = true, .setup = true, .resign = true};
        Record *record = random_record(&rng, games[i % 2], shape);
        add_names(&rng, record);
        check_format(record, RECORD_SGF, true);
        record_free(record);
    }
}

static void psq_holds_stones_in_turn(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(200, 3000, 100000); i++) {
        Record *record = random_record(&rng, &gomoku_game, (Shape){0});
        record_set_text(&record->black, "pbrain-1");
        record_set_text(&record->white, rng_below(&rng, 2) ? "two words, and a comma" : NULL);
        record->rule = 0;
        for (RecordNode *node = record->root->first_child; node; node = node->first_child)
            node->time_ms = rng_below(&rng, 5000);
        check_format(record, RECORD_PSQ, true);
        record_free(record);
    }
}

static void move_lists_hold_one_line(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(200, 3000, 100000); i++) {
        Shape shape = {.words = true, .setup = true, .resign = true};
        Record *record = random_record(&rng, games[i % 2], shape);
        check_format(record, RECORD_TEXT, true);
        record_free(record);
    }
}

static void hexworld_holds_hex(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0; i < test_count(200, 3000, 100000); i++) {
        Record *record = random_record(&rng, &hex_game, (Shape){.words = true, .resign = true});
        check_format(record, RECORD_HEXWORLD, false);
        record_free(record);
    }
}

// Whatever one format says of a game played by the rules, the others say too.
static void formats_agree_on_the_board(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    const RecordHints hints = {.games = games};
    for (size_t i = 0; i < test_count(50, 500, 10000); i++) {
        const GameType *type = games[i % 2];
        Position *position = position_new(type, NULL, type->default_size, type->default_size, NULL);
        for (uint32_t left = rng_below(&rng, 60); left; left--) {
            Move moves[MOVES_MAX];
            size_t count = position_moves(position, moves);
            if (!count)
                break;
            bool swap = position_check(position, MOVE_SWAP_PIECES, NULL) == VERDICT_LEGAL;
            Move move = swap ? MOVE_SWAP_PIECES : moves[rng_below(&rng, (uint32_t)count)];
            assert_true(position_play(position, move, NULL));
        }
        Record *record = record_of(position);
        RecordFormat other = type == &hex_game ? RECORD_HEXWORLD : RECORD_PSQ;
        const RecordFormat formats[] = {RECORD_SGF, RECORD_TEXT, other};
        for (size_t k = 0; k < 3; k++) {
            Text text = {0};
            assert_true(record_print(record, formats[k], &text, NULL));
            Record *again = record_parse(formats[k], text_chars(&text), text.length, &hints, NULL);
            Position *copy = record_replay(again, NULL);
            assert_non_null(copy);
            assert_true(copy->key == position->key);
            assert_int_equal(copy->ply_count, position->ply_count);
            position_free(copy);
            record_free(again);
            text_free(&text);
        }
        record_free(record);
        position_free(position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgf_holds_everything),       cmocka_unit_test(psq_holds_stones_in_turn),
        cmocka_unit_test(move_lists_hold_one_line),   cmocka_unit_test(hexworld_holds_hex),
        cmocka_unit_test(formats_agree_on_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
