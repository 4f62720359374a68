// SPDX-License-Identifier: MIT
// What the Hex search stands on: distances against their definition, chains and threats against
// perfect play.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "hex_oracle.h"
#include "lab/first_threats.h"

#include <stdlib.h>
#include <string.h>

// A board of at most `cells` cells with some stones and no winner.
static void random_board(Rng *rng, int cells, HexTwin *twin, HexBoard *board) {
    do {
        int width = 1 + (int)rng_below(rng, 6), height = 1 + (int)rng_below(rng, 6);
        while (width * height > cells) {
            width = 1 + (int)rng_below(rng, 6);
            height = 1 + (int)rng_below(rng, 6);
        }
        twin_init(twin, width, height);
        hex_board_init(board, width, height);
        uint32_t stones_in_16 = rng_below(rng, 11);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (rng_below(rng, 16) < stones_in_16) {
                    Side side = rng_below(rng, 2) ? SIDE_BLACK : SIDE_WHITE;
                    hex_board_play(board, move_at(x, y), side);
                    twin->at[y][x] = side == SIDE_BLACK ? 'b' : 'w';
                }
    } while (board->winner != RESULT_NONE || board->stones == board->width * board->height);
}

// --- distance ---

// Does an empty cell touch this edge, by itself or over a group of stones?
static bool slow_touches_edge(const HexTwin *twin, char own, int x, int y, bool far) {
    HexTwin filled = *twin;
    bool joined[BOARD_MAX][BOARD_MAX] = {{false}};
    filled.at[y][x] = own;
    twin_flood(&filled, x, y, joined);
    for (int i = 0; i < (own == 'b' ? twin->width : twin->height); i++) {
        int ex = own == 'b' ? i : far ? twin->width - 1 : 0;
        int ey = own == 'b' ? (far ? twin->height - 1 : 0) : i;
        if (joined[ey][ex])
            return true;
    }
    return false;
}

// Are two empty cells neighbours, directly or over a group of own stones that is joined to neither
// edge?
static bool slow_linked(const HexTwin *twin, char own, int x, int y, int x2, int y2) {
    if (twin_neighbours(x, y, x2, y2))
        return true;
    for (int sy = 0; sy < twin->height; sy++)
        for (int sx = 0; sx < twin->width; sx++) {
            if (twin->at[sy][sx] != own || !twin_neighbours(x, y, sx, sy))
                continue;
            bool joined[BOARD_MAX][BOARD_MAX] = {{false}};
            bool at_edge = false, at_other = false;
            twin_flood(twin, sx, sy, joined);
            for (int gy = 0; gy < twin->height; gy++)
                for (int gx = 0; gx < twin->width; gx++) {
                    if (!joined[gy][gx])
                        continue;
                    at_edge |= own == 'b' ? gy == 0 || gy == twin->height - 1
                                          : gx == 0 || gx == twin->width - 1;
                    at_other |= twin_neighbours(x2, y2, gx, gy);
                }
            if (at_other && !at_edge)
                return true;
        }
    return false;
}

// The definition, applied to every cell until nothing changes.
static void slow_distance(const HexTwin *twin, char own, bool far, int d[BOARD_MAX][BOARD_MAX]) {
    for (int y = 0; y < twin->height; y++)
        for (int x = 0; x < twin->width; x++)
            d[y][x] = twin->at[y][x] == '.' && slow_touches_edge(twin, own, x, y, far)
                          ? 1
                          : HEX_UNREACHED;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 0; y < twin->height; y++)
            for (int x = 0; x < twin->width; x++) {
                int first = HEX_UNREACHED, second = HEX_UNREACHED;
                if (twin->at[y][x] != '.' || d[y][x] == 1)
                    continue;
                for (int y2 = 0; y2 < twin->height; y2++)
                    for (int x2 = 0; x2 < twin->width; x2++) {
                        if (twin->at[y2][x2] != '.' || (x2 == x && y2 == y) ||
                            !slow_linked(twin, own, x, y, x2, y2))
                            continue;
                        second = d[y2][x2] < first    ? first
                                 : d[y2][x2] < second ? d[y2][x2]
                                                      : second;
                        first = d[y2][x2] < first ? d[y2][x2] : first;
                    }
                int way = first + 1 + HEX_SINGLE_WAY;
                way = second + 1 < way ? second + 1 : way;
                if (way < d[y][x]) {
                    d[y][x] = way;
                    changed = true;
                }
            }
    }
}

static void distances_are_as_defined(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    for (size_t i = 0, n = test_count(50, 500, 50000); i < n; i++) {
        HexTwin twin;
        HexBoard board;
        random_board(&rng, 36, &twin, &board);
        for (Side side = SIDE_BLACK; side <= SIDE_WHITE; side++) {
            HexDistance distance;
            int near[BOARD_MAX][BOARD_MAX], far[BOARD_MAX][BOARD_MAX];
            hex_distance_measure(&board, side, &distance);
            slow_distance(&twin, side == SIDE_BLACK ? 'b' : 'w', false, near);
            slow_distance(&twin, side == SIDE_BLACK ? 'b' : 'w', true, far);
            int shortest = 2 * HEX_UNREACHED, ways = 0;
            for (int y = 0; y < twin.height; y++)
                for (int x = 0; x < twin.width; x++) {
                    if (twin.at[y][x] != '.')
                        continue;
                    assert_int_equal(distance.near[hex_node(move_at(x, y))], near[y][x]);
                    assert_int_equal(distance.far[hex_node(move_at(x, y))], far[y][x]);
                    if (near[y][x] + far[y][x] < shortest)
                        shortest = near[y][x] + far[y][x];
                    // Two is what closes a path, and nothing else is.
                    assert_int_equal(near[y][x] + far[y][x] == 2,
                                     hex_board_wins_at(&board, move_at(x, y), side));
                }
            assert_int_equal(distance.shortest, shortest);
            static const int worth[] = {8, 4, 2, 1};
            for (int y = 0; y < twin.height; y++)
                for (int x = 0; x < twin.width; x++)
                    if (twin.at[y][x] == '.' && near[y][x] + far[y][x] - shortest < 4)
                        ways += worth[near[y][x] + far[y][x] - shortest];
            assert_int_equal(distance.ways, ways);
            assert_true(shortest < HEX_UNREACHED);
        }
    }
}

// --- chains ---

// X has a bridge to each edge and one between its stones: three links. Take a cell out of one of
// them, and there is none any more.
//
//      . . . .
//       . . X .        c2
//        . . . .
//         . X . .      b4
//          . . . .
static void a_chain_of_bridges_is_seen(void **state) {
    (void)state;
    HexBoard board;
    FirstChain chain;
    hex_board_init(&board, 4, 5);
    hex_board_play(&board, move_at(2, 1), SIDE_BLACK);
    assert_false(first_chain_find(&board, SIDE_BLACK, &chain));
    hex_board_play(&board, move_at(1, 3), SIDE_BLACK);
    assert_true(first_chain_find(&board, SIDE_BLACK, &chain));
    assert_int_equal(chain.links, 3);
    assert_false(first_chain_find(&board, SIDE_WHITE, &chain));
    hex_board_play(&board, move_at(2, 2), SIDE_WHITE);
    assert_false(first_chain_find(&board, SIDE_BLACK, &chain));
    hex_board_play(&board, move_at(1, 2), SIDE_BLACK);
    assert_true(first_chain_find(&board, SIDE_BLACK, &chain));
    assert_int_equal(chain.links, 2);
}

// Three stones around c3: c2-d3 and d3-b4 are bridges, but both need c3. Without White's stone at
// b3 the bridge c2-b4 would do.
//
//      . . . . .
//       . . X . .
//        . O . X .
//         . X . . .
//          . . . . .
static void overlapping_links_are_no_chain(void **state) {
    (void)state;
    HexBoard board;
    FirstChain chain;
    hex_board_init(&board, 5, 5);
    hex_board_play(&board, move_at(2, 1), SIDE_BLACK);
    hex_board_play(&board, move_at(3, 2), SIDE_BLACK);
    hex_board_play(&board, move_at(1, 3), SIDE_BLACK);
    assert_true(first_chain_find(&board, SIDE_BLACK, &chain));
    assert_int_equal(chain.links, 3);
    hex_board_play(&board, move_at(1, 2), SIDE_WHITE);
    assert_false(first_chain_find(&board, SIDE_BLACK, &chain));
}

// One column: any two empty cells join White's edges; Black needs them all.
static void a_column_is_whites(void **state) {
    (void)state;
    HexBoard board;
    FirstChain chain;
    hex_board_init(&board, 1, 3);
    assert_true(first_chain_find(&board, SIDE_WHITE, &chain));
    assert_int_equal(chain.links, 1);
    assert_false(first_chain_find(&board, SIDE_BLACK, &chain));
    hex_board_play(&board, move_at(0, 0), SIDE_BLACK);
    hex_board_play(&board, move_at(0, 2), SIDE_BLACK);
    assert_false(first_chain_find(&board, SIDE_BLACK, &chain));
    assert_false(first_chain_find(&board, SIDE_WHITE, &chain));
}

static void whoever_has_a_chain_wins(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexOracle oracle;
    oracle_init(&oracle);
    size_t seen = 0;
    for (size_t i = 0, n = test_count(100, 1000, 100000); i < n; i++) {
        HexTwin twin;
        HexBoard board;
        random_board(&rng, ORACLE_CELLS, &twin, &board);
        oracle_forget(&oracle);
        FirstChain chains[2];
        bool found[2] = {first_chain_find(&board, SIDE_BLACK, &chains[0]),
                         first_chain_find(&board, SIDE_WHITE, &chains[1])};
        assert_false(found[0] && found[1]);
        for (int side = 0; side < 2; side++) {
            if (!found[side])
                continue;
            seen++;
            // Even with the other side to move, and as fast as the links say.
            int value = oracle_solve(&oracle, &twin, side == SIDE_BLACK ? 'w' : 'b');
            assert_true(value < 0);
            assert_true(-value <= 2 * chains[side].links);
            value = oracle_solve(&oracle, &twin, side == SIDE_BLACK ? 'b' : 'w');
            assert_true(value > 0 && value <= 2 * chains[side].links - 1);
        }
    }
    assert_true(seen > 20);
    oracle_free(&oracle);
}

// --- threats ---

static void moves_that_ignore_a_threat_lose(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexOracle oracle;
    oracle_init(&oracle);
    StopFlag flag = {0};
    Ask order = {.limits = LIMITS_OPEN, .stop = &flag};
    FirstShared shared = {.order = &order};
    FirstWorker *worker = mem_new(sizeof *worker);
    size_t seen = 0;
    for (size_t i = 0, n = test_count(100, 1000, 50000); i < n; i++) {
        HexTwin twin;
        HexBoard board;
        FirstThreats threats;
        random_board(&rng, ORACLE_CELLS, &twin, &board);
        oracle_forget(&oracle);
        Side side = rng_below(&rng, 2) ? SIDE_BLACK : SIDE_WHITE;
        char own = side == SIDE_BLACK ? 'b' : 'w', other = own == 'b' ? 'w' : 'b';
        first_worker_begin(worker, &shared, &board, side);
        first_evaluate(&board, side, &worker->evaluation);
        first_threats_find(worker, &threats);
        assert_int_equal(worker->to_move, side);
        assert_int_equal(worker->board.stones, board.stones);
        for (int cell = 0; threats.count && cell < twin.width * twin.height; cell++) {
            int x = cell % twin.width, y = cell / twin.width;
            if (twin.at[y][x] != '.' || threats.answers[hex_node(move_at(x, y))])
                continue;
            seen++;
            twin.at[y][x] = own;
            // A move elsewhere may close the mover's own path; then there was no chain to fear.
            assert_false(twin_has_won(&twin, own));
            int value = oracle_solve(&oracle, &twin, other);
            assert_true(value > 0 && value <= threats.longest_plies);
            twin.at[y][x] = '.';
        }
    }
    assert_true(seen > 100);
    free(worker);
    oracle_free(&oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_as_defined),
        cmocka_unit_test(a_chain_of_bridges_is_seen),
        cmocka_unit_test(overlapping_links_are_no_chain),
        cmocka_unit_test(a_column_is_whites),
        cmocka_unit_test(whoever_has_a_chain_wins),
        cmocka_unit_test(moves_that_ignore_a_threat_lose),
    };
    return cmocka_run_group_tests_name("hex_parts", tests, NULL, NULL);
}
