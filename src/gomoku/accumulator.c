// SPDX-License-Identifier: MIT
#include "gomoku/accumulator.h"

#include "search/info.h"

#include <string.h>

// How far the windows of a stone's lines reach to both sides before the edge ends them.
typedef struct Spans {
    int before[DIRECTIONS], after[DIRECTIONS];
} Spans;

typedef int8_t EightBytes __attribute__((vector_size(8), aligned(1), may_alias));
typedef int16_t EightNumbers __attribute__((vector_size(16)));
typedef int32_t FourPairs __attribute__((vector_size(16)));

#ifdef __x86_64__
#include <immintrin.h>
#define PLAIN_PAIRS(a, b) (Pairs) _mm_madd_epi16((__m128i)(a), (__m128i)(b))
#else
NET_UNWATCHED static inline FourPairs plain_pairs(EightNumbers a, EightNumbers b) {
    FourPairs pairs = {0};
    for (int i = 0; i < 4; i++)
        pairs[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return pairs;
}
#define PLAIN_PAIRS(a, b) (Pairs) plain_pairs((EightNumbers)(a), (EightNumbers)(b))
#endif

NET_UNWATCHED static inline void plain_totals(FourPairs a, FourPairs b, FourPairs c, int32_t *to) {
    to[0] = a[0] + a[1] + a[2] + a[3];
    to[1] = b[0] + b[1] + b[2] + b[3];
    to[2] = c[0] + c[1] + c[2] + c[3];
}

#define KERNEL(name) name##_plain
#define KERNEL_LANES 8
#define KERNEL_TARGET
#define KERNEL_WIDEN(bytes)        __builtin_convertvector(*(const EightBytes *)(bytes), EightNumbers)
#define KERNEL_RELU(wide)          ((wide) & ((wide) > 0))
#define KERNEL_PAIRS               PLAIN_PAIRS
#define KERNEL_TOTALS(a, b, c, to) plain_totals((FourPairs)(a), (FourPairs)(b), (FourPairs)(c), to)
#include "gomoku/accumulator_kernel.h"

#ifdef __x86_64__
// The third stands twice.
__attribute__((target("avx2"))) NET_UNWATCHED static inline void
totals_256(__m256i a, __m256i b, __m256i c, int32_t *to) {
    __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, c));
    _mm_storeu_si128((__m128i *)to,
                     _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1)));
}
__attribute__((target("avx512bw"))) NET_UNWATCHED static inline __m256i halves_512(__m512i a) {
    return _mm256_add_epi32(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));
}

#define KERNEL(name)               name##_avx2
#define KERNEL_LANES               16
#define KERNEL_TARGET              __attribute__((target("avx2")))
#define KERNEL_WIDEN(bytes)        (Wide) _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(bytes)))
#define KERNEL_RELU(wide)          (Wide) _mm256_max_epi16((__m256i)(wide), _mm256_setzero_si256())
#define KERNEL_PAIRS(a, b)         (Pairs) _mm256_madd_epi16((__m256i)(a), (__m256i)(b))
#define KERNEL_TOTALS(a, b, c, to) totals_256((__m256i)(a), (__m256i)(b), (__m256i)(c), to)
#include "gomoku/accumulator_kernel.h"
#define KERNEL(name)  name##_avx512
#define KERNEL_LANES  32
#define KERNEL_TARGET NET_TARGET_512("avx512bw")
#define KERNEL_WIDEN(bytes)                                                                        \
    (Wide) _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(bytes)))
#define KERNEL_RELU(wide)  (Wide) _mm512_max_epi16((__m512i)(wide), _mm512_setzero_si512())
#define KERNEL_PAIRS(a, b) (Pairs) _mm512_madd_epi16((__m512i)(a), (__m512i)(b))
#define KERNEL_TOTALS(a, b, c, to)                                                                 \
    totals_256(halves_512((__m512i)(a)), halves_512((__m512i)(b)), halves_512((__m512i)(c)), to)
#include "gomoku/accumulator_kernel.h"
#else
#define put_avx2    put_plain
#define put_avx512  put_plain
#define look_avx2   look_plain
#define look_avx512 look_plain
#define take_avx2   take_plain
#define take_avx512 take_plain
#define read_avx2   read_plain
#define read_avx512 read_plain
#endif

static int least(int a, int b) {
    return a < b ? a : b;
}

static int within_reach(int cells) {
    return least(cells, WINDOW_REACH);
}

static Spans spans_of(const Accumulator *accumulator, Move cell) {
    int left = move_x(cell), up = move_y(cell);
    int right = accumulator->width - 1 - left, down = accumulator->height - 1 - up;
    return (Spans){
        .before = {within_reach(left), within_reach(up), within_reach(least(left, up)),
                   within_reach(least(left, down))},
        .after = {within_reach(right), within_reach(down), within_reach(least(right, down)),
                  within_reach(least(right, up))},
    };
}

// A cell's rows on this board, added up.
static void add_rows(const LineNet *net, const Board *board, Move at, AccumulatorCell *cell) {
    memset(cell, 0, sizeof *cell);
    for (int d = 0; d < DIRECTIONS; d++) {
        const int8_t *row = net->rows + (size_t)window_at(board, at, d, SIDE_BLACK) * LINE_SUMS;
        for (int i = 0; i < LINE_SUMS; i++)
            cell->channels[i] = (int16_t)(cell->channels[i] + row[i]);
    }
}

static int32_t relu(int32_t number) {
    return number > 0 ? number : 0;
}

static void reset_cell(Accumulator *accumulator, const Board *board, const Board *bare, Move at) {
    AccumulatorCell *cell = &accumulator->cells[at], before;
    for (int d = 0; d < DIRECTIONS; d++)
        accumulator->windows[d][at] = (uint32_t)window_at(board, at, d, SIDE_BLACK);
    add_rows(accumulator->net, board, at, cell);
    add_rows(accumulator->net, bare, at, &before);
    for (int i = 0; i < LINE_SUMS; i++)
        accumulator->sums[i] += relu(cell->channels[i]) - relu(before.channels[i]);
}

void accumulator_reset(Accumulator *accumulator, const LineNet *net, const Field *field) {
    const Board *board = &field->board;
    assert(field->played_count == 0 && (int)net->rule == board->rule);
    accumulator->net = net;
    accumulator->width = board->width;
    accumulator->height = board->height;
    accumulator->count = 0;
    memset(accumulator->sums, 0, sizeof accumulator->sums);
    memset(&accumulator->board, 0, sizeof accumulator->board);
    memset(accumulator->readings, 0, sizeof accumulator->readings);
    Board bare;
    board_init(&bare, (GomokuRule)board->rule, board->width, board->height);
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            cellset_add(&accumulator->board, move_at(x, y));
            reset_cell(accumulator, board, &bare, move_at(x, y));
        }
}

// --- following ---

static AccumulatorStep step_of(const Accumulator *accumulator, int cell, int direction,
                               int change) {
    uint32_t was = accumulator->windows[direction][cell], now = was + (uint32_t)change;
    __builtin_prefetch(accumulator->net->rows + (size_t)now * LINE_SUMS);
    return (AccumulatorStep){was, now, (uint16_t)cell, (uint8_t)direction};
}

// Which windows a stone changes. All of them first, so that their rows are on their way when they are wanted.
static void list_steps(const Accumulator *accumulator, AccumulatorPly *ply, Move cell, Side side) {
    ply->cell = cell;
    ply->side = (uint8_t)side;
    ply->count = 0;
    Spans spans = spans_of(accumulator, cell);
    int digit = side == SIDE_BLACK ? 1 : 2;
    for (int d = 0; d < DIRECTIONS; d++) {
        int stride = board_step(d);
        ply->own[d] = step_of(accumulator, cell, d, window_step(0, digit));
        for (int k = -spans.before[d]; k < 0; k++)
            ply->steps[ply->count++] =
                step_of(accumulator, cell + k * stride, d, window_step(-k, digit));
        for (int k = 1; k <= spans.after[d]; k++)
            ply->steps[ply->count++] =
                step_of(accumulator, cell + k * stride, d, window_step(-k, digit));
    }
}

static void put(Accumulator *accumulator, Move cell, Side side) {
    static void (*const kernels[NET_LEVELS])(Accumulator *, AccumulatorPly *) = {
        [NET_PLAIN] = put_plain,
        [NET_AVX2] = put_avx2,
        [NET_AVX512] = put_avx512,
        [NET_VNNI] = put_avx512,
    };
    assert(accumulator->count < ACCUMULATOR_PLIES);
    AccumulatorPly *ply = &accumulator->plies[accumulator->count++];
    memcpy(ply->sums, accumulator->sums, sizeof ply->sums);
    list_steps(accumulator, ply, cell, side);
    for (int d = 0; d < DIRECTIONS; d++)
        accumulator->windows[d][cell] = ply->own[d].now;
    for (int i = 0; i < ply->count; i++)
        accumulator->windows[ply->steps[i].direction][ply->steps[i].cell] = ply->steps[i].now;
    kernels[accumulator->net->level](accumulator, ply);
}

static void take_back(Accumulator *accumulator) {
    static void (*const kernels[NET_LEVELS])(Accumulator *, const AccumulatorPly *) = {
        [NET_PLAIN] = take_plain,
        [NET_AVX2] = take_avx2,
        [NET_AVX512] = take_avx512,
        [NET_VNNI] = take_avx512,
    };
    const AccumulatorPly *ply = &accumulator->plies[--accumulator->count];
    memcpy(accumulator->sums, ply->sums, sizeof ply->sums);
    for (int d = 0; d < DIRECTIONS; d++)
        accumulator->windows[d][ply->cell] = ply->own[d].was;
    for (int i = 0; i < ply->count; i++)
        accumulator->windows[ply->steps[i].direction][ply->steps[i].cell] = ply->steps[i].was;
    accumulator->cells[ply->cell] = ply->own_before;
    kernels[accumulator->net->level](accumulator, ply);
}

// The stone of a ply of the field's, first in its journal.
static Move stone_of(const Field *field, int ply) {
    int count;
    return field_journal(field, ply, &count)->cell;
}

static Side side_of(const Field *field, Move cell) {
    return board_at(&field->board, cell) == CELL_BLACK ? SIDE_BLACK : SIDE_WHITE;
}

// To where the field was after so many plies, or is, if it has followed so far already.
static void follow_to(Accumulator *accumulator, const Field *field, int plies) {
    int same = 0, most = least(accumulator->count, field->played_count);
    while (same < most && accumulator->plies[same].cell == stone_of(field, same) &&
           accumulator->plies[same].side == side_of(field, accumulator->plies[same].cell))
        same++;
    while (accumulator->count > same)
        take_back(accumulator);
    while (accumulator->count < plies) {
        Move cell = stone_of(field, accumulator->count);
        put(accumulator, cell, side_of(field, cell));
    }
}

void accumulator_follow(Accumulator *accumulator, const Field *field) {
    follow_to(accumulator, field, field->played_count);
}

// The sums after one stone more, which is not kept.
static void look_ahead(Accumulator *accumulator, const Field *field, int32_t sums[LINE_SUMS]) {
    static void (*const kernels[NET_LEVELS])(Accumulator *, AccumulatorPly *, int32_t *) = {
        [NET_PLAIN] = look_plain,
        [NET_AVX2] = look_avx2,
        [NET_AVX512] = look_avx512,
        [NET_VNNI] = look_avx512,
    };
    assert(accumulator->count + 1 == field->played_count);
    assert(accumulator->count < ACCUMULATOR_PLIES);
    AccumulatorPly *ply = &accumulator->plies[accumulator->count];
    Move cell = stone_of(field, accumulator->count);
    list_steps(accumulator, ply, cell, side_of(field, cell));
    memcpy(sums, accumulator->sums, sizeof accumulator->sums);
    kernels[accumulator->net->level](accumulator, ply, sums);
}

static const int32_t *view_of(const int32_t sums[LINE_SUMS], Side side) {
    return sums + LINE_CHANNELS * (int)side;
}

int accumulator_score(Accumulator *accumulator, const Field *field) {
    int32_t ahead[LINE_SUMS];
    const int32_t *sums = accumulator->sums;
    follow_to(accumulator, field, field->played_count - 1);
    if (accumulator->count < field->played_count) {
        look_ahead(accumulator, field, ahead);
        sums = ahead;
    }
    Side side = field_to_move(field);
    float plain = (float)field_evaluate(field) / SCORE_UNIT;
    float logit = line_net_value(accumulator->net, side, view_of(sums, side),
                                 view_of(sums, side_other(side)), field_threats(field), plain);
    const float most = (float)(SCORE_LIKELY - 1) / SCORE_UNIT;
    logit = logit > most ? most : logit < -most ? -most : logit;
    return (int)(logit * SCORE_UNIT);
}

// What was read off a move's cell and those around it, added up.
static int64_t reading_of(const Accumulator *accumulator, Move move) {
    const int32_t(*at)[ACCUMULATOR_READ] = accumulator->readings + move + ACCUMULATOR_MARGIN;
    int64_t sum = at[0][0];
    sum += at[-1][1] + at[1][1] + at[-BOARD_STRIDE][1] + at[BOARD_STRIDE][1];
    sum += at[-BOARD_STRIDE - 1][2] + at[-BOARD_STRIDE + 1][2];
    sum += at[BOARD_STRIDE - 1][2] + at[BOARD_STRIDE + 1][2];
    return sum;
}

void accumulator_urges(Accumulator *accumulator, const Field *field, const Move *moves, int count,
                       int32_t *urges) {
    static void (*const kernels[NET_LEVELS])(Accumulator *, const LineReaders *,
                                             const CellSet *) = {
        [NET_PLAIN] = read_plain,
        [NET_AVX2] = read_avx2,
        [NET_AVX512] = read_avx512,
        [NET_VNNI] = read_avx512,
    };
    const LineNet *net = accumulator->net;
    Side side = field_to_move(field);
    assert(accumulator->count == field->played_count);
    LineReaders readers;
    line_net_readers(net, side, view_of(accumulator->sums, side),
                     view_of(accumulator->sums, side_other(side)), field_threats(field), &readers);
    CellSet cells = {{0}};
    for (int i = 0; i < count; i++)
        cellset_add(&cells, moves[i]);
    cellset_surround(&cells);
    cellset_keep(&cells, &accumulator->board);
    kernels[net->level](accumulator, &readers, &cells);
    for (int i = 0; i < count; i++)
        urges[i] = (urges[i] * net->plain_urges[side] >> LINE_URGE_BITS) +
                   (int32_t)(reading_of(accumulator, moves[i]) * URGE_UNIT >> LINE_READ_BITS);
}
