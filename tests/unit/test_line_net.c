// SPDX-License-Identifier: MIT
// The line network: windows against what stands on the board, the accumulator against a reset, every level of
// vectors against a plain sum in doubles, files there and back, and gradients against differences.
#include "gomoku_thinking.h"

#include "base/memory.h"
#include "gomoku/accumulator.h"
#include "gomoku/gomoku.h"
#include "gomoku/line_net_file.h"
#include "gomoku/weights_text.h"
#include "train/line_lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- windows ---

// What a window says, read from a drawing of its nine cells.
static int window_drawn(const char *cells) {
    Board board;
    board_init(&board, RULE_FREESTYLE, 25, 25);
    int before = WINDOW_REACH, after = WINDOW_REACH;
    while (before > 0 && cells[WINDOW_REACH - before] == '#')
        before--;
    while (after > 0 && cells[WINDOW_REACH + after] == '#')
        after--;
    board_init(&board, RULE_FREESTYLE, before + 1 + after < 5 ? 5 : before + 1 + after, 25);
    for (int i = -before; i <= after; i++)
        if (cells[WINDOW_REACH + i] != '.')
            board_set(&board, move_at(before + i, 12),
                      cells[WINDOW_REACH + i] == 'X' ? CELL_BLACK : CELL_WHITE);
    return window_at(&board, move_at(before, 12), 0, SIDE_BLACK);
}

static void windows_have_numbers_of_their_own(void **state) {
    (void)state;
    assert_int_not_equal(window_drawn("##.....##"), window_drawn("###....##"));
    assert_int_equal(window_mirror(window_drawn("#X.O.XX.O")), window_drawn("O.XX.O.X#"));
    assert_int_equal(window_swap(window_drawn("#X.O.XX.O")), window_drawn("#O.X.OO.X"));
    assert_int_equal(window_inner(window_drawn("X..O.XX.X"), 3),
                     window_inner(window_drawn("...O.XX.."), 3));
    assert_int_not_equal(window_inner(window_drawn("X..O.XX.X"), 4),
                         window_inner(window_drawn("...O.XX.."), 4));
    for (int window = 0; window < WINDOWS; window += 5) {
        assert_int_equal(window_mirror(window_mirror(window)), window);
        assert_int_equal(window_swap(window_swap(window)), window);
        assert_int_equal(window_swap(window_mirror(window)), window_mirror(window_swap(window)));
        assert_int_equal(window_inner(window, WINDOW_REACH), window);
        assert_int_equal(window_inner(window_mirror(window), 3),
                         window_inner_mirror(window_inner(window, 3), 3));
        assert_in_range(window_inner(window, 2), 0, windows_of_reach(2) - 1);
    }
}

// --- a network of random numbers ---

static float small(Rng *rng) {
    return ((float)rng_below(rng, 2001) - 1000) / 4000;
}

static LineNet *random_net(GomokuRule rule, Rng *rng) {
    bool shared = weights_are_shared(rule);
    LineNet *net = mem_new(sizeof *net);
    size_t bytes = (size_t)WINDOWS * LINE_CHANNELS;
    net->rule = rule;
    net->level = net_level_best();
    int8_t *rows = mem_new_array(2, bytes);
    for (size_t viewer = 0; viewer < (shared ? 1 : 2); viewer++)
        for (int window = 0; window < WINDOWS; window++) {
            int8_t *row = rows + viewer * bytes + (size_t)window * LINE_CHANNELS;
            int mirror = window_mirror(window);
            if (mirror < window)
                memcpy(row, rows + viewer * bytes + (size_t)mirror * LINE_CHANNELS, LINE_CHANNELS);
            else
                for (int k = 0; k < LINE_CHANNELS; k++)
                    row[k] = (int8_t)((int)rng_below(rng, 255) - LINE_ROW_MOST);
        }
    line_net_set_rows(net, (const int8_t *[]){rows, rows + (shared ? 0 : bytes)});
    free(rows);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LINE_HEAD_FLOATS; i++)
            ((float *)&net->heads[side])[i] =
                shared && side ? ((const float *)&net->heads[0])[i] : small(rng);
    assert_true(line_net_settle(net));
    return net;
}

static Accumulator *accumulator_new(void) {
    return mem_new_aligned(1, sizeof(Accumulator), _Alignof(Accumulator));
}

static void assert_same_place(const Accumulator *a, const Accumulator *b) {
    assert_memory_equal(a->sums, b->sums, sizeof a->sums);
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            Move cell = move_at(x, y);
            assert_memory_equal(&a->cells[cell], &b->cells[cell], sizeof a->cells[cell]);
            for (int d = 0; d < DIRECTIONS; d++)
                assert_int_equal(a->windows[d][cell], b->windows[d][cell]);
        }
}

// Plays and undoes; follows now and then only, so that it has more than one stone to put or take back, some of
// them others than those it knew.
static void play_and_follow(Accumulator *accumulator, Field *field, Rng *rng, int steps,
                            Accumulator *twin, Field *fresh) {
    Move played[ACCUMULATOR_PLIES];
    int count = 0;
    for (int i = 0; i < steps; i++) {
        Move cell = move_at((int)rng_below(rng, field->board.width),
                            (int)rng_below(rng, field->board.height));
        if (count && (rng_below(rng, 5) < 2 || count == ACCUMULATOR_PLIES))
            field_undo(field, played[--count]);
        else if (board_at(&field->board, cell) == CELL_EMPTY)
            field_play(field, played[count++] = cell);
        if (rng_below(rng, 3))
            continue;
        // Judged first: that looks one stone ahead of what it has followed.
        int score = accumulator_score(accumulator, field);
        accumulator_follow(accumulator, field);
        if (!twin)
            continue;
        fresh->board = field->board;
        fresh->evaluation = field->evaluation;
        field_recount(fresh);
        accumulator_reset(twin, accumulator->net, fresh);
        assert_same_place(accumulator, twin);
        assert_int_equal(score, accumulator_score(twin, fresh));
        assert_int_equal(accumulator_score(accumulator, field), accumulator_score(twin, fresh));
    }
}

static void following_agrees_with_a_reset(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Accumulator *accumulator = accumulator_new(), *twin = accumulator_new();
    Field *field = mem_new(sizeof *field), *fresh = mem_new(sizeof *fresh);
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        LineNet *net = random_net((GomokuRule)rule, &rng);
        Evaluation *evaluation =
            evaluation_new((GomokuRule)rule, weights_of_rule((GomokuRule)rule));
        for (size_t game = 0; game < test_count(2, 10, 10000); game++) {
            Position *position =
                gomoku_random_position(&rng, gomoku_game.rules[rule].name, 5, 25, 0);
            field_from_position(field, position, evaluation);
            net->level = (NetLevel)rng_below(&rng, (uint32_t)net_level_best() + 1);
            accumulator_reset(accumulator, net, field);
            play_and_follow(accumulator, field, &rng, 100, twin, fresh);
            position_free(position);
        }
        evaluation_free(evaluation);
        line_net_free(net);
    }
    free(accumulator);
    free(twin);
    free(field);
    free(fresh);
}

// --- the layers behind the sums ---

static double value_in_doubles(const LineNet *net, Side side, const int32_t *own,
                               const int32_t *other, int threats, double plain) {
    const LineHead *head = &net->heads[side];
    double first[LINE_HIDDEN], second, out = (double)head->value_bias + (double)head->plain * plain;
    for (int k = 0; k < LINE_HIDDEN; k++) {
        double sum = (double)head->threats[threats][k];
        for (int i = 0; i < LINE_CHANNELS; i++)
            sum += ((double)head->sums[i][k] * own[i] +
                    (double)head->sums[LINE_CHANNELS + i][k] * other[i]) /
                   (LINE_ROW_UNIT * LINE_SUM_UNIT);
        first[k] = sum > 0 ? sum : 0;
    }
    for (int k = 0; k < LINE_HIDDEN; k++) {
        second = (double)head->hidden_bias[k];
        for (int i = 0; i < LINE_HIDDEN; i++)
            second += (double)head->hidden[i][k] * first[i];
        out += second > 0 ? second * (double)head->value[k] : 0;
    }
    return out;
}

static void every_level_gives_the_same_number(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineNet *net = random_net(RULE_RENJU, &rng);
    for (size_t i = 0; i < test_count(50, 500, 50000); i++) {
        int32_t own[LINE_CHANNELS], other[LINE_CHANNELS];
        for (int k = 0; k < LINE_CHANNELS; k++) {
            own[k] = (int32_t)rng_below(&rng, 20000) - 8000;
            other[k] = (int32_t)rng_below(&rng, 20000) - 8000;
        }
        Side side = (Side)rng_below(&rng, 2);
        int threats = (int)rng_below(&rng, THREAT_STATES);
        net->level = NET_PLAIN;
        float plain = line_net_value(net, side, own, other, threats, 0.5f);
        double twin = value_in_doubles(net, side, own, other, threats, 0.5);
        assert_true(fabs((double)plain - twin) < 0.06 + 0.01 * fabs(twin)); // rounded
        for (NetLevel level = NET_AVX2; level <= net_level_best(); level++) {
            net->level = level;
            float same = line_net_value(net, side, own, other, threats, 0.5f);
            assert_memory_equal(&same, &plain, sizeof plain);
        }
    }
    line_net_free(net);
}

// What is read off the nine cells, by the layers as they were learned; `channels` of all cells, Black's view first.
static double reading_in_doubles(const Accumulator *accumulator, Side side, int threats,
                                 Move move) {
    const LineHead *head = &accumulator->net->heads[side];
    int own = side == SIDE_BLACK ? 0 : LINE_CHANNELS;
    double mood[LINE_HIDDEN], sum = 0;
    for (int k = 0; k < LINE_HIDDEN; k++) {
        mood[k] = (double)head->mood_threats[threats][k];
        for (int i = 0; i < LINE_SUMS; i++)
            mood[k] += (double)head->mood_sums[i][k] * accumulator->sums[(own + i) % LINE_SUMS] /
                       (LINE_ROW_UNIT * LINE_SUM_UNIT);
        mood[k] = mood[k] > 0 ? mood[k] : 0;
    }
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = move_x(move) + dx, y = move_y(move) + dy, ring = abs(dx) + abs(dy);
            if (x < 0 || x >= accumulator->width || y < 0 || y >= accumulator->height)
                continue;
            for (int i = 0; i < LINE_SUMS; i++) {
                double reader = (double)head->readers[ring][i];
                for (int k = 0; k < LINE_HIDDEN; k++)
                    reader += mood[k] * (double)head->moods[ring][k][i];
                int channel = accumulator->cells[move_at(x, y)].channels[(own + i) % LINE_SUMS];
                sum += channel > 0 ? reader * channel / LINE_ROW_UNIT : 0;
            }
        }
    return sum;
}

static void moves_are_read_alike_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineNet *net = random_net(RULE_RENJU, &rng);
    for (int side = 0; side < 2; side++) // so that no reader is cut off
        for (int i = 0; i < LINE_RINGS * LINE_HIDDEN * LINE_SUMS; i++)
            ((float *)net->heads[side].moods)[i] *= 0.1f;
    assert_true(line_net_settle(net));
    Accumulator *accumulator = accumulator_new();
    Field *field = mem_new(sizeof *field);
    Evaluation *evaluation = evaluation_new(RULE_RENJU, weights_of_rule(RULE_RENJU));
    double wrong = 0, all = 0;
    for (size_t i = 0; i < test_count(20, 100, 5000); i++) {
        Position *position = gomoku_random_position(&rng, "renju", 5, 25, 60);
        Move moves[4];
        field_from_position(field, position, evaluation);
        accumulator_reset(accumulator, net, field);
        for (int k = 0; k < 4; k++) // corners and edges among them
            moves[k] =
                move_at(rng_below(&rng, 2) ? 0 : (int)rng_below(&rng, (uint32_t)position->width),
                        (int)rng_below(&rng, (uint32_t)position->height));
        int32_t plain[4] = {0};
        net->level = NET_PLAIN;
        accumulator_urges(accumulator, field, moves, 4, plain);
        for (int k = 0; k < 4; k++) {
            double twin = reading_in_doubles(accumulator, field_to_move(field),
                                             field_threats(field), moves[k]);
            wrong += fabs(plain[k] - URGE_UNIT * twin);
            all += URGE_UNIT * fabs(twin);
        }
        for (NetLevel level = NET_AVX2; level <= net_level_best(); level++) {
            int32_t same[4] = {0};
            net->level = level;
            accumulator_urges(accumulator, field, moves, 4, same);
            assert_memory_equal(same, plain, sizeof plain);
        }
        position_free(position);
    }
    assert_true(wrong < 0.15 * all); // by rounding
    evaluation_free(evaluation);
    line_net_free(net);
    free(accumulator);
    free(field);
}

static void sums_that_could_overflow_are_refused(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineNet *net = random_net(RULE_RENJU, &rng);
    net->heads[1].threats[THREAT_STATES - 1][3] = 8000;
    assert_false(line_net_settle(net));
    net->heads[1].threats[THREAT_STATES - 1][3] = 2000;
    assert_true(line_net_settle(net));
    net->heads[0].mood_threats[3][7] = -8000;
    assert_false(line_net_settle(net));
    net->heads[0].mood_threats[3][7] = 0;
    net->heads[1].readers[2][LINE_SUMS - 1] = 8000;
    assert_false(line_net_settle(net));
    net->heads[1].readers[2][LINE_SUMS - 1] = 0;
    assert_true(line_net_settle(net));
    for (int i = 0; i < LINE_HIDDEN; i++)
        net->heads[0].hidden[i][LINE_HIDDEN - 1] = -1.1f;
    assert_false(line_net_settle(net));
    line_net_free(net);
}

// --- files ---

static Text file_of(const LineNet *net) {
    LineNetPlan plan = {.rule = net->rule};
    int8_t *rows[2] = {0};
    for (int i = 0; i < (weights_are_shared(net->rule) ? 1 : 2); i++) {
        plan.rows[i] = rows[i] = line_net_rows(net, (Side)i);
        plan.heads[i] = &net->heads[i];
    }
    Text file = {0};
    line_net_write(&plan, "how it was made", &file);
    free(rows[0]);
    free(rows[1]);
    return file;
}

static void a_file_gives_the_network_back(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    static const GomokuRule rules[] = {RULE_STANDARD, RULE_RENJU};
    for (size_t i = 0; i < 2; i++) {
        LineNet *net = random_net(rules[i], &rng);
        Text file = file_of(net);
        Error err = {""};
        assert_true(line_net_is_file(file.chars, file.length));
        LineNet *back = line_net_parse(file.chars, file.length, "it", rules[i], &err);
        assert_string_equal(err.text, "");
        assert_non_null(back);
        assert_memory_equal(back->rows, net->rows, (size_t)WINDOWS * LINE_SUMS);
        assert_memory_equal(back->heads, net->heads, sizeof net->heads);
        line_net_free(back);
        assert_null(line_net_parse(file.chars, file.length, "it", RULE_CARO, &err));
        assert_non_null(strstr(err.text, "caro"));
        file.chars[file.length - 5]++;
        assert_null(line_net_parse(file.chars, file.length, "it", rules[i], &err));
        assert_non_null(strstr(err.text, "damaged"));
        assert_null(line_net_parse(file.chars, file.length - 1, "it", rules[i], &err));
        text_free(&file);
        line_net_free(net);
    }
    Error err = {""};
    assert_null(line_net_parse("gomoku freestyle", 16, "it", RULE_FREESTYLE, &err));
    assert_non_null(strstr(err.text, "is no network"));
    assert_false(line_net_is_file("gomoku freestyle", 16));
}

// --- learning ---

static LineLesson random_lesson(Rng *rng) {
    LineLesson lesson = {.width = 9, .height = 8, .side = (uint8_t)rng_below(rng, 2), .chosen = 3};
    for (int i = 0; i < 20; i++) {
        Move cell = move_at((int)rng_below(rng, 9), (int)rng_below(rng, 8));
        bool taken = false;
        for (int k = 0; k < lesson.stone_count; k++)
            taken |= lesson.stones[k].cell == cell;
        if (!taken)
            lesson.stones[lesson.stone_count++] = (LineStone){cell, (uint8_t)(i % 2)};
    }
    for (int i = 0; i < 10; i++)
        lesson.candidates[lesson.candidate_count++] =
            (LineCandidate){(uint16_t)(7 * i), (int16_t)rng_below(rng, 200)};
    lesson.threats = (int16_t)rng_below(rng, THREAT_STATES);
    lesson.plain = small(rng);
    lesson.target = 0.7f;
    return lesson;
}

// Every near cell is a candidate, chance says which was chosen. Returns how unlikely the engine finds that one, by
// its moves' urges.
static double add_candidates(LineLesson *lesson, Accumulator *accumulator, const Field *field,
                             Rng *rng) {
    Move moves[FIELD_POINTS];
    int32_t urges[FIELD_POINTS];
    double all = 0;
    CELLSET_EACH (cell, &field->near)
        if (cellset_has(&field->empty, cell)) {
            int at = lesson->candidate_count++;
            int16_t urge = (int16_t)rng_below(rng, 200);
            moves[at] = cell;
            urges[at] = urge;
            lesson->candidates[at] =
                (LineCandidate){(uint16_t)(move_y(cell) * lesson->width + move_x(cell)), urge};
        }
    if (!lesson->candidate_count)
        return 0;
    lesson->chosen = (int16_t)rng_below(rng, lesson->candidate_count);
    accumulator_urges(accumulator, field, moves, lesson->candidate_count, urges);
    for (int i = 0; i < lesson->candidate_count; i++)
        all += exp((double)(urges[i] - urges[lesson->chosen]) / URGE_UNIT);
    return log(all);
}

// A network as learning has it says what the engine's says of the same position and its moves.
static void learning_sees_what_the_engine_sees(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineImages *images = line_images_new();
    LineShard *shard = line_shard_new(images);
    Accumulator *accumulator = accumulator_new();
    Field *field = mem_new(sizeof *field);
    static const GomokuRule rules[] = {RULE_FREESTYLE, RULE_RENJU};
    for (size_t r = 0; r < 2; r++) {
        GomokuRule rule = rules[r];
        LineModel model = {.shared = weights_are_shared(rule)};
        LineNetPlan plan = {.rule = rule};
        int8_t *all[2] = {0};
        for (int i = 0; i < (model.shared ? 1 : 2); i++) {
            model.rows[i] = line_rows_new(&rng);
            for (int k = 0; k < LINE_HEAD_FLOATS; k++)
                ((float *)&model.heads[i])[k] = small(&rng);
            plan.rows[i] = all[i] = mem_new_array(WINDOWS, LINE_CHANNELS);
            plan.heads[i] = &model.heads[i];
            line_rows_write(model.rows[i], all[i]);
        }
        Text file = {0};
        Error err = {""};
        line_net_write(&plan, "", &file);
        LineNet *net = line_net_parse(file.chars, file.length, "it", rule, &err);
        assert_string_equal(err.text, "");
        Evaluation *evaluation = evaluation_new(rule, weights_of_rule(rule));
        line_shard_begin(shard);
        for (size_t i = 0; i < test_count(5, 20, 500); i++) {
            Position *position =
                gomoku_random_position(&rng, gomoku_game.rules[rule].name, 7, 20, 30);
            LineLesson lesson = {.width = (uint8_t)position->width,
                                 .height = (uint8_t)position->height,
                                 .side = (uint8_t)position->to_move,
                                 .chosen = -1};
            field_from_position(field, position, evaluation);
            accumulator_reset(accumulator, net, field);
            for (int c = 0; c < BOARD_CELLS; c++)
                if (move_x((Move)c) < position->width && move_y((Move)c) < position->height &&
                    board_at(&field->board, c) != CELL_EMPTY)
                    lesson.stones[lesson.stone_count++] =
                        (LineStone){(Move)c, board_at(&field->board, c) == CELL_BLACK ? SIDE_BLACK
                                                                                      : SIDE_WHITE};
            lesson.threats = (int16_t)field_threats(field);
            lesson.plain = (float)field_evaluate(field) / SCORE_UNIT;
            double move_loss = add_candidates(&lesson, accumulator, field, &rng);
            LineResult result = line_shard_judge(shard, &model, &lesson);
            assert_true(fabs(result.move_loss - move_loss) < 0.1 + 0.02 * move_loss);
            double logit = (double)result.logit * SCORE_UNIT;
            int score = accumulator_score(accumulator, field);
            double most = SCORE_LIKELY - 1;
            logit = logit > most ? most : logit < -most ? -most : logit;
            assert_true(fabs(logit - score) < 0.03 * SCORE_UNIT); // rounded
            position_free(position);
        }
        evaluation_free(evaluation);
        line_net_free(net);
        text_free(&file);
        for (int i = 0; i < 2; i++) {
            line_rows_free(model.rows[i]);
            free(all[i]);
        }
    }
    free(accumulator);
    free(field);
    line_shard_free(shard);
    free(images);
}

static double loss_of(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    line_shard_begin(shard);
    LineResult result = line_shard_judge(shard, model, lesson);
    double logit = (double)result.logit;
    return log(1 + exp(logit)) - (double)lesson->target * logit + 0.25 * result.move_loss;
}

// Each number of the head moved a little: the loss changes as its gradient says.
static void gradients_are_those_of_the_loss(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineImages *images = line_images_new();
    LineShard *shard = line_shard_new(images);
    LineModel model = {.shared = true, .rows = {line_rows_new(&rng), NULL}};
    for (int i = 0; i < LINE_HEAD_FLOATS; i++)
        ((float *)&model.heads[0])[i] = small(&rng);
    for (int turn = 0; turn < 3; turn++) {
        LineLesson lesson = random_lesson(&rng);
        LineHead gradients[2] = {0};
        line_shard_begin(shard);
        line_shard_study(shard, &model, &lesson);
        line_shard_hand_over_heads(shard, gradients);
        for (int i = 0; i < 400; i++) {
            size_t at = rng_below(&rng, LINE_HEAD_FLOATS - 1);
            if (i < 40) // the few that stand alone
                at = offsetof(LineHead, value) / sizeof(float) + (size_t)i;
            float *number = (float *)&model.heads[0] + at, before = *number;
            const double step = 2e-3;
            *number = before + (float)step;
            double above = loss_of(shard, &model, &lesson);
            *number = before - (float)step;
            double below = loss_of(shard, &model, &lesson);
            *number = before;
            double found = (above - below) / (2 * step),
                   said = (double)((float *)&gradients[0])[at];
            assert_true(fabs(found - said) < 2e-3 + 0.02 * fabs(found));
        }
    }
    line_rows_free(model.rows[0]);
    line_shard_free(shard);
    free(images);
}

// The smaller image of what Black sees in a line of a random cell.
static int some_window(const Board *board, Rng *rng) {
    int x = (int)rng_below(rng, board->width), y = (int)rng_below(rng, board->height);
    int window = window_at(board, move_at(x, y), (int)rng_below(rng, DIRECTIONS), SIDE_BLACK);
    return window_mirror(window) < window ? window_mirror(window) : window;
}

// Of the loss, by a number of a row: a step of one to both sides.
static double row_slope(LineShard *shard, const LineModel *model, const LineLesson *lesson,
                        int8_t *all, int window, int k) {
    int8_t *one = all + window * LINE_CHANNELS + k, before = *one;
    int8_t *image = all + window_mirror(window) * LINE_CHANNELS + k;
    double losses[2];
    for (int up = 0; up < 2; up++) {
        *one = *image = (int8_t)(before + (up ? 1 : -1));
        line_rows_start(model->rows[0], all);
        losses[up] = loss_of(shard, model, lesson);
    }
    *one = *image = before;
    return (losses[1] - losses[0]) * LINE_ROW_UNIT / 2;
}

static void random_rows(int8_t *all, Rng *rng) {
    for (int window = 0; window < WINDOWS; window++)
        for (int k = 0; k < LINE_CHANNELS; k++)
            all[window * LINE_CHANNELS + k] = window_mirror(window) < window
                                                  ? all[window_mirror(window) * LINE_CHANNELS + k]
                                                  : (int8_t)((int)rng_below(rng, 101) - 50);
}

// The same for rows. A ReLU may turn between the two steps, so most will do. What stands on the empty board counts
// where it still does, and where it does no longer.
static void rows_get_the_gradients_of_the_loss(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    LineImages *images = line_images_new();
    LineShard *shard = line_shard_new(images);
    LineModel model = {.shared = true, .rows = {line_rows_new(&rng), NULL}};
    int8_t *all = mem_new_array(WINDOWS, LINE_CHANNELS);
    int tried[2] = {0}, agreed[2] = {0}; // on a board without stones, and with them
    for (size_t turn = 0; turn < test_count(8, 30, 300); turn++) {
        random_rows(all, &rng);
        for (int i = 0; i < LINE_HEAD_FLOATS; i++)
            ((float *)&model.heads[0])[i] = small(&rng);
        LineLesson lesson = random_lesson(&rng);
        Board boards[2];
        board_init(&boards[0], RULE_FREESTYLE, lesson.width, lesson.height);
        boards[1] = boards[0];
        for (int i = 0; i < lesson.stone_count; i++)
            board_set(&boards[1], lesson.stones[i].cell,
                      lesson.stones[i].side == SIDE_BLACK ? CELL_BLACK : CELL_WHITE);
        for (int i = 0; i < 6; i++) {
            int window = some_window(&boards[i % 2], &rng), k = (int)rng_below(&rng, LINE_CHANNELS);
            line_rows_start(model.rows[0], all);
            line_shard_begin(shard);
            line_shard_study(shard, &model, &lesson);
            const float *gradients = line_shard_row_gradient(shard, 0, window);
            double said = gradients ? (double)gradients[k] : 0;
            double found = row_slope(shard, &model, &lesson, all, window, k);
            tried[i % 2]++;
            agreed[i % 2] += fabs(found - said) < 5e-3 + 0.1 * fabs(found);
        }
    }
    assert_true(agreed[0] * 10 >= tried[0] * 7);
    assert_true(agreed[1] * 10 >= tried[1] * 7);
    free(all);
    line_rows_free(model.rows[0]);
    line_shard_free(shard);
    free(images);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_have_numbers_of_their_own),
        cmocka_unit_test(following_agrees_with_a_reset),
        cmocka_unit_test(every_level_gives_the_same_number),
        cmocka_unit_test(moves_are_read_alike_at_every_level),
        cmocka_unit_test(sums_that_could_overflow_are_refused),
        cmocka_unit_test(a_file_gives_the_network_back),
        cmocka_unit_test(learning_sees_what_the_engine_sees),
        cmocka_unit_test(gradients_are_those_of_the_loss),
        cmocka_unit_test(rows_get_the_gradients_of_the_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
