// SPDX-License-Identifier: MIT
#include "train/line_rows.h"

#include "base/memory.h"
#include "base/pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = LINE_LEVELS,
    AHEAD = 8, // rows that are sent for while others are changed
};
static const int reaches[LEVELS] = {2, 3, WINDOW_REACH};
static const float decays[LEVELS] = {0, 0.002f, 0.01f}; // towards what the inner cells say
static const double SPREAD = 0.1;                       // of the first numbers
static const float BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f;

// A row with its optimiser, Adam, side by side: what a batch has touched is changed all at once.
typedef struct LineRow {
    float values[LINE_CHANNELS], gradients[LINE_CHANNELS];
    float means[LINE_CHANNELS], squares[LINE_CHANNELS];
} LineRow;

#define KERNEL(name) name##_plain
#define KERNEL_TARGET
#include "train/line_rows_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "train/line_rows_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_TARGET NET_TARGET_512("avx512f")
#include "train/line_rows_kernel.h"
#define ROW_KERNELS(level)                                                                         \
    { get_##level, add_##level, step_##level }
#else
#define ROW_KERNELS(level)                                                                         \
    { get_plain, add_plain, step_plain }
#endif

typedef struct RowKernels {
    void (*get)(const LineRow *, const LineRow *, const LineRow *, int8_t *);
    void (*add)(LineRow *, const float *);
    void (*step)(LineRow *, float scale, float rate, float decay, float root);
} RowKernels;

static const RowKernels kernels[NET_LEVELS] = {ROW_KERNELS(plain), ROW_KERNELS(avx2),
                                               ROW_KERNELS(avx512), ROW_KERNELS(avx512)};

// The rows of one reach.
typedef struct RowLevel {
    int reach;
    size_t count;
    LineRow *rows;
    uint32_t *batches;             // that touched the row
    uint32_t *touched[LINE_PARTS]; // rows of this batch
    size_t touched_count[LINE_PARTS];
    uint8_t *is_touched;
} RowLevel;

struct LineRows {
    const RowKernels *kernels;
    RowLevel levels[LEVELS];
    int halves[LEVELS][WINDOW_HALVES]; // of a half, what is left of it within the reach
    double bias1, bias2;               // of Adam's means
};

static double normal(Rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)rng_below(rng, 1 << 20) / (1 << 20);
    return sum - 6;
}

static uint32_t smaller_image(int window, int reach) {
    int mirror = window_inner_mirror(window, reach);
    return (uint32_t)(window < mirror ? window : mirror);
}

LineImages *line_images_new(void) {
    LineImages *images = mem_new(sizeof *images);
    for (int window = 0; window < WINDOWS; window++) {
        images->own[window] = smaller_image(window, WINDOW_REACH);
        images->swapped[window] = smaller_image(window_swap(window), WINDOW_REACH);
    }
    return images;
}

static void level_init(RowLevel *level, int reach) {
    size_t count = (size_t)windows_of_reach(reach);
    level->reach = reach;
    level->count = count;
    level->rows = pages_new(count * sizeof *level->rows, PAGES_LARGE);
    level->batches = mem_new_array(count, sizeof *level->batches);
    for (int part = 0; part < LINE_PARTS; part++)
        level->touched[part] = mem_new_array(count, sizeof **level->touched);
    level->is_touched = mem_new_array(count, sizeof *level->is_touched);
}

LineRows *line_rows_new(Rng *rng) {
    LineRows *rows = mem_new(sizeof *rows);
    rows->kernels = &kernels[net_level_best()];
    for (int i = 0; i < LEVELS; i++) {
        level_init(&rows->levels[i], reaches[i]);
        for (int half = 0; half < WINDOW_HALVES; half++)
            rows->halves[i][half] = window_inner(half, reaches[i]);
    }
    for (size_t i = 0; i < rows->levels[0].count; i++)
        for (int k = 0; k < LINE_CHANNELS; k++)
            rows->levels[0].rows[i].values[k] = (float)(normal(rng) * SPREAD);
    rows->bias1 = rows->bias2 = 1;
    return rows;
}

void line_rows_free(LineRows *rows) {
    if (!rows)
        return;
    for (int i = 0; i < LEVELS; i++) {
        RowLevel *level = &rows->levels[i];
        pages_free(level->rows, level->count * sizeof *level->rows);
        for (int part = 0; part < LINE_PARTS; part++)
            free(level->touched[part]);
        free(level->batches);
        free(level->is_touched);
    }
    free(rows);
}

// The row of a level that this window has a part in.
static size_t row_of(const LineRows *rows, int level, uint32_t window) {
    const int *halves = rows->halves[level];
    int count = window_halves(reaches[level]);
    int after = (int)(window % WINDOW_HALVES), rest = (int)(window / WINDOW_HALVES);
    int inner = (halves[rest / WINDOW_DIGITS] * WINDOW_DIGITS + rest % WINDOW_DIGITS) * count +
                halves[after];
    return smaller_image(inner, reaches[level]);
}

LinePlace line_rows_place(const LineRows *rows, uint32_t window) {
    LinePlace place;
    for (int i = 0; i < LEVELS; i++)
        place.rows[i] = (uint32_t)row_of(rows, i, window);
    return place;
}

void line_rows_want(const LineRows *rows, const LinePlace *place) {
    for (int i = 0; i < LEVELS; i++) {
        const LineRow *row = &rows->levels[i].rows[place->rows[i]];
        __builtin_prefetch(row->values);
        __builtin_prefetch(row->values + LINE_CHANNELS / 2);
    }
}

void line_rows_get(const LineRows *rows, const LinePlace *place, int8_t row[LINE_CHANNELS]) {
    rows->kernels->get(&rows->levels[0].rows[place->rows[0]], &rows->levels[1].rows[place->rows[1]],
                       &rows->levels[2].rows[place->rows[2]], row);
}

void line_rows_add(LineRows *rows, const LinePlace *place, const float gradient[LINE_CHANNELS]) {
    int part = line_place_part(place);
    for (int i = 0; i < LEVELS; i++) {
        RowLevel *level = &rows->levels[i];
        uint32_t row = place->rows[i];
        if (!level->is_touched[row]) {
            level->is_touched[row] = 1;
            level->touched[part][level->touched_count[part]++] = row;
        }
        rows->kernels->add(&level->rows[row], gradient);
    }
}

void line_rows_begin_step(LineRows *rows) {
    rows->bias1 *= (double)BETA1;
    rows->bias2 *= (double)BETA2;
}

// What lies ahead is sent for meanwhile: rows are all over a table that no cache holds.
static void send_for(const RowLevel *level, int part, size_t at) {
    if (at >= level->touched_count[part])
        return;
    const float *row = level->rows[level->touched[part][at]].values;
    for (size_t i = 0; i < sizeof(LineRow) / sizeof *row; i += 64 / sizeof *row)
        __builtin_prefetch(row + i, 1);
}

void line_rows_step(LineRows *rows, int part, double batch, double rate) {
    float step = (float)(rate / (1 - rows->bias1)), root = (float)sqrt(1 / (1 - rows->bias2));
    for (int i = 0; i < LEVELS; i++) {
        RowLevel *level = &rows->levels[i];
        for (size_t k = 0; k < level->touched_count[part]; k++) {
            uint32_t row = level->touched[part][k];
            send_for(level, part, k + AHEAD);
            rows->kernels->step(&level->rows[row], (float)(1 / batch), step,
                                decays[i] * (float)rate, root);
            level->batches[row]++;
            level->is_touched[row] = 0;
        }
        level->touched_count[part] = 0;
    }
}

// --- from a network, and to one ---

// What the rows of a network say beyond what the levels further in say by now; for a level's row the mean of that
// over its windows.
static void start_level(LineRows *rows, int at, const int8_t *all) {
    RowLevel *level = &rows->levels[at];
    uint32_t *members = mem_new_array(level->count, sizeof *members);
    for (uint32_t window = 0; window < WINDOWS; window++) {
        LinePlace place = line_rows_place(rows, window);
        float *values = level->rows[place.rows[at]].values;
        members[place.rows[at]]++;
        for (int k = 0; k < LINE_CHANNELS; k++) {
            values[k] += (float)all[(size_t)window * LINE_CHANNELS + (size_t)k] / LINE_ROW_UNIT;
            for (int inner = 0; inner < at; inner++)
                values[k] -= rows->levels[inner].rows[place.rows[inner]].values[k];
        }
    }
    for (size_t i = 0; i < level->count; i++)
        for (int k = 0; k < LINE_CHANNELS && members[i]; k++)
            level->rows[i].values[k] /= (float)members[i];
    free(members);
}

void line_rows_start(LineRows *rows, const int8_t *all) {
    for (int i = 0; i < LEVELS; i++) {
        for (size_t row = 0; row < rows->levels[i].count; row++)
            memset(rows->levels[i].rows[row].values, 0, sizeof rows->levels[i].rows[row].values);
        start_level(rows, i, all);
    }
}

void line_rows_write(const LineRows *rows, int8_t *all) {
    for (uint32_t window = 0; window < WINDOWS; window++) {
        LinePlace place = line_rows_place(rows, window);
        line_rows_get(rows, &place, all + (size_t)window * LINE_CHANNELS);
    }
}

// --- between two sittings ---

static void keep_row(RowLevel *level, size_t row, Checkpoint *checkpoint) {
    checkpoint_keep(checkpoint, &level->batches[row], sizeof *level->batches);
    checkpoint_keep(checkpoint, &level->rows[row], sizeof *level->rows);
}

static void keep_level(RowLevel *level, Checkpoint *checkpoint) {
    uint64_t count = (uint64_t)windows_of_reach(level->reach), learned = 0, at = 0;
    for (size_t row = 0; row < count; row++)
        learned += level->batches[row] > 0;
    learned = checkpoint_number(checkpoint, learned, count);
    for (uint64_t i = 0; i < learned; i++, at++) {
        while (!checkpoint_brings_back(checkpoint) && at < count && !level->batches[at])
            at++;
        at = checkpoint_number(checkpoint, at, count - 1);
        keep_row(level, (size_t)at, checkpoint);
    }
}

void line_rows_keep(LineRows *rows, Checkpoint *checkpoint) {
    for (int i = 0; i < LEVELS; i++)
        keep_level(&rows->levels[i], checkpoint);
    checkpoint_keep(checkpoint, &rows->bias1, sizeof rows->bias1);
    checkpoint_keep(checkpoint, &rows->bias2, sizeof rows->bias2);
}
