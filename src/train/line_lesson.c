// SPDX-License-Identifier: MIT
#include "train/line_lesson.h"

#include "base/memory.h"
#include "train/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The rows of a cell's windows, and of those it has on the empty board; own view first.
typedef struct LineCell {
    int cell; // by row, without gaps
    uint32_t slots[2][DIRECTIONS], bare[2][DIRECTIONS];
} LineCell;

#define KERNEL(name) name##_plain
#define KERNEL_TARGET
#include "train/line_lesson_kernel.h"

#ifdef __x86_64__
#define KERNEL(name)  name##_avx2
#define KERNEL_TARGET __attribute__((target("avx2")))
#include "train/line_lesson_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#include "train/line_lesson_kernel.h"
#else
#define gather_avx2   gather_plain
#define gather_avx512 gather_plain
#define spread_avx2   spread_plain
#define spread_avx512 spread_plain
#endif

typedef void GatherFn(const int8_t *, const LineCell *, int, float (*)[LINE_SUMS], float *);
typedef void SpreadFn(const int8_t *, float *, const LineCell *, int, float (*)[LINE_SUMS],
                      const float *, const float *, const float *);
static GatherFn *const gathers[NET_LEVELS] = {gather_plain, gather_avx2, gather_avx512,
                                              gather_avx512};
static SpreadFn *const spreads[NET_LEVELS] = {spread_plain, spread_avx2, spread_avx512,
                                              spread_avx512};

static const float POLICY_SHARE = 0.25f; // of the loss
#define NO_SLOT UINT32_MAX

struct LineShard {
    const LineImages *images;
    NetLevel level;
    int width, height;                         // of the board the windows below are of
    int empty_board[DIRECTIONS][FIELD_POINTS]; // windows of the empty board
    uint32_t *slots[2];                        // by viewer and window: where its row is, or NO_SLOT
    uint32_t *windows; // of the slots; those of the second viewer behind WINDOWS
    // By window as Black sees it: the slots of both sides' views, or NO_SLOT. One look for four.
    uint32_t (*pairs)[2];
    uint32_t *paired; // the windows that have some
    size_t paired_count;
    LinePlace *places;
    int8_t *rows; // of the slots
    float *gradients;
    size_t count, capacity;
    LineHead heads[2]; // gradients
    // Of one lesson.
    int lesson_windows[DIRECTIONS][FIELD_POINTS]; // as Black sees them
    LineCell cells[FIELD_POINTS]; // those that are not as on the empty board, and the candidates
    int cell_count;
    bool is_candidate[FIELD_POINTS];
    float channels[FIELD_POINTS][LINE_SUMS]; // after the ReLU
    float extra[FIELD_POINTS];
    float shares[FIELD_POINTS]; // of the candidates
    float inputs[LINE_SUMS], first[LINE_HIDDEN], second[LINE_HIDDEN];
};

LineShard *line_shard_new(const LineImages *images) {
    LineShard *shard = mem_new(sizeof *shard);
    shard->images = images;
    shard->level = net_level_best();
    for (int viewer = 0; viewer < 2; viewer++) {
        shard->slots[viewer] = mem_new_array(WINDOWS, sizeof **shard->slots);
        memset(shard->slots[viewer], 0xff, WINDOWS * sizeof **shard->slots);
    }
    shard->pairs = mem_new_array(WINDOWS, sizeof *shard->pairs);
    shard->paired = mem_new_array(WINDOWS, sizeof *shard->paired);
    memset(shard->pairs, 0xff, WINDOWS * sizeof *shard->pairs);
    return shard;
}

void line_shard_free(LineShard *shard) {
    if (!shard)
        return;
    free(shard->slots[0]);
    free(shard->slots[1]);
    free(shard->pairs);
    free(shard->paired);
    free(shard->windows);
    free(shard->places);
    free(shard->rows);
    free(shard->gradients);
    free(shard);
}

void line_shard_begin(LineShard *shard) {
    for (size_t i = 0; i < shard->count; i++)
        shard->slots[shard->windows[i] / WINDOWS][shard->windows[i] % WINDOWS] = NO_SLOT;
    shard->count = 0;
    while (shard->paired_count)
        shard->pairs[shard->paired[--shard->paired_count]][0] = NO_SLOT;
    memset(shard->heads, 0, sizeof shard->heads);
}

// --- the windows of a position ---

static void begin_board(LineShard *shard, int width, int height) {
    if (shard->width == width && shard->height == height)
        return;
    Board board;
    board_init(&board, RULE_FREESTYLE, width, height);
    shard->width = width;
    shard->height = height;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = 0; i < width * height; i++)
            shard->empty_board[d][i] =
                window_at(&board, move_at(i % width, i / width), d, SIDE_BLACK);
}

static void put_stone(LineShard *shard, const LineStone *stone) {
    static const int steps[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int digit = stone->side == SIDE_BLACK ? 1 : 2;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int k = -WINDOW_REACH; k <= WINDOW_REACH; k++) {
            int x = move_x(stone->cell) + k * steps[d][0],
                y = move_y(stone->cell) + k * steps[d][1];
            if (x >= 0 && x < shard->width && y >= 0 && y < shard->height)
                shard->lesson_windows[d][y * shard->width + x] += window_step(-k, digit);
        }
}

static void grow(LineShard *shard) {
    shard->capacity = shard->capacity ? 2 * shard->capacity : 4096;
    shard->windows = realloc(shard->windows, shard->capacity * sizeof *shard->windows);
    shard->places = realloc(shard->places, shard->capacity * sizeof *shard->places);
    shard->rows = realloc(shard->rows, shard->capacity * LINE_CHANNELS);
    shard->gradients = realloc(shard->gradients, shard->capacity * LINE_CHANNELS * sizeof(float));
    if (!shard->windows || !shard->places || !shard->rows || !shard->gradients)
        die("out of memory");
}

static uint32_t slot_of(LineShard *shard, int viewer, uint32_t window) {
    uint32_t *slot = &shard->slots[viewer][window];
    if (*slot != NO_SLOT)
        return *slot;
    if (shard->count == shard->capacity)
        grow(shard);
    *slot = (uint32_t)shard->count++;
    shard->windows[*slot] = (uint32_t)viewer * WINDOWS + window;
    return *slot;
}

static void pair_up(LineShard *shard, bool shared, uint32_t window) {
    shard->pairs[window][SIDE_BLACK] = slot_of(shard, SIDE_BLACK, shard->images->own[window]);
    shard->pairs[window][SIDE_WHITE] =
        slot_of(shard, shared ? SIDE_BLACK : SIDE_WHITE, shard->images->swapped[window]);
    shard->paired[shard->paired_count++] = window;
}

// The rows of the slots that are new, all sent for before the first is used.
static void fetch_rows(LineShard *shard, const LineModel *model, size_t from) {
    for (size_t i = from; i < shard->count; i++) {
        const LineRows *rows = model->rows[shard->windows[i] / WINDOWS];
        shard->places[i] = line_rows_place(rows, shard->windows[i] % WINDOWS);
        line_rows_want(rows, &shard->places[i]);
    }
    for (size_t i = from; i < shard->count; i++)
        line_rows_get(model->rows[shard->windows[i] / WINDOWS], &shard->places[i],
                      shard->rows + i * LINE_CHANNELS);
    memset(shard->gradients + from * LINE_CHANNELS, 0,
           (shard->count - from) * LINE_CHANNELS * sizeof *shard->gradients);
}

static void take_windows(LineShard *shard, const LineModel *model, int own, int window,
                         uint32_t *own_slot, uint32_t *other_slot) {
    if (shard->pairs[window][0] == NO_SLOT)
        pair_up(shard, model->shared, (uint32_t)window);
    *own_slot = shard->pairs[window][own];
    *other_slot = shard->pairs[window][1 - own];
}

static bool is_bare(const LineShard *shard, int cell) {
    for (int d = 0; d < DIRECTIONS; d++)
        if (shard->lesson_windows[d][cell] != shard->empty_board[d][cell])
            return false;
    return true;
}

// Cells that are as on the empty board add nothing to the sums.
static void look(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    int count = lesson->width * lesson->height, own = lesson->side == SIDE_BLACK ? 0 : 1;
    size_t known = shard->count;
    begin_board(shard, lesson->width, lesson->height);
    memcpy(shard->lesson_windows, shard->empty_board, sizeof shard->lesson_windows);
    for (int i = 0; i < lesson->stone_count; i++)
        put_stone(shard, &lesson->stones[i]);
    memset(shard->is_candidate, 0, sizeof shard->is_candidate);
    for (int i = 0; i < lesson->candidate_count; i++)
        shard->is_candidate[lesson->candidates[i].cell] = true;
    shard->cell_count = 0;
    for (int c = 0; c < count; c++) {
        if (!shard->is_candidate[c] && is_bare(shard, c))
            continue;
        LineCell *cell = &shard->cells[shard->cell_count++];
        cell->cell = c;
        for (int d = 0; d < DIRECTIONS; d++) {
            take_windows(shard, model, own, shard->lesson_windows[d][c], &cell->slots[0][d],
                         &cell->slots[1][d]);
            take_windows(shard, model, own, shard->empty_board[d][c], &cell->bare[0][d],
                         &cell->bare[1][d]);
        }
    }
    fetch_rows(shard, model, known);
}

// --- forwards ---

static float value_of(LineShard *shard, const LineHead *head, const LineLesson *lesson) {
    float out = head->value_bias + head->plain * lesson->plain;
    memcpy(shard->first, head->threats[lesson->threats], sizeof shard->first);
    for (int i = 0; i < LINE_SUMS; i++)
        for (int k = 0; k < LINE_HIDDEN; k++)
            shard->first[k] += shard->inputs[i] * head->sums[i][k];
    memcpy(shard->second, head->hidden_bias, sizeof shard->second);
    for (int i = 0; i < LINE_HIDDEN; i++) {
        shard->first[i] = shard->first[i] > 0 ? shard->first[i] : 0;
        for (int k = 0; k < LINE_HIDDEN; k++)
            shard->second[k] += shard->first[i] * head->hidden[i][k];
    }
    for (int i = 0; i < LINE_HIDDEN; i++) {
        shard->second[i] = shard->second[i] > 0 ? shard->second[i] : 0;
        out += shard->second[i] * head->value[i];
    }
    return out;
}

// Added up in sixteen lanes: one after the other each sum would wait for the last.
static float product(const float *a, const float *b) {
    enum { LANES = 16 };
    float sums[LANES] = {0};
    for (int i = 0; i < LINE_SUMS; i += LANES)
        for (int k = 0; k < LANES; k++)
            sums[k] += a[i + k] * b[i + k];
    for (int half = LANES / 2; half; half /= 2)
        for (int k = 0; k < half; k++)
            sums[k] += sums[k + half];
    return sums[0];
}

// The shares of the candidates.
static void weigh_moves(LineShard *shard, const LineHead *head, const LineLesson *lesson) {
    float most = -1e30f, sum = 0;
    for (int i = 0; i < lesson->candidate_count; i++) {
        const LineCandidate *candidate = &lesson->candidates[i];
        const float *channels = shard->channels[candidate->cell];
        float logit =
            head->urge * (float)candidate->urge / URGE_UNIT + product(channels, head->policy);
        shard->shares[i] = logit;
        most = logit > most ? logit : most;
    }
    for (int i = 0; i < lesson->candidate_count; i++)
        sum += shard->shares[i] = expf(shard->shares[i] - most);
    for (int i = 0; i < lesson->candidate_count; i++)
        shard->shares[i] /= sum;
}

static LineResult forward(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    const LineHead *head = &model->heads[model->shared ? 0 : lesson->side];
    LineResult result = {0};
    look(shard, model, lesson);
    gathers[shard->level](shard->rows, shard->cells, shard->cell_count, shard->channels,
                          shard->inputs);
    for (int i = 0; i < LINE_SUMS; i++)
        shard->inputs[i] /= LINE_SUM_UNIT;
    result.logit = value_of(shard, head, lesson);
    if (lesson->chosen < 0)
        return result;
    weigh_moves(shard, head, lesson);
    float chosen = shard->shares[lesson->chosen];
    for (int i = 0; i < lesson->candidate_count; i++)
        result.place += shard->shares[i] > chosen;
    result.move_loss = -log((double)chosen + 1e-30);
    return result;
}

LineResult line_shard_judge(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    return forward(shard, model, lesson);
}

// --- backwards ---

// From the gradient of the logit (`slope`) to that of the sums (`slopes`).
static void value_back(LineShard *shard, const LineHead *head, LineHead *gradients,
                       const LineLesson *lesson, float slope, float slopes[LINE_SUMS]) {
    float second[LINE_HIDDEN], first[LINE_HIDDEN];
    gradients->value_bias += slope;
    gradients->plain += slope * lesson->plain;
    for (int k = 0; k < LINE_HIDDEN; k++) {
        gradients->value[k] += slope * shard->second[k];
        second[k] = shard->second[k] > 0 ? slope * head->value[k] : 0;
        gradients->hidden_bias[k] += second[k];
    }
    for (int i = 0; i < LINE_HIDDEN; i++) {
        float sum = 0;
        for (int k = 0; k < LINE_HIDDEN; k++) {
            gradients->hidden[i][k] += shard->first[i] * second[k];
            sum += head->hidden[i][k] * second[k];
        }
        first[i] = shard->first[i] > 0 ? sum : 0;
        gradients->threats[lesson->threats][i] += first[i];
    }
    for (int i = 0; i < LINE_SUMS; i++) {
        float sum = 0;
        for (int k = 0; k < LINE_HIDDEN; k++) {
            gradients->sums[i][k] += shard->inputs[i] * first[k];
            sum += head->sums[i][k] * first[k];
        }
        slopes[i] = sum / LINE_SUM_UNIT;
    }
}

static void moves_back(LineShard *shard, LineHead *gradients, const LineLesson *lesson) {
    for (int i = 0; i < lesson->candidate_count; i++) {
        const LineCandidate *candidate = &lesson->candidates[i];
        const float *channels = shard->channels[candidate->cell];
        float slope = POLICY_SHARE * (shard->shares[i] - (float)(i == lesson->chosen));
        gradients->urge += slope * (float)candidate->urge / URGE_UNIT;
        for (int k = 0; k < LINE_SUMS; k++)
            gradients->policy[k] += slope * channels[k];
        shard->extra[candidate->cell] = slope;
    }
}

LineResult line_shard_study(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    int of = model->shared ? 0 : lesson->side, count = lesson->width * lesson->height;
    LineResult result = forward(shard, model, lesson);
    float slopes[LINE_SUMS];
    memset(shard->extra, 0, (size_t)count * sizeof *shard->extra);
    float slope = (float)score_logistic((double)result.logit) - lesson->target;
    value_back(shard, &model->heads[of], &shard->heads[of], lesson, slope, slopes);
    if (lesson->chosen >= 0)
        moves_back(shard, &shard->heads[of], lesson);
    spreads[shard->level](shard->rows, shard->gradients, shard->cells, shard->cell_count,
                          shard->channels, slopes, shard->extra, model->heads[of].policy);
    return result;
}

const float *line_shard_row_gradient(const LineShard *shard, int viewer, int window) {
    uint32_t slot = shard->slots[viewer][window];
    return slot == NO_SLOT ? NULL : shard->gradients + (size_t)slot * LINE_CHANNELS;
}

void line_shard_hand_over_rows(const LineShard *shard, LineModel *model, int part) {
    for (size_t i = 0; i < shard->count; i++)
        if (line_place_part(&shard->places[i]) == part)
            line_rows_add(model->rows[shard->windows[i] / WINDOWS], &shard->places[i],
                          shard->gradients + i * LINE_CHANNELS);
}

void line_shard_hand_over_heads(const LineShard *shard, LineHead gradients[2]) {
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LINE_HEAD_FLOATS; i++)
            ((float *)&gradients[side])[i] += ((const float *)&shard->heads[side])[i];
}
