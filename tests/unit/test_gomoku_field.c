// SPDX-License-Identifier: MIT
// The field against slow twins: everything recounted from the board, and every kind, threat and
// defence found again by playing stones and asking the rules.
#include "gomoku_prover.h"
#include "gomoku_thinking.h"

#include "gomoku/field.h"
#include "gomoku/forbidden.h"
#include "gomoku/gomoku.h"

#include <stdlib.h>
#include <string.h>

static Evaluation *evaluations[GOMOKU_RULES];

// Random numbers for weights: with the real ones a wrong sum might go unnoticed.
static int make_evaluations(void **state) {
    (void)state;
    Rng rng = rng_seed(7);
    Weights *weights = calloc(1, sizeof *weights);
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int side = 0; side < 2; side++)
            for (int code = 0; code < CODES; code++)
                weights->worth[side][code] = (int16_t)((int)rng_below(&rng, 401) - 200);
        evaluations[rule] = evaluation_new((GomokuRule)rule, weights);
    }
    free(weights);
    return 0;
}

static int free_evaluations(void **state) {
    (void)state;
    for (int rule = 0; rule < RULE_COUNT; rule++)
        evaluation_free(evaluations[rule]);
    return 0;
}

static void assert_fields_agree(const Field *a, const Field *b) {
    assert_memory_equal(a->lines, b->lines, sizeof a->lines);
    assert_memory_equal(a->words, b->words, sizeof a->words);
    assert_memory_equal(&a->empty, &b->empty, sizeof a->empty);
    assert_memory_equal(&a->near, &b->near, sizeof a->near);
    assert_memory_equal(a->sums.worth, b->sums.worth, sizeof a->sums.worth);
    assert_int_equal(a->sums.alive, b->sums.alive);
    for (int side = 0; side < 2; side++)
        for (int kind = KIND_LISTED; kind < KIND_COUNT; kind++) {
            assert_int_equal(a->sums.counts[side][kind], b->sums.counts[side][kind]);
            assert_memory_equal(&a->kinds[side][kind], &b->kinds[side][kind], sizeof(CellSet));
            assert_int_equal(a->sums.counts[side][kind], cellset_count(&a->kinds[side][kind]));
        }
}

static void a_field_in_play_agrees_with_a_recount(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field, twin;
    for (size_t game = 0; game < test_count(20, 200, 5000); game++) {
        size_t rule = game % GOMOKU_RULES;
        Position *position = gomoku_random_position(&rng, gomoku_rules[rule], 5, 25, 0);
        field_from_position(&field, position, evaluations[position->rule]);
        Move played[BOARD_POINTS];
        int count = 0;
        for (int i = 0; i < 120; i++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)position->width),
                                (int)rng_below(&rng, (uint32_t)position->height));
            if (count && rng_below(&rng, 3) == 0)
                field_undo(&field, played[--count]);
            else if (board_at(&field.board, cell) == CELL_EMPTY)
                field_play(&field, played[count++] = cell);
            twin.board = field.board;
            twin.evaluation = field.evaluation;
            field_recount(&twin);
            assert_fields_agree(&field, &twin);
        }
        position_free(position);
    }
}

// The words as whoever only reads journals knows them.
typedef struct Shadow {
    uint32_t words[BOARD_CELLS];
} Shadow;

// Takes the journal of one ply, forwards or backwards; returns how many changes it has.
static int shadow_follow(Shadow *shadow, const Field *field, int ply, bool forwards) {
    int count;
    const Change *journal = field_journal(field, ply, &count);
    for (int i = 0; i < count; i++) {
        uint32_t *word = &shadow->words[journal[i].cell];
        assert_int_equal(*word, forwards ? journal[i].before : journal[i].after);
        assert_true(i == 0 || journal[i].before != journal[i].after);
        *word = forwards ? journal[i].after : journal[i].before;
    }
    return count;
}

static void assert_shadow_agrees(const Shadow *shadow, const Board *board,
                                 const Evaluation *evaluation) {
    static Field anew;
    anew.board = *board;
    anew.evaluation = evaluation;
    field_recount(&anew);
    assert_memory_equal(shadow->words, anew.words, sizeof anew.words);
}

// Ply by ply from the first stone to the last, after the game.
static void replay_journals(const Field *field, const Position *start, const Move *played) {
    static Field anew;
    Shadow shadow;
    field_from_position(&anew, start, field->evaluation);
    memcpy(shadow.words, anew.words, sizeof shadow.words);
    for (int ply = 0; ply < field->played_count; ply++) {
        int count;
        assert_int_equal(field_journal(field, ply, &count)->cell, played[ply]);
        shadow_follow(&shadow, field, ply, true);
        board_play(&anew.board, played[ply]);
        assert_shadow_agrees(&shadow, &anew.board, field->evaluation);
    }
    assert_memory_equal(shadow.words, field->words, sizeof shadow.words);
}

// A shadow that follows a game by its journals alone, plays and undos, against fields made anew.
static void a_journal_tells_what_a_stone_changed(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    int told = 0;
    for (size_t game = 0; game < test_count(10, 60, 2000); game++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[game % GOMOKU_RULES], 5, 25,
                                                    (int)rng_below(&rng, 30));
        field_from_position(&field, position, evaluations[position->rule]);
        Shadow shadow;
        memcpy(shadow.words, field.words, sizeof shadow.words);
        Move played[BOARD_POINTS];
        for (int i = 0; i < 60; i++) {
            Move cell = move_at((int)rng_below(&rng, (uint32_t)position->width),
                                (int)rng_below(&rng, (uint32_t)position->height));
            int last = field.played_count - 1;
            if (last >= 0 && rng_below(&rng, 4) == 0) {
                told += shadow_follow(&shadow, &field, last, false);
                field_undo(&field, played[last]);
            } else if (board_at(&field.board, cell) == CELL_EMPTY) {
                field_play(&field, played[last + 1] = cell);
                told += shadow_follow(&shadow, &field, last + 1, true);
            }
            assert_shadow_agrees(&shadow, &field.board, field.evaluation);
        }
        replay_journals(&field, position, played);
        position_free(position);
    }
    assert_true(told > 1000);
}

// --- the shapes, by playing stones on a board of one's own ---

// Where a stone of `side` wins at once.
static int fives_of(const Board *board, Side side, Move *fives) {
    int count = 0;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            Move cell = move_at(x, y);
            if (board_at(board, cell) == CELL_EMPTY && board_makes_five(board, cell, side))
                fives[count++] = cell;
        }
    return count;
}

// With a stone of `side` on the cell: does it have a five next that it had not, whatever single
// stone the opponent puts anywhere?
static bool is_open_four(Board *board, Move cell, Side side) {
    Move before[BOARD_POINTS], after[BOARD_POINTS];
    if (fives_of(board, side, before))
        return false;
    bool holds = false;
    board_set(board, cell, side_cell(side));
    if (fives_of(board, side, after)) {
        holds = true;
        for (int y = 0; y < board->height && holds; y++)
            for (int x = 0; x < board->width && holds; x++) {
                Move reply = move_at(x, y);
                if (board_at(board, reply) != CELL_EMPTY)
                    continue;
                board_set(board, reply, side_cell(side_other(side)));
                holds = fives_of(board, side, after) > 0;
                board_set(board, reply, CELL_EMPTY);
            }
    }
    board_set(board, cell, CELL_EMPTY);
    return holds;
}

static bool is_kind_of_open_four(const Field *field, Side side, Move cell) {
    Kind kind = field_kind(field, side, cell);
    return kind == KIND_OPEN_FOUR || kind == KIND_MAYBE_OPEN_FOUR;
}

static void kinds_agree_with_the_rules(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    size_t fives = 0, fours = 0, open = 0, forbidden = 0, count = test_count(200, 600, 20000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 5, 11,
                                                    10 + (int)rng_below(&rng, 40));
        field_from_position(&field, position, evaluations[position->rule]);
        Board board = field.board;
        CELLSET_EACH (cell, &field.empty)
            for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
                Kind kind = field_kind(&field, side, cell);
                bool five = board_makes_five(&board, cell, side);
                assert_int_equal(kind == KIND_FIVE, five);
                fives += five;
                bool restricted = board.rule == RULE_RENJU && side == SIDE_BLACK;
                bool allowed = !restricted || !forbidden_is(&board, cell);
                assert_int_equal(field_allows(&field, side, cell), allowed);
                forbidden += !allowed;
                if (five || !allowed)
                    continue;
                bool four = kind == KIND_MAYBE_FOUR || kind == KIND_MAYBE_OPEN_FOUR ||
                            (kind >= KIND_FOUR && kind <= KIND_OPEN_FOUR);
                assert_int_equal(four, prover_makes_four(&board, cell, side));
                fours += four;
                Move some[BOARD_POINTS];
                if (!fives_of(&board, side, some)) {
                    assert_int_equal(is_kind_of_open_four(&field, side, cell),
                                     is_open_four(&board, cell, side));
                    open += is_kind_of_open_four(&field, side, cell);
                }
            }
        position_free(position);
    }
    assert_true(fives > count / 4 && fours > count / 4 && open > count / 10 &&
                forbidden > count / 100);
}

// --- defences ---

static void five_defences_agree_with_trying_everything(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    size_t with_fives = 0, by_an_end = 0, count = test_count(500, 4000, 100000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 5, 12,
                                                    20 + (int)rng_below(&rng, 60));
        field_from_position(&field, position, evaluations[position->rule]);
        Side side = position->to_move;
        Move slow[MOVES_MAX];
        size_t own = gomoku_slow_fives(position, side, slow);
        assert_int_equal(field_count(&field, side, KIND_FIVE), own);
        if (!own && gomoku_slow_fives(position, side_other(side), slow)) {
            CellSet defences;
            field_five_defences(&field, &defences);
            size_t expected = gomoku_slow_defences(position, slow);
            assert_int_equal(cellset_count(&defences), expected);
            for (size_t k = 0; k < expected; k++)
                assert_true(cellset_has(&defences, slow[k]));
            with_fives++;
            by_an_end += expected > 1;
        }
        position_free(position);
    }
    assert_true(with_fives > count / 20); // the property was put to the test
    assert_true(by_an_end > 0);           // ... caro's second way included
}

// Whatever is neither among the defences nor a four leaves the opponent the open four.
static void open_four_defences_are_complete(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static Field field;
    size_t tested = 0, listed = 0, count = test_count(300, 3000, 60000);
    for (size_t i = 0; i < count; i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 6, 15,
                                                    8 + (int)rng_below(&rng, 40));
        field_from_position(&field, position, evaluations[position->rule]);
        Side side = position->to_move, other = side_other(side);
        bool quiet =
            !field_count(&field, side, KIND_FIVE) && !field_count(&field, other, KIND_FIVE);
        if (quiet && field_count(&field, other, KIND_OPEN_FOUR)) {
            CellSet moves;
            field_open_four_defences(&field, &moves);
            listed += (size_t)cellset_count(&moves);
            field_add_fours(&field, side, &moves);
            Move empty[BOARD_POINTS];
            int cells = 0;
            CELLSET_EACH (cell, &field.empty)
                empty[cells++] = cell;
            for (int k = 0; k < cells; k++) {
                if (cellset_has(&moves, empty[k]) || !field_allowed(&field, empty[k]))
                    continue;
                field_play(&field, empty[k]);
                assert_true(field_open_four(&field, other) != MOVE_NONE);
                field_undo(&field, empty[k]);
            }
            tested++;
        }
        position_free(position);
    }
    assert_true(tested > count / 50);
    assert_true(listed / tested < 12); // and they are few
}

// --- codes ---

static void codes_name_the_shapes_without_their_order(void **state) {
    (void)state;
    for (int code = 0; code < CODES; code++)
        assert_int_equal(code_of_word(code_word(code)), code);
    assert_int_equal(code_of_word(0xffff), CODES - 1);
    Rng rng = rng_seed(test_seed());
    for (int i = 0; i < 1000; i++) {
        uint32_t word = rng_below(&rng, WORDS);
        uint32_t turned = (word >> 4 | word << 12) & 0xffff;
        assert_int_equal(code_of_word(word), code_of_word(turned));
        for (int forbids = 0; forbids < 2; forbids++)
            assert_int_equal(kind_of_word(word, forbids), kind_of_word(turned, forbids));
    }
}

static void cells_are_surrounded_by_their_neighbours(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t turn = 0; turn < test_count(50, 500, 5000); turn++) {
        CellSet set = {{0}};
        for (uint32_t i = rng_below(&rng, 12); i < 12; i++)
            cellset_add(&set,
                        move_at((int)rng_below(&rng, BOARD_MAX), (int)rng_below(&rng, BOARD_MAX)));
        const CellSet before = set;
        cellset_surround(&set);
        for (int y = 0; y < BOARD_MAX; y++)
            for (int x = 0; x < BOARD_MAX; x++) {
                bool near = false;
                for (int dy = y ? -1 : 0; dy <= (y < BOARD_MAX - 1); dy++)
                    for (int dx = x ? -1 : 0; dx <= (x < BOARD_MAX - 1); dx++)
                        near |= cellset_has(&before, move_at(x + dx, y + dy));
                assert_int_equal(cellset_has(&set, move_at(x, y)), near);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_in_play_agrees_with_a_recount),
        cmocka_unit_test(a_journal_tells_what_a_stone_changed),
        cmocka_unit_test(kinds_agree_with_the_rules),
        cmocka_unit_test(five_defences_agree_with_trying_everything),
        cmocka_unit_test(open_four_defences_are_complete),
        cmocka_unit_test(codes_name_the_shapes_without_their_order),
        cmocka_unit_test(cells_are_surrounded_by_their_neighbours),
    };
    return cmocka_run_group_tests_name("gomoku field", tests, make_evaluations, free_evaluations);
}
