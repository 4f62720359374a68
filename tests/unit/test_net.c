// SPDX-License-Identifier: MIT
// The layers of src/net/ against scalar twins, at every level of instructions this machine has; its files, and
// what is wrong with them.
#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "net/asset.h"
#include "net/conv_float.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 200, TO_MAX = 64, FROM_MAX = 64, EDGE = 20 };

// A convolution of any measures that a tenant could have, with everything it reads and writes.
typedef struct Trial {
    NetGrid grid;
    int from, to;
    float weights[NET_TAPS_MAX * FROM_MAX * TO_MAX];
    int16_t pairs[NET_TAPS_MAX * FROM_MAX * TO_MAX];
    int32_t bias[TO_MAX];
    int16_t in[ROOM * FROM_MAX], more[ROOM * TO_MAX], out[ROOM * TO_MAX];
    float bias_float[TO_MAX];
    float in_float[ROOM * FROM_MAX], more_float[ROOM * TO_MAX], out_float[ROOM * TO_MAX];
    float gradient[NET_TAPS_MAX * FROM_MAX * TO_MAX];
} Trial;

static int between(Rng *rng, int least, int most) {
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

// As large as the bounds allow: nothing may overflow.
static void trial_make(Trial *trial, Rng *rng) {
    trial->to = NET_LANES * between(rng, 1, TO_MAX / NET_LANES);
    trial->grid = (NetGrid){.first = EDGE, .end = EDGE + between(rng, 1, 60)};
    trial->grid.taps = between(rng, 1, NET_TAPS_MAX);
    for (int i = 0; i < trial->grid.taps; i++)
        trial->grid.offsets[i] = between(rng, -EDGE, EDGE);
    int most = NET_PRODUCTS / trial->grid.taps / NET_CELLS;
    trial->from =
        NET_CELLS * between(rng, 1, most < FROM_MAX / NET_CELLS ? most : FROM_MAX / NET_CELLS);
    for (int i = 0; i < trial->grid.taps * trial->from * trial->to; i++)
        trial->weights[i] = (float)between(rng, -20000, 20000) / 8192;
    for (int i = 0; i < trial->to; i++) {
        trial->bias[i] = between(rng, -NET_BIAS_MOST, NET_BIAS_MOST);
        trial->bias_float[i] = (float)between(rng, -100, 100) / 100;
    }
    for (int i = 0; i < ROOM * trial->from; i++) {
        trial->in[i] = (int16_t)between(rng, 0, NET_ACTIVE_MOST);
        trial->in_float[i] = (float)between(rng, -100, 100) / 100;
    }
    for (int i = 0; i < ROOM * trial->to; i++) {
        trial->more[i] = (int16_t)between(rng, 0, NET_ACTIVE_MOST);
        trial->more_float[i] = (float)between(rng, -100, 100) / 100;
    }
    net_conv_pack(trial->weights, trial->grid.taps, trial->from, trial->to, trial->pairs);
}

static double weight_of(const Trial *trial, int tap, int i, int k) {
    return trial->weights[(tap * trial->from + i) * trial->to + k];
}

static int twin_cell(const Trial *trial, bool more, int cell, int k) {
    int64_t sum = trial->bias[k];
    for (int tap = 0; tap < trial->grid.taps; tap++)
        for (int i = 0; i < trial->from; i++) {
            double weight = round(weight_of(trial, tap, i, k) * (1 << NET_WEIGHT_BITS));
            weight = fmax(-NET_WEIGHT_MOST, fmin(weight, NET_WEIGHT_MOST));
            sum += (int64_t)weight * trial->in[(cell + trial->grid.offsets[tap]) * trial->from + i];
        }
    sum = (sum + (1 << NET_WEIGHT_BITS) / 2) >> NET_WEIGHT_BITS;
    sum += more ? trial->more[cell * trial->to + k] : 0;
    return sum < 0 ? 0 : sum > NET_ACTIVE_MOST ? NET_ACTIVE_MOST : (int)sum;
}

static void quantised_convolutions_are_their_twin_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Trial *trial = mem_new(sizeof *trial);
    for (size_t i = 0; i < test_count(5, 60, 3000); i++) {
        trial_make(trial, &rng);
        bool more = rng_below(&rng, 2);
        NetConv conv = {trial->pairs, trial->from, trial->to, trial->bias,
                        more ? trial->more : NULL};
        for (int level = 0; level <= (int)net_level_best(); level++) {
            memset(trial->out, 0xff, sizeof trial->out);
            net_conv_run((NetLevel)level, &trial->grid, &conv, trial->in, trial->out);
            for (int cell = trial->grid.first; cell < trial->grid.end; cell++)
                for (int k = 0; k < trial->to; k++)
                    assert_int_equal(trial->out[cell * trial->to + k],
                                     twin_cell(trial, more, cell, k));
            for (int k = 0; k < trial->to; k++) {
                assert_int_equal(trial->out[(trial->grid.first - 1) * trial->to + k], -1);
                assert_int_equal(trial->out[(trial->grid.end + NET_CELLS - 1) * trial->to + k], -1);
            }
        }
    }
    free(trial);
}

static double twin_float_cell(const Trial *trial, const NetConvFloat *conv, int cell, int k) {
    double sum = conv->bias[k] + (conv->more ? conv->more[cell * trial->to + k] : 0);
    for (int tap = 0; tap < trial->grid.taps; tap++)
        for (int i = 0; i < trial->from; i++)
            sum += weight_of(trial, tap, i, k) *
                   trial->in_float[(cell + trial->grid.offsets[tap]) * trial->from + i];
    return conv->relu && sum < 0 ? 0 : sum;
}

static void float_convolutions_are_their_twin_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Trial *trial = mem_new(sizeof *trial);
    for (size_t i = 0; i < test_count(5, 60, 3000); i++) {
        trial_make(trial, &rng);
        NetConvFloat conv = {.weights = trial->weights,
                             .from = trial->from,
                             .to = trial->to,
                             .bias = trial->bias_float,
                             .more = rng_below(&rng, 2) ? trial->more_float : NULL,
                             .relu = rng_below(&rng, 2)};
        for (int level = 0; level <= (int)net_level_best(); level++) {
            net_conv_float_run((NetLevel)level, &trial->grid, &conv, trial->in_float,
                               trial->out_float);
            for (int cell = trial->grid.first; cell < trial->grid.end; cell++)
                for (int k = 0; k < trial->to; k++)
                    assert_true(fabs(trial->out_float[cell * trial->to + k] -
                                     twin_float_cell(trial, &conv, cell, k)) < 1e-3);
        }
    }
    free(trial);
}

static void gradients_are_their_twin_at_every_level(void **state) {
    (void)state;
    Rng rng = rng_seed(test_seed());
    Trial *trial = mem_new(sizeof *trial);
    for (size_t i = 0; i < test_count(5, 40, 1000); i++) {
        trial_make(trial, &rng);
        for (int level = 0; level <= (int)net_level_best(); level++) {
            memset(trial->gradient, 0, sizeof trial->gradient);
            net_conv_float_gradient((NetLevel)level, &trial->grid, trial->from, trial->to,
                                    trial->in_float, trial->more_float, trial->gradient);
            for (int tries = 0; tries < 200; tries++) {
                int tap = between(&rng, 0, trial->grid.taps - 1);
                int from = between(&rng, 0, trial->from - 1), to = between(&rng, 0, trial->to - 1);
                double sum = 0;
                for (int cell = trial->grid.first; cell < trial->grid.end; cell++)
                    sum += trial->in_float[(cell + trial->grid.offsets[tap]) * trial->from + from] *
                           trial->more_float[cell * trial->to + to];
                float came = trial->gradient[(tap * trial->from + from) * trial->to + to];
                assert_true(fabs(came - sum) < 1e-3);
            }
        }
    }
    free(trial);
}

static void numbers_are_quantised_to_the_nearest(void **state) {
    (void)state;
    assert_int_equal(net_quantise(0.5f, 1000, 2000), 500);
    assert_int_equal(net_quantise(0.0014f, 1000, 2000), 1);
    assert_int_equal(net_quantise(0.0016f, 1000, 2000), 2);
    assert_int_equal(net_quantise(-0.0016f, 1000, 2000), -2);
    assert_int_equal(net_quantise(1e30f, 1000, 2000), 2000);
    assert_int_equal(net_quantise(-1e30f, 1000, 2000), -2000);
}

// --- files ---

enum { PAYLOAD = 37 };
static const NetKind kind = {"gomoku", "renju", {3, 5, 7}, PAYLOAD};

static void write_file(const NetKind *as, const char *note, Text *file) {
    unsigned char payload[PAYLOAD + 1];
    for (int i = 0; i <= PAYLOAD; i++)
        payload[i] = (unsigned char)(i * 7);
    net_asset_write(as, note, payload, file);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char *const notes[] = {"", "Learned from 3 games by\n  tengen train x\n"};
    for (int i = 0; i < 2; i++) {
        Text file = {0};
        NetAsset asset;
        Error err = {""};
        write_file(&kind, notes[i], &file);
        assert_true(net_asset_open(file.chars, file.length, "it", &kind, &asset, &err));
        for (int k = 0; k < PAYLOAD; k++)
            assert_int_equal(asset.payload[k], (unsigned char)(k * 7));
        assert_int_equal((asset.payload - (unsigned char *)file.chars) % NET_ALIGN, 0);
        assert_int_equal(asset.note_bytes, strlen(notes[i]));
        assert_memory_equal(asset.note, notes[i], asset.note_bytes);
        text_free(&file);
    }
}

static void refuse(const Text *file, size_t count, const char *sentence) {
    NetAsset asset;
    Error err = {""};
    assert_false(net_asset_open(file->chars, count, "it", &kind, &asset, &err));
    assert_string_equal(err.text, sentence);
}

static void other_networks_are_refused(void **state) {
    (void)state;
    static const struct {
        NetKind kind;
        const char *sentence;
    } others[] = {
        {{"hex", "renju", {3, 5, 7}, PAYLOAD},
         "it holds a network for the game 'hex', not for gomoku"},
        {{"gomoku", "standard", {3, 5, 7}, PAYLOAD},
         "the weights in it are for standard, not for renju"},
        {{"gomoku", "renju", {3, 6, 7, 1}, PAYLOAD},
         "it holds a network of the dimensions 3x6x7x1, not 3x5x7"},
        {{"gomoku", "renju", {3, 5, 7}, PAYLOAD + 1}, "it has a header that contradicts itself"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Text file = {0};
        write_file(&others[i].kind, "note", &file);
        refuse(&file, file.length, others[i].sentence);
        text_free(&file);
    }
}

static void damaged_networks_are_refused(void **state) {
    (void)state;
    Text file = {0};
    write_file(&kind, "note", &file);
    size_t whole = file.length;
    refuse(&file, 0, "it is no network: such a file begins with the word tengenet");
    refuse(&file, 7, "it is no network: such a file begins with the word tengenet");
    refuse(&file, 127, "it ends within its header");
    refuse(&file, whole - 1, "it has 228 bytes, but its header speaks of 229");
    text_add_char(&file, 0);
    refuse(&file, whole + 1, "it has 230 bytes, but its header speaks of 229");
    static const struct {
        size_t at;
        const char *sentence;
    } places[] = {
        {0, "it is no network: such a file begins with the word tengenet"},
        {8, "it is of version 0 of the format; this program reads 1"},
        {12, "it has a header that contradicts itself"}, // where the payload begins
        {48, "it holds a network of the dimensions 2x5x7, not 3x5x7"},
        {80, "it has a header that contradicts itself"}, // bytes
        {88, "it is damaged: its numbers do not have the hash that its header names"},
        {99, "it has a header that contradicts itself"}, // bytes of the note
        {192, "it is damaged: its numbers do not have the hash that its header names"},
        {228, "it is damaged: its numbers do not have the hash that its header names"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        file.chars[places[i].at] ^= 1;
        refuse(&file, whole, places[i].sentence);
        file.chars[places[i].at] ^= 1;
    }
    text_free(&file);
}

// Numbers of the format, by a program in another language.
static void hashes_are_the_same_everywhere(void **state) {
    (void)state;
    assert_true(net_asset_hash("", 0) == 0x0u);
    assert_true(net_asset_hash("tengen, a point", 15) == 0xb727c8c12bb5dc3du);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantised_convolutions_are_their_twin_at_every_level),
        cmocka_unit_test(float_convolutions_are_their_twin_at_every_level),
        cmocka_unit_test(gradients_are_their_twin_at_every_level),
        cmocka_unit_test(numbers_are_quantised_to_the_nearest),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(other_networks_are_refused),
        cmocka_unit_test(damaged_networks_are_refused),
        cmocka_unit_test(hashes_are_the_same_everywhere),
    };
    return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
