// SPDX-License-Identifier: MIT
#include "train/lesson.h"

#include "base/memory.h"
#include "train/score.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double VALUE_SHARE = 1; // of the loss: a winning chance against a move

struct LessonRoom {
    NetLevel level;
    HexView packed;
    LayerView view;
    LayerSheet sheets[HEX_BLOCKS + 1]; // before and after each block
    LayerSheet inner[HEX_BLOCKS];
    float means[HEX_BLOCKS + 1][HEX_CHANNELS];
    float hidden[HEX_CHANNELS];
    float logits[VIEW_ROOM];
    int move_count;
    LessonMove moves[LESSON_MOVES];        // of the lesson, as the board is turned
    LayerSheet gradients, inner_gradients; // zero at the edges, always
};

LessonRoom *lesson_room_new(void) {
    LessonRoom *room = mem_new(sizeof *room);
    room->level = net_level_best();
    return room;
}

void lesson_room_free(LessonRoom *room) {
    free(room);
}

// --- packing ---

void lesson_pack(const HexView *view, Lesson *lesson) {
    lesson->width = (int8_t)view->width;
    lesson->height = (int8_t)view->height;
    lesson->lead = (int8_t)(view->planes[view_first(view)][VIEW_LEAD] / VIEW_LEAD_UNIT);
    for (int y = 0; y < view->height; y++)
        for (int x = 0; x < view->width; x++) {
            const int16_t *planes = view->planes[(y + 1) * view->stride + x];
            unsigned bits = 0;
            for (int i = 0; i < VIEW_PLANES; i++)
                bits |= (unsigned)(i != VIEW_LEAD && planes[i] != 0) << i;
            lesson->cells[y * view->width + x] = (uint16_t)bits;
        }
}

void lesson_unpack(const Lesson *lesson, bool turned, HexView *view) {
    int count = lesson->width * lesson->height;
    hex_view_begin(view, lesson->width, lesson->height);
    for (int i = 0; i < count; i++) {
        int from = turned ? count - 1 - i : i;
        int16_t *planes = view->planes[(i / view->width + 1) * view->stride + i % view->width];
        for (int k = 0; k < VIEW_PLANES; k++)
            planes[k] = (int16_t)((lesson->cells[from] >> k & 1) * VIEW_ONE);
        planes[VIEW_LEAD] = (int16_t)(lesson->lead * VIEW_LEAD_UNIT);
    }
}

// --- forwards ---

static float think(LessonRoom *room, const HexNet *net) {
    const LayerView *view = &room->view;
    float bias[HEX_CHANNELS];
    // Sizes may change from lesson to lesson: nothing of another one may be left at the edges.
    for (int i = 0; i <= HEX_BLOCKS; i++)
        layer_clear_edges(view, &room->sheets[i]);
    for (int i = 0; i < HEX_BLOCKS; i++)
        layer_clear_edges(view, &room->inner[i]);
    NetConvFloat layer = {.weights = net->input[0][0],
                          .from = VIEW_PLANES,
                          .to = HEX_CHANNELS,
                          .bias = net->input_bias,
                          .relu = true};
    layer_run(room->level, view, &layer, view->planes[0], &room->sheets[0]);
    layer.from = HEX_CHANNELS;
    for (int i = 0; i < HEX_BLOCKS; i++) {
        const HexNetBlock *block = &net->blocks[i];
        layer_mean(view, &room->sheets[i], room->means[i]);
        layer_block_bias(block, room->means[i], bias);
        layer.weights = block->first[0][0];
        layer.bias = bias;
        layer.more = NULL;
        layer_run(room->level, view, &layer, room->sheets[i].at[0], &room->inner[i]);
        layer.weights = block->second[0][0];
        layer.bias = block->second_bias;
        layer.more = room->sheets[i].at[0];
        layer_run(room->level, view, &layer, room->inner[i].at[0], &room->sheets[i + 1]);
    }
    layer_policy(net, view, &room->sheets[HEX_BLOCKS], room->logits);
    layer_mean(view, &room->sheets[HEX_BLOCKS], room->means[HEX_BLOCKS]);
    return hex_net_value(net, room->means[HEX_BLOCKS], room->hidden);
}

static bool is_open(const LayerView *view, int cell) {
    const float *planes = view->planes[cell];
    return planes[VIEW_BOARD] != 0 && planes[VIEW_OWN] == 0 && planes[VIEW_THEIR] == 0;
}

// Turns logits into chances; tells how the moves fared.
static void expect(LessonRoom *room, LessonResult *result) {
    const LayerView *view = &room->view;
    double sum = 0, most = -1e9;
    int move = room->moves[0].cell;
    for (int cell = layer_first(view); cell < layer_end(view); cell++) {
        if (!is_open(view, cell))
            continue;
        result->choices++;
        result->place += room->logits[cell] > room->logits[move] ||
                         (cell < move && room->logits[cell] == room->logits[move]);
        most = room->logits[cell] > most ? room->logits[cell] : most;
    }
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        sum += is_open(view, cell) ? exp(room->logits[cell] - most) : 0;
    for (int i = 0; i < room->move_count; i++)
        result->move_logarithm +=
            room->moves[i].share * (float)(room->logits[room->moves[i].cell] - most - log(sum));
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        room->logits[cell] =
            is_open(view, cell) ? (float)(exp(room->logits[cell] - most) / sum) : 0;
}

static LessonResult judge(LessonRoom *room, const HexNet *net, const Lesson *lesson, bool turned) {
    LessonResult result = {0};
    lesson_unpack(lesson, turned, &room->packed);
    layer_see(&room->packed, &room->view);
    room->move_count = lesson->move_count;
    for (int i = 0; i < lesson->move_count; i++) {
        room->moves[i] = lesson->moves[i];
        if (turned) // index = (y + 1) * stride + x
            room->moves[i].cell =
                layer_end(&room->view) + room->view.stride - 2 - room->moves[i].cell;
    }
    result.value = think(room, net);
    if (room->move_count)
        expect(room, &result);
    return result;
}

LessonResult lesson_judge(LessonRoom *room, const HexNet *net, const Lesson *lesson) {
    assert(lesson->move_count >= 0 && lesson->move_count <= LESSON_MOVES);
    return judge(room, net, lesson, false);
}

// --- backwards ---

void lesson_mirror(const HexNet *net, HexNet *back) {
    for (int i = 0; i < HEX_BLOCKS; i++)
        for (int tap = 0; tap < HEX_TAPS; tap++) {
            int opposite = tap ? (tap + 2) % 6 + 1 : 0;
            for (int k = 0; k < HEX_CHANNELS; k++)
                for (int m = 0; m < HEX_CHANNELS; m++) {
                    back->blocks[i].first[opposite][m][k] = net->blocks[i].first[tap][k][m];
                    back->blocks[i].second[opposite][m][k] = net->blocks[i].second[tap][k][m];
                }
        }
}

static void add_scaled(float *to, const float *from, float scale) {
    for (int k = 0; k < HEX_CHANNELS; k++)
        to[k] += from[k] * scale;
}

// Gradients of a mean belong to every cell of the board, not to the padding.
static void spread(const LayerView *view, const float mean_gradients[HEX_CHANNELS],
                   LayerSheet *gradients) {
    float share = 1 / (float)(view->width * view->height);
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        if (view->planes[cell][VIEW_BOARD] != 0)
            add_scaled(gradients->at[cell], mean_gradients, share);
}

// What was clipped has no gradient.
static void clip(const LayerView *view, const LayerSheet *came, LayerSheet *gradients) {
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        for (int k = 0; k < HEX_CHANNELS; k++)
            gradients->at[cell][k] = came->at[cell][k] > 0 ? gradients->at[cell][k] : 0;
}

static void add_bias_gradients(const LayerView *view, const LayerSheet *gradients, float *bias) {
    for (int cell = layer_first(view); cell < layer_end(view); cell++)
        add_scaled(bias, gradients->at[cell], 1);
}

static void study_policy(LessonRoom *room, const HexNet *net, HexNet *gradients) {
    const LayerView *view = &room->view;
    const LayerSheet *sheet = &room->sheets[HEX_BLOCKS];
    NetGrid grid = hex_net_grid(view->stride, view->height);
    // What should have been expected is taken away from what was.
    for (int i = 0; i < room->move_count; i++)
        room->logits[room->moves[i].cell] -= room->moves[i].share;
    for (int cell = layer_first(view); room->move_count && cell < layer_end(view); cell++) {
        if (!is_open(view, cell))
            continue;
        float gradient = room->logits[cell];
        for (int tap = 0; tap < HEX_TAPS; tap++) {
            add_scaled(gradients->policy[tap], sheet->at[cell + grid.offsets[tap]], gradient);
            add_scaled(room->gradients.at[cell + grid.offsets[tap]], net->policy[tap], gradient);
        }
    }
}

static void study_value(LessonRoom *room, const HexNet *net, float gradient, HexNet *gradients) {
    const float *mean = room->means[HEX_BLOCKS];
    float mean_gradients[HEX_CHANNELS] = {0};
    gradients->value_offset += gradient;
    for (int k = 0; k < HEX_CHANNELS; k++) {
        gradients->value[k] += gradient * room->hidden[k];
        float inner = room->hidden[k] > 0 ? gradient * net->value[k] : 0;
        gradients->value_bias[k] += inner;
        for (int i = 0; i < HEX_CHANNELS; i++) {
            gradients->value_hidden[i][k] += inner * mean[i];
            mean_gradients[i] += inner * net->value_hidden[i][k];
        }
    }
    spread(&room->view, mean_gradients, &room->gradients);
}

// `room->gradients` are those of what came out of the block, and become those of what went in.
static void study_block(LessonRoom *room, const HexNet *net, const HexNet *back, int index,
                        HexNet *gradients) {
    static const float nothing[HEX_CHANNELS] = {0};
    const LayerView *view = &room->view;
    const HexNetBlock *block = &net->blocks[index];
    HexNetBlock *learned = &gradients->blocks[index];
    NetConvFloat layer = {.from = HEX_CHANNELS, .to = HEX_CHANNELS, .bias = nothing};
    clip(view, &room->sheets[index + 1], &room->gradients);
    layer_clear_edges(view, &room->gradients);
    add_bias_gradients(view, &room->gradients, learned->second_bias);
    layer_weight_gradients(room->level, view, HEX_CHANNELS, room->inner[index].at[0],
                           &room->gradients, learned->second[0][0]);
    layer.weights = back->blocks[index].second[0][0];
    layer_run(room->level, view, &layer, room->gradients.at[0], &room->inner_gradients);
    clip(view, &room->inner[index], &room->inner_gradients);
    float bias_gradients[HEX_CHANNELS] = {0}, mean_gradients[HEX_CHANNELS] = {0};
    add_bias_gradients(view, &room->inner_gradients, bias_gradients);
    add_scaled(learned->first_bias, bias_gradients, 1);
    for (int i = 0; i < HEX_CHANNELS; i++) {
        add_scaled(learned->pooled[i], bias_gradients, room->means[index][i]);
        for (int k = 0; k < HEX_CHANNELS; k++)
            mean_gradients[i] += block->pooled[i][k] * bias_gradients[k];
    }
    layer_weight_gradients(room->level, view, HEX_CHANNELS, room->sheets[index].at[0],
                           &room->inner_gradients, learned->first[0][0]);
    layer.weights = back->blocks[index].first[0][0];
    layer.more = room->gradients.at[0];
    layer_run(room->level, view, &layer, room->inner_gradients.at[0], &room->gradients);
    spread(view, mean_gradients, &room->gradients);
}

LessonResult lesson_study(LessonRoom *room, const HexNet *net, const HexNet *back,
                          const Lesson *lesson, bool turned, HexNet *gradients) {
    LessonResult result = judge(room, net, lesson, turned);
    const LayerView *view = &room->view;
    memset(room->gradients.at, 0,
           (size_t)(layer_end(view) + view->stride + VIEW_BLOCK) * sizeof *room->gradients.at);
    layer_clear_edges(view, &room->inner_gradients);
    study_policy(room, net, gradients);
    study_value(room, net, (float)(VALUE_SHARE * (score_logistic(result.value) - lesson->target)),
                gradients);
    for (int i = HEX_BLOCKS - 1; i >= 0; i--)
        study_block(room, net, back, i, gradients);
    clip(view, &room->sheets[0], &room->gradients);
    layer_clear_edges(view, &room->gradients);
    add_bias_gradients(view, &room->gradients, gradients->input_bias);
    layer_weight_gradients(room->level, view, VIEW_PLANES, view->planes[0], &room->gradients,
                           gradients->input[0][0]);
    return result;
}
