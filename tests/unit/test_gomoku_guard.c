// SPDX-License-Identifier: MIT
// What keeps the Gomoku search good and is easily lost without a wrong answer anywhere: the order of
// moves, what is learnt about them, how deep things are searched before they are believed, and who may
// claim a proof. The signatures notice any change; these tests say whether it was for the worse.
#include "gomoku_prover.h"
#include "gomoku_thinking.h"

#include "base/memory.h"
#include "game/notation.h"
#include "gomoku/gomoku.h"
#include "gomoku/picks.h"
#include "gomoku/root.h"
#include "gomoku/tunables.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *rule;
    int width, height;
    const char *moves;
} samples[] = {
    {"freestyle", 15, 15, "h8 i9 j7 i7 i8"},
    {"freestyle", 20, 20, "j10 k11 l10 k10 k9 j8"},
    {"freestyle", 15, 15, "h8 a1 h9 c2 h10"},
    {"freestyle", 15, 15, "h8 h9 g10 i7"},
    {"standard", 15, 15, "h8 h9 g10 i7"},
    {"standard", 15, 15, "h8 g9 i9 g7 j10 g10"},
    {"renju", 15, 15, "h8 i9 j9 g7"},
    {"renju", 15, 15, "h8 h9 j7 i8 j9 j8 i7 k7 h7 g7 h6"},
    {"renju", 15, 15, "h8 h9 j7 i8 j9 j8 i7 k7 h7 g7 h6 h5"},
    {"caro", 15, 15, "h8 g8 h9 h7 g10 f11 i9 j9 f9 i8"},
    {"caro", 15, 15, "h8 i9 j7 i7 i8"},
    {"caro-exact", 17, 13, "i7 h8 j8 h6"},
};

static Position *sample(size_t index) {
    Error err;
    Position *position = position_parse(&gomoku_game, samples[index].rule, samples[index].width,
                                        samples[index].height, samples[index].moves, -1, &err);
    assert_non_null(position);
    return position;
}

enum { PROBE_NODES = 300000 }; // several times what these tests take

// A worker with all that it needs, looked into from inside.
typedef struct Probe {
    Worker worker;
    Root root;
    Memory *memory;
    Table *table;
    VcfCache *vcf_cache;
    Evaluation *evaluation;
    StopFlag never;
    Line line;
} Probe;

static Probe *probe_new(const Position *position) {
    Probe *probe = mem_new_aligned(1, sizeof *probe, _Alignof(Probe));
    GomokuRule rule = (GomokuRule)position->rule;
    probe->memory = memory_new(32 << 20);
    probe->table = table_new(probe->memory, 16 << 20);
    probe->vcf_cache = vcf_cache_new(probe->memory, VCF_CACHE_BYTES);
    probe->evaluation = evaluation_new(rule, weights_of_rule(rule));
    probe->worker.effort =
        (Effort){.limit = PROBE_NODES, .stop = &probe->never, .done = &probe->never};
    worker_begin(&probe->worker, position, probe->evaluation, NULL, probe->table, probe->vcf_cache,
                 LEVEL_MAX, 1);
    root_begin(&probe->root, &probe->worker);
    return probe;
}

static void probe_free(Probe *probe) {
    table_free(probe->table);
    vcf_cache_free(probe->vcf_cache);
    evaluation_free(probe->evaluation);
    memory_free(probe->memory);
    free(probe);
}

static void probe_deepen(Probe *probe, int depth) {
    size_t count;
    for (int d = 1; d <= depth; d++)
        root_search(&probe->root, &probe->worker, d, &probe->line, 1, &count);
    assert_false(probe->worker.effort.over);
}

// --- every entry that a search left in its table ---

typedef struct TableWalk {
    const Table *table;
    Field *field;
    void (*visit)(struct TableWalk *walk, const TableEntry *entry);
    uint64_t *seen; // keys, open addressing
    size_t met, claims;
    size_t shallow; // of either, what should not be
} TableWalk;

enum { SEEN = 1 << 20, WALK_PLIES = 14 };

static bool walk_is_new(TableWalk *walk, uint64_t key) {
    size_t at = key % SEEN;
    for (; walk->seen[at]; at = (at + 1) % SEEN)
        if (walk->seen[at] == key)
            return false;
    walk->seen[at] = key;
    return true;
}

static void walk_below(TableWalk *walk, int plies) {
    Field *field = walk->field;
    Side side = field_to_move(field);
    CellSet cells = field->empty;
    for (Move move = cellset_next(&cells, 0); plies && move != MOVE_NONE;
         move = cellset_next(&cells, move + 1)) {
        TableEntry entry;
        uint64_t key = board_key_after(&field->board, move);
        if (!table_probe(walk->table, key, &entry) || !field_allowed(field, move) ||
            field_kind(field, side, move) == KIND_FIVE || !walk_is_new(walk, key))
            continue;
        field_play(field, move);
        walk->visit(walk, &entry);
        walk_below(walk, plies - 1);
        field_undo(field, move);
    }
}

static void walk_probe(TableWalk *walk, Probe *probe) {
    walk->table = probe->table;
    walk->field = &probe->worker.field;
    walk->seen = mem_new_array(SEEN, sizeof *walk->seen);
    walk_below(walk, WALK_PLIES);
    free(walk->seen);
}

// Does the side to move have to answer a five or an open four? Its moves are then listed by the rules.
static bool must_answer(const Field *field) {
    Side other = side_other(field_to_move(field));
    return field_count(field, other, KIND_FIVE) || field_count(field, other, KIND_OPEN_FOUR);
}

static bool is_quiet_score(int score) {
    return score < SCORE_LIKELY && score > -SCORE_LIKELY;
}

// --- order of moves ---

static const int16_t no_history[BOARD_CELLS];

// The score of a move that has not been taken; INT32_MIN where it is not there.
static int32_t score_of(const Picks *picks, Move move) {
    for (int i = 0; i < picks->count; i++)
        if (picks->moves[i] == move)
            return picks->keys[i] >> PICKS_PLACE_BITS;
    return INT32_MIN;
}

static void moves_come_best_first(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        Position *position = sample(i);
        Probe *probe = probe_new(position);
        const Field *field = &probe->worker.field;
        Picks picks;
        CellSet taken = {{0}};
        Hints hints = {{MOVE_NONE, MOVE_NONE}, MOVE_NONE, no_history, NULL};
        picks_near(&picks, field);
        picks_score(&picks, field, &hints);
        const Picks before = picks;
        int32_t last = INT32_MAX;
        for (int k = 0; k < before.count; k++) {
            Move move = picks_next(&picks, k);
            int32_t score = score_of(&before, move);
            assert_true(score != INT32_MIN && score <= last && !cellset_has(&taken, move));
            cellset_add(&taken, move);
            last = score;
        }
        probe_free(probe);
        position_free(position);
    }
}

static void quiet_moves_are_dropped_and_no_others(void **state) {
    (void)state;
    int loud = 0;
    for (size_t i = 0; i < COUNT(samples); i++) {
        Position *position = sample(i);
        Probe *probe = probe_new(position);
        const Field *field = &probe->worker.field;
        Picks all, few;
        Hints hints = {{MOVE_NONE, MOVE_NONE}, MOVE_NONE, no_history, NULL};
        picks_near(&all, field);
        picks_score(&all, field, &hints);
        const Picks before = few = all;
        picks_drop_quiet(&few, field, 0);
        int next = 0;
        for (int k = 0; k < all.count; k++) {
            Move move = picks_next(&all, k);
            if (field_is_quiet(field, move))
                continue;
            Move loud_move = picks_next(&few, next++); // or one that is as good
            assert_false(field_is_quiet(field, loud_move));
            assert_int_equal(score_of(&before, loud_move), score_of(&before, move));
        }
        assert_int_equal(few.count, next);
        loud += next;
        probe_free(probe);
        position_free(position);
    }
    assert_true(loud > 0);
}

// Where a move comes among all candidates with these hints.
static int place_of(const Field *field, Move move, const Hints *hints) {
    Picks picks;
    picks_near(&picks, field);
    picks_score(&picks, field, hints);
    for (int i = 0; i < picks.count; i++)
        if (picks_next(&picks, i) == move)
            return i;
    fail_msg("the move is no candidate");
    return -1;
}

static void hints_bring_a_move_forward(void **state) {
    (void)state;
    Position *position = sample(1);
    Probe *probe = probe_new(position);
    const Field *field = &probe->worker.field;
    int16_t history[BOARD_CELLS] = {0};
    const Hints none = {{MOVE_NONE, MOVE_NONE}, MOVE_NONE, history, NULL};
    Picks picks;
    picks_near(&picks, field);
    picks_score(&picks, field, &none);
    const Picks scored = picks;
    for (int i = 0; i < picks.count; i++)
        picks_next(&picks, i);
    int middle = picks.count / 2;
    Move move = picks.moves[middle];
    Picks led;
    picks_near(&led, field);
    picks_lead(&led, move);
    assert_int_equal(picks_next(&led, 0), move);
    picks_score(&led, field, &none);
    for (int i = 1; i < led.count; i++) { // the others as they were
        Move next = picks_next(&led, i);
        assert_int_equal(score_of(&scored, next),
                         score_of(&scored, picks.moves[i - (i <= middle)]));
    }
    Hints hints = none;
    hints.killers[1] = move;
    assert_true(place_of(field, move, &hints) < middle);
    hints = none;
    hints.counter = move;
    assert_true(place_of(field, move, &hints) < middle);
    history[move] = HISTORY_MAX;
    assert_true(place_of(field, move, &none) < middle);
    history[move] = -HISTORY_MAX;
    assert_true(place_of(field, move, &none) > middle);
    probe_free(probe);
    position_free(position);
}

// The worst move first takes a hundred times the nodes, no history and no killers hardly more. So the
// factor is one that tuning may come to, but a broken order does not.
static void a_depth_takes_about_so_many_nodes(void **state) {
    (void)state;
    enum { DEPTH = 8, NODES = 130000 }; // all positions together
    int64_t most = (int64_t)NODES * 3 / 2;
    Thinking *thinking = thinking_new(1, most);
    thinking->limits.depth = DEPTH;
    int64_t sum = 0;
    for (size_t i = 0; i < COUNT(samples); i++) {
        Position *position = sample(i);
        thinking_forget(thinking);
        thinking_move(thinking, position);
        sum += (int64_t)thinking->outcome.info.nodes;
        assert_true(sum < most);
        assert_int_equal(thinking->outcome.info.depth, DEPTH);
        position_free(position);
    }
    print_message("%d nodes to depth %d\n", (int)sum, DEPTH);
    assert_true(sum > NODES / 2);
    thinking_free(thinking);
}

// --- what is learnt about moves ---

// A counter move is one that refuted something; those tried before it did not.
static void refutations_have_a_good_history(void **state) {
    (void)state;
    int64_t of_counters = 0, good = 0, count = 0;
    for (size_t i = 0; i < COUNT(samples); i++) {
        Position *position = sample(i);
        Probe *probe = probe_new(position);
        probe_deepen(probe, 6);
        const Worker *worker = &probe->worker;
        for (int side = 0; side < 2; side++)
            for (int last = 0; last < BOARD_CELLS; last++) {
                Move move = worker->counters[side][last];
                int history = move >= 0 ? worker->history[side][move] : 0;
                assert_in_range(history + HISTORY_MAX, 0, 2 * HISTORY_MAX);
                of_counters += history;
                good += history > 0;
                count += history != 0;
            }
        probe_free(probe);
        position_free(position);
    }
    assert_true(count > 100);
    assert_true(of_counters / count > 100);
    assert_true(good * 3 > count * 2);
}

// --- how deep something was searched before it was believed ---

static void late_moves_are_reduced_more(void **state) {
    (void)state;
    for (int depth = 1; depth < 40; depth++)
        for (int index = 0; index < 100; index++) {
            int plies = worker_late_move_reduction(depth, index);
            assert_true(plies >= 0 && plies / 2 < depth); // the root takes half
            assert_true(index >= LMR_FROM_MOVE || plies == 0);
            assert_true(plies <= worker_late_move_reduction(depth, index + 1));
            assert_true(plies <= worker_late_move_reduction(depth + 1, index));
        }
    assert_true(worker_late_move_reduction(8, 10) > 0);
}

// A move that fails high after a reduction is searched again to the whole depth: the position after the
// refutation of a node is known as deep as the node, give or take the ply of an unknown position.
static void note_refutation(TableWalk *walk, const TableEntry *entry) {
    Field *field = walk->field;
    TableEntry next;
    if (entry->bound != BOUND_LOWER || entry->depth < 4 || entry->move < 0 || must_answer(field) ||
        !is_quiet_score(entry->score) ||
        !table_probe(walk->table, board_key_after(&field->board, entry->move), &next) ||
        !is_quiet_score(next.score))
        return;
    walk->met++;
    walk->shallow += next.depth < entry->depth - 2;
}

static void refutations_are_searched_to_the_whole_depth(void **state) {
    (void)state;
    size_t met = 0, shallow = 0;
    for (size_t i = 0; i < COUNT(samples); i++) {
        Position *position = sample(i);
        Probe *probe = probe_new(position);
        probe_deepen(probe, 8);
        TableWalk walk = {.visit = note_refutation};
        walk_probe(&walk, probe);
        met += walk.met;
        shallow += walk.shallow;
        probe_free(probe);
        position_free(position);
    }
    print_message("%zu of %zu refutations were searched too shallow\n", shallow, met);
    assert_true(met > 200);
    assert_true(shallow * 200 < met);
}

// Every reply is said to be good for the side that makes it, by a search of this depth: so good that the move before
// it is refuted, and not so much better that a node would be pruned by that instead of its evaluation.
static void spread_rumours(Probe *probe, const Position *position, int16_t score, int16_t depth) {
    Position *after = position_clone(position);
    Move moves[MOVES_MAX];
    size_t count = position_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        position_play(after, moves[i], NULL);
        TableEntry rumour = {.move = MOVE_NONE,
                             .score = score,
                             .eval = TABLE_NO_EVAL,
                             .depth = depth,
                             .bound = BOUND_LOWER};
        table_store(probe->table, after->key, &rumour);
        position_undo(after);
    }
    position_free(after);
}

// The nodes of five plies. A move with an open window, the first, is searched whatever is said of it;
// all others need not be when that is believed.
static uint64_t nodes_with_rumours(const Position *position, int16_t depth, int *score) {
    enum { BETTER = 60 };
    Probe *probe = probe_new(position);
    if (depth != 0)
        spread_rumours(probe, position, (int16_t)(BETTER - *score), depth);
    probe_deepen(probe, 5);
    *score = probe->line.score;
    uint64_t nodes = effort_nodes(&probe->worker.effort);
    probe_free(probe);
    return nodes;
}

static void the_table_is_believed_as_deep_as_it_was_searched(void **state) {
    (void)state;
    Position *position = sample(1);
    int score = 0, ignored;
    uint64_t nodes = nodes_with_rumours(position, 0, &score);
    ignored = score;
    uint64_t shallow = nodes_with_rumours(position, TABLE_DEPTH_MIN, &ignored);
    ignored = score;
    uint64_t deep = nodes_with_rumours(position, 40, &ignored);
    print_message("%d nodes, %d with shallow rumours, %d with deep ones\n", (int)nodes,
                  (int)shallow, (int)deep);
    assert_true(shallow * 10 > nodes * 9);
    assert_true(deep * 10 < nodes * 9);
    position_free(position);
}

// --- who may claim a proof ---

static bool looks_everywhere(const Field *field) {
    Picks picks;
    return must_answer(field) || picks_near(&picks, field);
}

static void note_claim(TableWalk *walk, const TableEntry *entry) {
    walk->met += entry->score <= -SCORE_LIKELY;
    if (entry->score > -SCORE_PROVEN || entry->bound == BOUND_LOWER)
        return;
    walk->claims++;
    walk->shallow += !looks_everywhere(walk->field);
}

// A loss is proven where every reply was searched. A node that has no four to answer looks at what is
// near the stones; when all of that loses it may say that it is likely lost, and no more.
static void a_node_that_left_moves_out_claims_no_proof(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    size_t likely = 0, claims = 0, left_out = 0;
    for (size_t i = 0; i < test_count(20, 60, 3000); i++) {
        Position *position = gomoku_random_position(&rng, gomoku_rules[i % GOMOKU_RULES], 9, 13,
                                                    8 + (int)rng_below(&rng, 14));
        Probe *probe = probe_new(position);
        probe->worker.effort.limit = 6000;
        size_t count = 1;
        for (int depth = 1; depth < 9 && count && !probe->worker.effort.over; depth++)
            root_search(&probe->root, &probe->worker, depth, &probe->line, 1, &count);
        if (!probe->root.complete)
            assert_true(probe->line.score > -SCORE_PROVEN);
        TableWalk walk = {.visit = note_claim};
        walk_probe(&walk, probe);
        likely += walk.met;
        claims += walk.claims;
        left_out += walk.shallow;
        probe_free(probe);
        position_free(position);
    }
    print_message("%zu losses, %zu proven, %zu of them with replies left out\n", likely, claims,
                  left_out);
    assert_int_equal(left_out, 0);
    assert_true(likely > 100 && claims > 0);
}

// White is to move. Black can win by fours down the a-file and along the diagonal to a8; whatever cell near
// a stone White takes, one of the two is left. Only the corner itself, near no stone, stops both, and a
// search that looks at near cells alone finds every one of them lost.
static const char *const corner[] = {
    "* . . . . . X X", // 8
    ". . . X X X O O", //
    ". . . O X O O O", // 6
    ". X X . O . . X", //
    "X . . X X . . O", // 4
    "O O X X X . . .", //
    "O O O X X O O .", // 2
    "O . O O X O O X", //
};

static Position *corner_position(Move *saves) {
    Position *position = position_new(&gomoku_game, "renju", COUNT(corner), COUNT(corner), NULL);
    for (int y = 0; y < (int)COUNT(corner); y++)
        for (int x = 0; x < (int)COUNT(corner); x++) {
            char stone = corner[y][2 * x];
            if (stone == 'X' || stone == 'O')
                position_put(position, move_at(x, y), stone == 'X' ? CELL_BLACK : CELL_WHITE);
            else if (stone == '*')
                *saves = move_at(x, y);
        }
    position_set_to_move(position, SIDE_WHITE);
    return position;
}

static void a_loss_that_a_far_stone_prevents_is_not_announced(void **state) {
    (void)state;
    Move saves = MOVE_NONE;
    Position *position = corner_position(&saves);
    Thinking *thinking = thinking_new(1, 0);
    for (int64_t nodes = 100; nodes <= 200000; nodes *= 5)
        for (int prove = 0; prove < 2; prove++) {
            thinking->limits.nodes = nodes;
            thinking->limits.prove = prove;
            thinking_forget(thinking);
            thinking_move(thinking, position);
            assert_false(score_is_proven(thinking->outcome.info.line.score));
        }
    thinking_free(thinking);
    position_free(position);
}

static bool wins_by_fours(Board *board) {
    enum { FOURS = 8 };
    int64_t patience = 200000;
    for (int depth = 1; depth <= FOURS; depth++)
        if (prover_fours(board, depth, &patience) == PROVEN_YES)
            return true;
    return false;
}

// What was said of that board, by the rules alone.
static void only_the_corner_saves_white(void **state) {
    (void)state;
    Move saves = MOVE_NONE, moves[MOVES_MAX];
    Position *position = corner_position(&saves);
    Board board;
    board_from_position(&board, position);
    size_t count = position_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        board_play(&board, moves[i]);
        assert_true(moves[i] == saves || wins_by_fours(&board));
        board_undo(&board, moves[i]);
    }
    int64_t patience = (int64_t)test_count(4000, 2000000, 2000000);
    board_play(&board, saves);
    Proven holds = prover_holds(&board, &patience);
    assert_true(holds == PROVEN_YES || (holds == PROVEN_TIRED && !test_count(0, 1, 1)));
    position_free(position);
}

static void a_demoted_loss_is_likely(void **state) {
    (void)state;
    for (int plies = 1; plies < 900; plies++) {
        int demoted = worker_demote(score_loss_in(plies));
        assert_false(score_is_proven(demoted));
        assert_true(demoted <= -SCORE_LIKELY);
        assert_int_equal(worker_demote(score_win_in(plies)), score_win_in(plies));
    }
    assert_int_equal(worker_demote(-SCORE_LIKELY), -SCORE_LIKELY);
    assert_int_equal(worker_demote(17), 17);
}

// --- levels ---

static void a_level_errs_in_both_ways_and_always_alike(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (int n = 1; n <= LEVEL_MAX; n++) {
        Level level = level_of(n);
        int64_t sum = 0, high = 0, low = 0;
        for (int i = 0; i < 4000; i++) {
            uint64_t key = rng_next(&rng);
            int error = level_error(&level, 5, key);
            assert_int_equal(error, level_error(&level, 5, key));
            assert_in_range(error + level.noise, 0, 2 * level.noise);
            sum += error;
            high += error > level.noise / 2;
            low += error < -level.noise / 2;
        }
        assert_int_equal(level.noise == 0, n == LEVEL_MAX);
        assert_true(!level.noise || (high > 500 && low > 500));
        assert_true(llabs(sum) <= (int64_t)level.noise * 4000 / 20);
        assert_true(n == 1 || level.depth >= level_of(n - 1).depth);
    }
}

// What one level thinks of a position is no news to another, nor to the same one in another game.
static void levels_share_no_opinions(void **state) {
    (void)state;
    Position *position = sample(0);
    Thinking *thinking = thinking_new(1, 5000);
    for (int64_t level = 1; level < LEVEL_MAX; level++) {
        thinking->limits.level = level;
        thinking->seed = 1;
        thinking_forget(thinking);
        thinking_move(thinking, position);
        Outcome alone = thinking->outcome;
        thinking_forget(thinking);
        thinking->limits.level = level + 1;
        thinking_move(thinking, position);
        thinking->limits.level = level;
        thinking->seed = 2;
        thinking_move(thinking, position);
        thinking->seed = 1;
        thinking_move(thinking, position);
        assert_int_equal(thinking->outcome.move, alone.move);
        assert_int_equal(thinking->outcome.info.line.score, alone.info.line.score);
        assert_true(thinking->outcome.info.depth <= level_of(level).depth);
    }
    thinking_free(thinking);
    position_free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_come_best_first),
        cmocka_unit_test(quiet_moves_are_dropped_and_no_others),
        cmocka_unit_test(hints_bring_a_move_forward),
        cmocka_unit_test(a_depth_takes_about_so_many_nodes),
        cmocka_unit_test(refutations_have_a_good_history),
        cmocka_unit_test(late_moves_are_reduced_more),
        cmocka_unit_test(refutations_are_searched_to_the_whole_depth),
        cmocka_unit_test(the_table_is_believed_as_deep_as_it_was_searched),
        cmocka_unit_test(a_node_that_left_moves_out_claims_no_proof),
        cmocka_unit_test(a_loss_that_a_far_stone_prevents_is_not_announced),
        cmocka_unit_test(only_the_corner_saves_white),
        cmocka_unit_test(a_demoted_loss_is_likely),
        cmocka_unit_test(a_level_errs_in_both_ways_and_always_alike),
        cmocka_unit_test(levels_share_no_opinions),
    };
    return cmocka_run_group_tests_name("gomoku guard", tests, NULL, NULL);
}
