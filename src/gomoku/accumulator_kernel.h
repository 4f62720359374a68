// SPDX-License-Identifier: MIT
// A stone comes to the cells near it, compiled for every NetLevel; accumulator.c defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_TARGET   what the compiler may use
typedef int16_t KERNEL(Wide)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int16_t)), aligned(2), may_alias));
typedef int8_t KERNEL(Bytes)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int8_t)), aligned(1), may_alias));
typedef int32_t KERNEL(Totals)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int32_t)), aligned(4), may_alias));

// One window of a cell and view becomes another.
#define KERNEL_CHANGE(channels, row, now)                                                          \
    (channels) +=                                                                                  \
        __builtin_convertvector(*(const Bytes *)((row) + (size_t)(now)*LINE_CHANNELS), Wide)
#define KERNEL_TAKE(channels, row, was)                                                            \
    (channels) -=                                                                                  \
        __builtin_convertvector(*(const Bytes *)((row) + (size_t)(was)*LINE_CHANNELS), Wide)

KERNEL_TARGET NET_UNWATCHED static void KERNEL(put)(Accumulator *accumulator, AccumulatorPly *ply,
                                                    const Spans *spans) {
    typedef KERNEL(Wide) Wide;
    typedef KERNEL(Bytes) Bytes;
    typedef KERNEL(Totals) Totals;
    const Wide zero = {0};
    const int8_t *const *rows = accumulator->net->rows;
    const Move stone = ply->cell;
    const int digits[2] = {ply->side == SIDE_BLACK ? 1 : 2, ply->side == SIDE_BLACK ? 2 : 1};
    AccumulatorCell *before = ply->before, *own = &accumulator->cells[stone];
    // What the sums change by fits sixteen bits: at most 41 cells of at most 508 each.
    Wide black = zero, white = zero, own_black = *(Wide *)own->channels,
         own_white = *(Wide *)(own->channels + LINE_CHANNELS);
    *before++ = *own;
    black -= own_black & (own_black > zero);
    white -= own_white & (own_white > zero);
    for (int d = 0; d < DIRECTIONS; d++) {
        int step = board_step(d);
        for (int k = -spans->before[d]; k <= spans->after[d]; k++) {
            int cell = stone + k * step;
            uint32_t *windows = accumulator->windows[d][cell];
            uint32_t was[2] = {windows[0], windows[1]};
            windows[0] += (uint32_t)window_step(-k, digits[0]);
            windows[1] += (uint32_t)window_step(-k, digits[1]);
            if (k == 0) {
                KERNEL_TAKE(own_black, rows[0], was[0]);
                KERNEL_TAKE(own_white, rows[1], was[1]);
                KERNEL_CHANGE(own_black, rows[0], windows[0]);
                KERNEL_CHANGE(own_white, rows[1], windows[1]);
                continue;
            }
            int16_t *channels = accumulator->cells[cell].channels;
            Wide b = *(Wide *)channels, w = *(Wide *)(channels + LINE_CHANNELS);
            *before++ = accumulator->cells[cell];
            black -= b & (b > zero);
            white -= w & (w > zero);
            KERNEL_TAKE(b, rows[0], was[0]);
            KERNEL_TAKE(w, rows[1], was[1]);
            KERNEL_CHANGE(b, rows[0], windows[0]);
            KERNEL_CHANGE(w, rows[1], windows[1]);
            black += b & (b > zero);
            white += w & (w > zero);
            *(Wide *)channels = b;
            *(Wide *)(channels + LINE_CHANNELS) = w;
        }
    }
    black += own_black & (own_black > zero);
    white += own_white & (own_white > zero);
    *(Wide *)own->channels = own_black;
    *(Wide *)(own->channels + LINE_CHANNELS) = own_white;
    *(Totals *)accumulator->sums += __builtin_convertvector(black, Totals);
    *(Totals *)(accumulator->sums + LINE_CHANNELS) += __builtin_convertvector(white, Totals);
}

// A cell's channels after the ReLU, times weights of the same order.
KERNEL_TARGET NET_UNWATCHED static int32_t KERNEL(urge)(const AccumulatorCell *cell,
                                                        const int16_t *weights) {
    int32_t sum = 0;
    for (int i = 0; i < LINE_SUMS; i++) {
        int16_t channel = cell->channels[i] > 0 ? cell->channels[i] : 0;
        sum += channel * weights[i];
    }
    return sum;
}

#undef KERNEL
#undef KERNEL_TARGET
#undef KERNEL_CHANGE
#undef KERNEL_TAKE
