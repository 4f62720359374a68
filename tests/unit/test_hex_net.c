// SPDX-License-Identifier: MIT
// The Hex network: what it sees against the symmetries of the board, its layers against a slow twin
// and at every width of vectors, its gradients against small steps, what it learns, and its file.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "hex/curve.h"
#include "hex/leaf.h"
#include "hex/net_file.h"
#include "train/net_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- boards ---

static float spread(Rng *rng, float size) {
    return size * ((float)rng_below(rng, 2001) - 1000) / 1000;
}

static HexNet *random_net(Rng *rng, float size) {
    HexNet *net = mem_new(sizeof *net);
    for (int i = 0; i < HEX_NET_WEIGHTS; i++)
        ((float *)net)[i] = spread(rng, size);
    return net;
}

// Stones that leave the game open.
static void scatter(HexBoard *board, Rng *rng, int percent) {
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            Side side = rng_below(rng, 2) ? SIDE_WHITE : SIDE_BLACK;
            if ((int)rng_below(rng, 100) < percent &&
                !hex_board_wins_at(board, move_at(x, y), side))
                hex_board_play(board, move_at(x, y), side);
        }
}

static void see(const HexBoard *board, Side side, HexView *view) {
    HexDistance distance[2];
    for (int i = 0; i < 2; i++)
        hex_distance_measure(board, (Side)i, &distance[i]);
    hex_view_make(board, side, distance, view);
}

typedef Move (*MapFn)(const HexBoard *board, int x, int y);

static Move half_turn(const HexBoard *board, int x, int y) {
    return move_at(board->width - 1 - x, board->height - 1 - y);
}

static Move mirror(const HexBoard *board, int x, int y) {
    (void)board;
    return move_at(y, x);
}

static void map_board(const HexBoard *from, MapFn map, bool recolour, HexBoard *to) {
    hex_board_init(to, recolour ? from->height : from->width,
                   recolour ? from->width : from->height);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            Cell value = hex_board_at(from, move_at(x, y));
            if (value != CELL_EMPTY)
                hex_board_play(to, map(from, x, y),
                               (value == CELL_WHITE) != recolour ? SIDE_WHITE : SIDE_BLACK);
        }
}

static void it_sees_what_matters_only(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexView *views = mem_new_array(3, sizeof *views);
    for (size_t i = 0; i < test_count(20, 200, 5000); i++) {
        HexBoard board, turned, mirrored;
        hex_board_init(&board, 2 + (int)rng_below(&rng, 13), 2 + (int)rng_below(&rng, 13));
        scatter(&board, &rng, (int)rng_below(&rng, 70));
        Side side = rng_below(&rng, 2) ? SIDE_WHITE : SIDE_BLACK;
        map_board(&board, half_turn, false, &turned);
        map_board(&board, mirror, true, &mirrored);
        see(&board, side, &views[0]);
        see(&turned, side, &views[1]);
        see(&mirrored, side_other(side), &views[2]);
        for (int y = 0; y < board.height; y++)
            for (int x = 0; x < board.width; x++) {
                const int16_t *seen = views[0].planes[view_index(&views[0], move_at(x, y))];
                int other = view_index(&views[1], half_turn(&board, x, y));
                assert_memory_equal(seen, views[1].planes[other], sizeof *views->planes);
                other = view_index(&views[2], move_at(y, x));
                assert_memory_equal(seen, views[2].planes[other], sizeof *views->planes);
            }
    }
    free(views);
}

static Lesson random_lesson(Rng *rng) {
    HexBoard board;
    Lesson lesson;
    HexView *view = mem_new(sizeof *view);
    int width = 2 + (int)rng_below(rng, 6), height = 2 + (int)rng_below(rng, 6);
    hex_board_init(&board, width, height);
    scatter(&board, rng, 30);
    see(&board, rng_below(rng, 2) ? SIDE_WHITE : SIDE_BLACK, view);
    lesson_pack(view, &lesson);
    lesson.move_count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width && lesson.move_count < LESSON_MOVES; x++)
            if (hex_board_at(&board, move_at(x, y)) == CELL_EMPTY &&
                (!lesson.move_count || rng_below(rng, 2)))
                lesson.moves[lesson.move_count++].cell = view_index(view, move_at(x, y));
    for (int i = 0; i < lesson.move_count; i++)
        lesson.moves[i].share = 1 / (float)lesson.move_count;
    lesson.target = lesson.came = (float)rng_below(rng, 2);
    free(view);
    return lesson;
}

// --- layers ---

// The network once more, cell by cell, with no thought of speed.
typedef struct Twin {
    double now[VIEW_ROOM][HEX_CHANNELS], inner[VIEW_ROOM][HEX_CHANNELS];
    double next[VIEW_ROOM][HEX_CHANNELS], planes[VIEW_ROOM][HEX_CHANNELS];
} Twin;

static bool on_board(const HexView *view, int cell) {
    return view->planes[cell][VIEW_BOARD] != 0;
}

static void twin_layer(const HexView *view, const float *weights, int from, const double *bias,
                       double (*in)[HEX_CHANNELS], double (*more)[HEX_CHANNELS],
                       double (*out)[HEX_CHANNELS]) {
    NetGrid grid = hex_net_grid(view->stride, view->height);
    for (int cell = view_first(view); cell < view_end(view); cell++)
        for (int to = 0; on_board(view, cell) && to < HEX_CHANNELS; to++) {
            double sum = bias[to] + (more ? more[cell][to] : 0);
            for (int tap = 0; tap < HEX_TAPS; tap++)
                for (int i = 0; i < from; i++)
                    sum += (double)weights[(tap * from + i) * HEX_CHANNELS + to] *
                           in[cell + grid.offsets[tap]][i];
            out[cell][to] = sum > 0 ? sum : 0;
        }
}

static void twin_mean(const HexView *view, double (*sheet)[HEX_CHANNELS], double *mean) {
    for (int k = 0; k < HEX_CHANNELS; k++) {
        mean[k] = 0;
        for (int cell = view_first(view); cell < view_end(view); cell++)
            mean[k] += on_board(view, cell) ? sheet[cell][k] : 0;
        mean[k] /= view->width * view->height;
    }
}

static void twin_mix(const float *weights, const float *start, const double *mean, double *out) {
    for (int k = 0; k < HEX_CHANNELS; k++) {
        out[k] = start[k];
        for (int i = 0; i < HEX_CHANNELS; i++)
            out[k] += (double)weights[i * HEX_CHANNELS + k] * mean[i];
    }
}

static double twin_think(const HexNet *net, const HexView *view, double *logits) {
    Twin *twin = mem_new(sizeof *twin);
    double mean[HEX_CHANNELS], bias[HEX_CHANNELS], zero[HEX_CHANNELS] = {0};
    for (int cell = 0; cell < VIEW_ROOM - VIEW_BLOCK; cell++)
        for (int k = 0; k < VIEW_PLANES; k++)
            twin->planes[cell][k] = (double)view->planes[cell][k] / VIEW_ONE;
    twin_mix(net->blocks[0].pooled[0], net->input_bias, zero, bias);
    twin_layer(view, net->input[0][0], VIEW_PLANES, bias, twin->planes, NULL, twin->now);
    for (int i = 0; i < HEX_BLOCKS; i++) {
        const HexNetBlock *block = &net->blocks[i];
        twin_mean(view, twin->now, mean);
        twin_mix(block->pooled[0], block->first_bias, mean, bias);
        twin_layer(view, block->first[0][0], HEX_CHANNELS, bias, twin->now, NULL, twin->inner);
        twin_mix(block->pooled[0], block->second_bias, zero, bias);
        twin_layer(view, block->second[0][0], HEX_CHANNELS, bias, twin->inner, twin->now,
                   twin->next);
        memcpy(twin->now, twin->next, sizeof twin->now);
    }
    NetGrid grid = hex_net_grid(view->stride, view->height);
    for (int cell = view_first(view); cell < view_end(view); cell++) {
        logits[cell] = 0;
        for (int tap = 0; tap < HEX_TAPS; tap++)
            for (int k = 0; k < HEX_CHANNELS; k++)
                logits[cell] +=
                    (double)net->policy[tap][k] * twin->now[cell + grid.offsets[tap]][k];
    }
    double value = net->value_offset;
    twin_mean(view, twin->now, mean);
    twin_mix(net->value_hidden[0], net->value_bias, mean, bias);
    for (int k = 0; k < HEX_CHANNELS; k++)
        value += net->value[k] * (bias[k] > 0 ? bias[k] : 0);
    free(twin);
    return value;
}

// Boards of all sizes through the same memory: nothing of one may be left over for the next. Whole
// numbers are a little off.
static void it_thinks_like_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexNet *net = random_net(&rng, 0.1f);
    HexQuantisedNet *quantised = hex_quantised_new(net);
    HexView *view = mem_new(sizeof *view);
    HexNetScratch *room = mem_new(sizeof *room);
    for (size_t i = 0; i < test_count(3, 12, 300); i++) {
        HexBoard board;
        double logits[VIEW_ROOM];
        hex_board_init(&board, 1 + (int)rng_below(&rng, 12), 1 + (int)rng_below(&rng, 12));
        scatter(&board, &rng, (int)rng_below(&rng, 60));
        see(&board, rng_below(&rng, 2) ? SIDE_WHITE : SIDE_BLACK, view);
        hex_net_think(quantised, net_level_best(), view, room);
        assert_true(fabs(twin_think(net, view, logits) - room->value) < 0.02);
        for (int cell = view_first(view); cell < view_end(view); cell++)
            if (on_board(view, cell))
                assert_true(fabs(logits[cell] - room->logits[cell]) < 0.05);
    }
    free(net);
    hex_quantised_free(quantised);
    free(view);
    free(room);
}

// What is learned is what its twin thinks, too.
static void it_learns_like_its_twin(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexNet *net = random_net(&rng, 0.1f);
    HexView *view = mem_new(sizeof *view);
    LessonRoom *room = lesson_room_new();
    for (size_t i = 0; i < test_count(3, 12, 300); i++) {
        Lesson lesson = random_lesson(&rng);
        double logits[VIEW_ROOM];
        lesson_unpack(&lesson, false, view);
        double value = twin_think(net, view, logits), sum = 0;
        for (int cell = view_first(view); cell < view_end(view); cell++)
            if (on_board(view, cell) && !view->planes[cell][VIEW_OWN] &&
                !view->planes[cell][VIEW_THEIR])
                sum += exp(logits[cell]);
        LessonResult result = lesson_judge(room, net, &lesson);
        assert_true(fabs(value - result.value) < 1e-3);
        double logarithm = 0;
        for (int k = 0; k < lesson.move_count; k++)
            logarithm += lesson.moves[k].share * (logits[lesson.moves[k].cell] - log(sum));
        assert_true(fabs(logarithm - result.move_logarithm) < 1e-3);
    }
    free(net);
    free(view);
    lesson_room_free(room);
}

// Weights as large as a file may hold: nothing overflows.
static void every_width_gives_the_same(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexNet *net = random_net(&rng, 2);
    HexQuantisedNet *quantised = hex_quantised_new(net);
    HexView *view = mem_new(sizeof *view);
    HexNetScratch *plain = mem_new(sizeof *plain), *wide = mem_new(sizeof *wide);
    for (size_t i = 0; i < test_count(4, 40, 1000); i++) {
        HexBoard board;
        hex_board_init(&board, 1 + (int)rng_below(&rng, BOARD_MAX),
                       1 + (int)rng_below(&rng, BOARD_MAX));
        scatter(&board, &rng, (int)rng_below(&rng, 60));
        see(&board, SIDE_WHITE, view);
        hex_net_think(quantised, NET_PLAIN, view, plain);
        for (int level = NET_PLAIN + 1; level <= (int)net_level_best(); level++) {
            hex_net_think(quantised, (NetLevel)level, view, wide);
            assert_memory_equal(&plain->value, &wide->value, sizeof plain->value);
            assert_memory_equal(&plain->logits[view_first(view)], &wide->logits[view_first(view)],
                                (size_t)(view_end(view) - view_first(view)) * sizeof(float));
        }
    }
    free(net);
    hex_quantised_free(quantised);
    free(view);
    free(plain);
    free(wide);
}

static void curves_are_right(void **state) {
    (void)state;
    for (int i = -2000; i <= 2000; i++) {
        double x = i / 60.0;
        assert_true(fabs(curve_exp((float)x) / exp((float)x) - 1) < 2e-5);
        assert_true(fabs(curve_chance((float)x) - 1 / (1 + exp(-x))) < 1e-5);
    }
    assert_true(curve_exp(-1e9f) > 0 && curve_exp(1e9f) < INFINITY);
}

// --- learning ---

static double loss_of(LessonRoom *room, const HexNet *net, const Lesson *lesson) {
    LessonResult result = lesson_judge(room, net, lesson);
    return score_logistic_loss(result.value, lesson->target) - result.move_logarithm;
}

// What the gradients say a small step along them changes, it does.
static void gradients_are_true(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexNet *net = random_net(&rng, 0.08f), *back = mem_new(sizeof *back);
    HexNet *gradients = mem_new(sizeof *gradients), *moved = mem_new(sizeof *moved);
    LessonRoom *room = lesson_room_new();
    for (size_t i = 0; i < test_count(5, 40, 1000); i++) {
        Lesson lesson = random_lesson(&rng);
        memset(gradients, 0, sizeof *gradients);
        lesson_mirror(net, back);
        lesson_study(room, net, back, &lesson, false, gradients);
        // A random direction, in one part of the network.
        size_t from = rng_below(&rng, HEX_NET_WEIGHTS - 500), count = 500;
        double expected = 0, losses[2];
        static const float step = 2e-3f;
        for (int way = 0; way < 2; way++) {
            Rng same = rng_seed(i);
            *moved = *net;
            expected = 0;
            for (size_t k = from; k < from + count; k++) {
                float along = spread(&same, 1) + (((float *)gradients)[k] > 0 ? 1.0f : -1.0f);
                ((float *)moved)[k] += way ? step * along : -step * along;
                expected += (double)((float *)gradients)[k] * along;
            }
            losses[way] = loss_of(room, moved, &lesson);
        }
        double came = (losses[1] - losses[0]) / (2 * step);
        // Where a sum changes its sign on the way the gradient does too, by a little.
        assert_true(fabs(came - expected) < 0.1 * fabs(expected) + 0.02);
    }
    lesson_room_free(room);
    free(net);
    free(back);
    free(gradients);
    free(moved);
}

static void turned_lessons_are_the_same_lesson(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexView *views = mem_new_array(3, sizeof *views);
    for (int i = 0; i < 50; i++) {
        Lesson lesson = random_lesson(&rng), again;
        lesson_unpack(&lesson, false, &views[0]);
        lesson_pack(&views[0], &again);
        lesson_unpack(&again, true, &views[1]);
        lesson_pack(&views[1], &again);
        lesson_unpack(&again, true, &views[2]);
        int cells = view_end(&views[0]) + views[0].stride;
        assert_memory_equal(views[0].planes, views[2].planes,
                            (size_t)cells * sizeof *views->planes);
        for (int cell = 0; cell < cells; cell++)
            if (on_board(&views[0], cell))
                assert_memory_equal(views[0].planes[cell], views[1].planes[cells - 2 - cell],
                                    sizeof *views->planes);
    }
    free(views);
}

static double mean_loss(NetFit *fit, const Lesson *lessons, int count) {
    LessonRoom *room = lesson_room_new();
    double loss = 0;
    for (int i = 0; i < count; i++)
        loss += loss_of(room, net_fit_net(fit), &lessons[i]);
    lesson_room_free(room);
    return loss / count;
}

static void lessons_are_learned(void **state) {
    (void)state;
    enum { LESSONS = 12 };
    Rng rng = rng_seed(7);
    Lesson lessons[LESSONS];
    for (int i = 0; i < LESSONS; i++) {
        lessons[i] = random_lesson(&rng);
        lessons[i].move_count = 1; // of several moves no network could be certain
        lessons[i].moves[0].share = 1;
    }
    NetFit *fit = net_fit_new(NULL, LESSONS, 0, 1);
    double before = mean_loss(fit, lessons, LESSONS);
    for (size_t pass = 0, passes = test_count(50, 150, 150); pass < passes; pass++) {
        for (int i = 0; i < LESSONS; i++)
            net_fit_add(fit, &lessons[i], 1);
        net_fit_study_all(fit, 1);
    }
    net_fit_settle(fit);
    double after = mean_loss(fit, lessons, LESSONS);
    print_message("loss %.3f, then %.3f\n", before, after);
    assert_true(after < 0.5 * before);
    net_fit_free(fit);
}

// --- the file ---

static void files_hold_every_weight(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    HexNet *net = mem_new(sizeof *net), *again = mem_new(sizeof *again);
    for (int i = 0; i < HEX_NET_WEIGHTS; i++)
        ((float *)net)[i] =
            (float)((int)rng_below(&rng, 2 * HEX_NET_MOST + 1) - HEX_NET_MOST) / HEX_NET_UNIT;
    Text file = {0};
    Error err = {""};
    hex_net_write(net, "made at random", &file);
    assert_true(hex_net_parse(file.chars, file.length, "it", again, &err));
    assert_memory_equal(net, again, sizeof *net);
    assert_false(hex_net_parse(file.chars, file.length - 2, "it", again, &err)); // a weight less
    assert_non_null(strstr(err.text, "bytes"));
    text_free(&file);
    free(net);
    free(again);
}

static void the_network_built_in_is_there(void **state) {
    (void)state;
    HexNet *net = mem_new(sizeof *net);
    hex_net_built_in(net);
    int zeros = 0;
    for (int i = 0; i < HEX_NET_WEIGHTS; i++)
        zeros += ((float *)net)[i] == 0;
    assert_true(zeros < HEX_NET_WEIGHTS / 10);
    free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_sees_what_matters_only),
        cmocka_unit_test(it_thinks_like_its_twin),
        cmocka_unit_test(it_learns_like_its_twin),
        cmocka_unit_test(every_width_gives_the_same),
        cmocka_unit_test(curves_are_right),
        cmocka_unit_test(gradients_are_true),
        cmocka_unit_test(turned_lessons_are_the_same_lesson),
        cmocka_unit_test(lessons_are_learned),
        cmocka_unit_test(files_hold_every_weight),
        cmocka_unit_test(the_network_built_in_is_there),
    };
    return cmocka_run_group_tests_name("hex_net", tests, NULL, NULL);
}
