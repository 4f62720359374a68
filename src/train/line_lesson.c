// SPDX-License-Identifier: MIT
#include "train/line_lesson.h"

#include "base/memory.h"
#include "train/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Cells have places with a gap around the board, so that every one has its neighbours.
enum { PLACES_A_ROW = BOARD_MAX + 2, PLACES = PLACES_A_ROW * PLACES_A_ROW };

// The rows of a cell's windows, and of those it has on the empty board; own view first.
typedef struct LineCell {
    int at; // its place, see below
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
#define gather_avx2      gather_plain
#define gather_avx512    gather_plain
#define read_avx2        read_plain
#define read_avx512      read_plain
#define read_back_avx2   read_back_plain
#define read_back_avx512 read_back_plain
#define spread_avx2      spread_plain
#define spread_avx512    spread_plain
#endif

typedef void GatherFn(const int8_t *, const LineCell *, int, float (*)[LINE_SUMS], float *);
typedef void ReadFn(const LineCell *, int, float (*)[LINE_SUMS], float (*)[LINE_SUMS],
                    float (*)[LINE_RINGS]);
typedef void SpreadFn(const int8_t *, float *, const LineCell *, int, float (*)[LINE_SUMS],
                      const float *, float (*)[LINE_RINGS], float (*)[LINE_SUMS]);
typedef struct Kernels {
    GatherFn *gather;
    ReadFn *read, *read_back;
    SpreadFn *spread;
} Kernels;
static const Kernels kernels[NET_LEVELS] = {
    [NET_PLAIN] = {gather_plain, read_plain, read_back_plain, spread_plain},
    [NET_AVX2] = {gather_avx2, read_avx2, read_back_avx2, spread_avx2},
    [NET_AVX512] = {gather_avx512, read_avx512, read_back_avx512, spread_avx512},
    [NET_VNNI] = {gather_avx512, read_avx512, read_back_avx512, spread_avx512},
};

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
    LineCell
        cells[FIELD_POINTS]; // those that are not as on the empty board, and those that are read
    int cell_count;
    bool is_read[PLACES];              // the candidates and their neighbours
    float channels[PLACES][LINE_SUMS]; // after the ReLU
    float readings[PLACES][LINE_RINGS], reading_slopes[PLACES][LINE_RINGS];
    float shares[FIELD_POINTS]; // of the candidates
    float inputs[LINE_SUMS], first[LINE_HIDDEN], second[LINE_HIDDEN];
    float mood[LINE_HIDDEN], readers[LINE_RINGS][LINE_SUMS];
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

// --- places ---

enum { NEIGHBOURS = 9 }; // with the cell itself

static const struct {
    int step, ring;
} neighbours[NEIGHBOURS] = {
    {0, 0},
    {-1, 1},
    {1, 1},
    {-PLACES_A_ROW, 1},
    {PLACES_A_ROW, 1},
    {-PLACES_A_ROW - 1, 2},
    {-PLACES_A_ROW + 1, 2},
    {PLACES_A_ROW - 1, 2},
    {PLACES_A_ROW + 1, 2},
};

static int place_of(const LineShard *shard, int cell) {
    return (cell / shard->width + 1) * PLACES_A_ROW + cell % shard->width + 1;
}

// --- the windows of a position ---

static void begin_board(LineShard *shard, int width, int height) {
    if (shard->width == width && shard->height == height)
        return;
    Board board;
    board_init(&board, RULE_FREESTYLE, width, height);
    shard->width = width;
    shard->height = height;
    memset(shard->readings, 0, sizeof shard->readings); // beyond the edges
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
    memset(shard->is_read, 0, sizeof shard->is_read);
    for (int i = 0; i < lesson->candidate_count; i++)
        for (int n = 0; n < NEIGHBOURS; n++)
            shard->is_read[place_of(shard, lesson->candidates[i].cell) + neighbours[n].step] = true;
    shard->cell_count = 0;
    for (int c = 0; c < count; c++) {
        int at = place_of(shard, c);
        if (!shard->is_read[at] && is_bare(shard, c))
            continue;
        LineCell *cell = &shard->cells[shard->cell_count++];
        cell->at = at;
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

static void add_layer(const float in[LINE_HIDDEN], const float weights[][LINE_HIDDEN],
                      float out[LINE_HIDDEN]) {
    for (int i = 0; i < LINE_HIDDEN; i++)
        for (int k = 0; k < LINE_HIDDEN; k++)
            out[k] += in[i] * weights[i][k];
}

static void rectify(float numbers[LINE_HIDDEN]) {
    for (int k = 0; k < LINE_HIDDEN; k++)
        numbers[k] = numbers[k] > 0 ? numbers[k] : 0;
}

static float value_of(LineShard *shard, const LineHead *head, const LineLesson *lesson) {
    float out = head->value_bias + head->plain * lesson->plain;
    memcpy(shard->first, head->threats[lesson->threats], sizeof shard->first);
    add_layer(shard->inputs, head->sums, shard->first);
    rectify(shard->first);
    memcpy(shard->second, head->hidden_bias, sizeof shard->second);
    add_layer(shard->first, head->hidden, shard->second);
    rectify(shard->second);
    for (int i = 0; i < LINE_HIDDEN; i++)
        out += shard->second[i] * head->value[i];
    return out;
}

static void make_readers(LineShard *shard, const LineHead *head, const LineLesson *lesson) {
    memcpy(shard->mood, head->mood_threats[lesson->threats], sizeof shard->mood);
    add_layer(shard->inputs, head->mood_sums, shard->mood);
    rectify(shard->mood);
    memcpy(shard->readers, head->readers, sizeof shard->readers);
    for (int ring = 0; ring < LINE_RINGS; ring++)
        add_layer(shard->mood, head->moods[ring], shard->readers[ring]);
}

// The shares of the candidates.
static void weigh_moves(LineShard *shard, const LineHead *head, const LineLesson *lesson) {
    float most = -1e30f, sum = 0;
    make_readers(shard, head, lesson);
    kernels[shard->level].read(shard->cells, shard->cell_count, shard->channels, shard->readers,
                               shard->readings);
    for (int i = 0; i < lesson->candidate_count; i++) {
        const LineCandidate *candidate = &lesson->candidates[i];
        int at = place_of(shard, candidate->cell);
        float logit = head->urge * (float)candidate->urge / URGE_UNIT;
        for (int n = 0; n < NEIGHBOURS; n++)
            logit += shard->readings[at + neighbours[n].step][neighbours[n].ring];
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
    kernels[shard->level].gather(shard->rows, shard->cells, shard->cell_count, shard->channels,
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

// From the gradient of what came out of a layer to its weights' and, added, to that of what went in.
static void layer_back(const float in[LINE_HIDDEN], const float weights[][LINE_HIDDEN],
                       const float out_slopes[LINE_HIDDEN], float gradients[][LINE_HIDDEN],
                       float in_slopes[LINE_HIDDEN]) {
    for (int i = 0; i < LINE_HIDDEN; i++) {
        float sum = 0;
        for (int k = 0; k < LINE_HIDDEN; k++) {
            gradients[i][k] += in[i] * out_slopes[k];
            sum += weights[i][k] * out_slopes[k];
        }
        in_slopes[i] += sum;
    }
}

static void rectify_back(const float numbers[LINE_HIDDEN], float slopes[LINE_HIDDEN]) {
    for (int k = 0; k < LINE_HIDDEN; k++)
        slopes[k] = numbers[k] > 0 ? slopes[k] : 0;
}

static void add_slopes(const float slopes[LINE_HIDDEN], float to[LINE_HIDDEN]) {
    for (int k = 0; k < LINE_HIDDEN; k++)
        to[k] += slopes[k];
}

// From the gradient of the logit (`slope`) to that of the inputs.
static void value_back(LineShard *shard, const LineHead *head, LineHead *gradients,
                       const LineLesson *lesson, float slope, float input_slopes[LINE_SUMS]) {
    float second[LINE_HIDDEN], first[LINE_HIDDEN] = {0};
    gradients->value_bias += slope;
    gradients->plain += slope * lesson->plain;
    for (int k = 0; k < LINE_HIDDEN; k++) {
        gradients->value[k] += slope * shard->second[k];
        second[k] = slope * head->value[k];
    }
    rectify_back(shard->second, second);
    add_slopes(second, gradients->hidden_bias);
    layer_back(shard->first, head->hidden, second, gradients->hidden, first);
    rectify_back(shard->first, first);
    add_slopes(first, gradients->threats[lesson->threats]);
    layer_back(shard->inputs, head->sums, first, gradients->sums, input_slopes);
}

// From the gradients of the readers to that of the inputs.
static void readers_back(LineShard *shard, const LineHead *head, LineHead *gradients,
                         const LineLesson *lesson, float slopes[LINE_RINGS][LINE_SUMS],
                         float input_slopes[LINE_SUMS]) {
    float mood[LINE_HIDDEN] = {0};
    for (int ring = 0; ring < LINE_RINGS; ring++) {
        add_slopes(slopes[ring], gradients->readers[ring]);
        layer_back(shard->mood, head->moods[ring], slopes[ring], gradients->moods[ring], mood);
    }
    rectify_back(shard->mood, mood);
    add_slopes(mood, gradients->mood_threats[lesson->threats]);
    layer_back(shard->inputs, head->mood_sums, mood, gradients->mood_sums, input_slopes);
}

static void moves_back(LineShard *shard, const LineHead *head, LineHead *gradients,
                       const LineLesson *lesson, float input_slopes[LINE_SUMS]) {
    for (int i = 0; i < lesson->candidate_count; i++) {
        const LineCandidate *candidate = &lesson->candidates[i];
        int at = place_of(shard, candidate->cell);
        float slope = POLICY_SHARE * (shard->shares[i] - (float)(i == lesson->chosen));
        gradients->urge += slope * (float)candidate->urge / URGE_UNIT;
        for (int n = 0; n < NEIGHBOURS; n++)
            shard->reading_slopes[at + neighbours[n].step][neighbours[n].ring] += slope;
    }
    float readers[LINE_RINGS][LINE_SUMS];
    kernels[shard->level].read_back(shard->cells, shard->cell_count, shard->channels, readers,
                                    shard->reading_slopes);
    readers_back(shard, head, gradients, lesson, readers, input_slopes);
}

LineResult line_shard_study(LineShard *shard, const LineModel *model, const LineLesson *lesson) {
    int of = model->shared ? 0 : lesson->side;
    const LineHead *head = &model->heads[of];
    LineResult result = forward(shard, model, lesson);
    float slopes[LINE_SUMS] = {0};
    memset(shard->reading_slopes, 0, sizeof shard->reading_slopes);
    float slope = (float)score_logistic((double)result.logit) - lesson->target;
    value_back(shard, head, &shard->heads[of], lesson, slope, slopes);
    if (lesson->chosen >= 0)
        moves_back(shard, head, &shard->heads[of], lesson, slopes);
    for (int i = 0; i < LINE_SUMS; i++)
        slopes[i] /= LINE_SUM_UNIT;
    kernels[shard->level].spread(shard->rows, shard->gradients, shard->cells, shard->cell_count,
                                 shard->channels, slopes, shard->reading_slopes, shard->readers);
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
