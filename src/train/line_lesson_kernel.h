// SPDX-License-Identifier: MIT
// The first layer of a line network in floats, forwards and backwards, compiled for every NetLevel; line_lesson.c
// defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_TARGET   what the compiler may use
typedef float KERNEL(Lanes)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(float)), aligned(4), may_alias));
typedef int32_t KERNEL(Masks)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int32_t)), aligned(4), may_alias));

typedef int8_t KERNEL(Bytes)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int8_t)), aligned(1), may_alias));
typedef int16_t KERNEL(Words)
    __attribute__((vector_size(LINE_CHANNELS * sizeof(int16_t)), aligned(2), may_alias));

// The four rows of a cell and view added up.
KERNEL_TARGET NET_UNWATCHED static inline void
KERNEL(add_up)(const int8_t *rows, const uint32_t slots[DIRECTIONS], KERNEL(Words) * sum) {
    typedef KERNEL(Bytes) Bytes;
    typedef KERNEL(Words) Words;
    *sum = (Words){0};
    for (int d = 0; d < DIRECTIONS; d++)
        *sum += __builtin_convertvector(*(const Bytes *)(rows + (size_t)slots[d] * LINE_CHANNELS),
                                        Words);
}

// Adds up the rows of every cell and view, and over the cells what is positive of that and was not on the empty
// board. The rows are whole numbers, a quarter of the bytes that a cache would have to hold of floats.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(gather)(const int8_t *rows, const LineCell *cells,
                                                       int count, float (*channels)[LINE_SUMS],
                                                       float *sums) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    typedef KERNEL(Words) Words;
    const Words zero = {0};
    Masks totals[2] = {{0}, {0}};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            Words sum, bare;
            KERNEL(add_up)(rows, cells[c].slots[view], &sum);
            KERNEL(add_up)(rows, cells[c].bare[view], &bare);
            sum &= sum > zero;
            bare &= bare > zero;
            totals[view] += __builtin_convertvector(sum - bare, Masks);
            *(Lanes *)(channels[cells[c].at] + view * LINE_CHANNELS) =
                __builtin_convertvector(sum, Lanes) * (1.0f / LINE_ROW_UNIT);
        }
    *(Lanes *)sums = __builtin_convertvector(totals[0], Lanes) * (1.0f / LINE_ROW_UNIT);
    *(Lanes *)(sums + LINE_CHANNELS) =
        __builtin_convertvector(totals[1], Lanes) * (1.0f / LINE_ROW_UNIT);
}

// The channels of every cell times the reader of each ring. Added up in sixteen lanes: one after the other each sum
// would wait for the last.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(read)(const LineCell *cells, int count,
                                                     float (*channels)[LINE_SUMS],
                                                     float (*readers)[LINE_SUMS],
                                                     float (*readings)[LINE_RINGS]) {
    enum { LANES = 16 };
    for (int c = 0; c < count; c++)
        for (int ring = 0; ring < LINE_RINGS; ring++) {
            const float *channel = channels[cells[c].at];
            float sums[LANES] = {0};
            for (int i = 0; i < LINE_SUMS; i += LANES)
                for (int k = 0; k < LANES; k++)
                    sums[k] += channel[i + k] * readers[ring][i + k];
            for (int half = LANES / 2; half; half /= 2)
                for (int k = 0; k < half; k++)
                    sums[k] += sums[k + half];
            readings[cells[c].at][ring] = sums[0];
        }
}

// From the gradients of what was read to those of the readers.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(read_back)(const LineCell *cells, int count,
                                                          float (*channels)[LINE_SUMS],
                                                          float (*readers)[LINE_SUMS],
                                                          float (*slopes)[LINE_RINGS]) {
    typedef KERNEL(Lanes) Lanes;
    for (int ring = 0; ring < LINE_RINGS; ring++)
        for (int view = 0; view < 2; view++) {
            Lanes sum = {0};
            for (int c = 0; c < count; c++)
                if (slopes[cells[c].at][ring] != 0)
                    sum += *(const Lanes *)(channels[cells[c].at] + view * LINE_CHANNELS) *
                           slopes[cells[c].at][ring];
            *(Lanes *)(readers[ring] + view * LINE_CHANNELS) = sum;
        }
}

// Where a cell's channel was positive, the gradient of its sum is the gradient of each of the four rows. It is that
// of the board's sums (`slopes`) and, times the readers, that of what was read off the cell (`reads`).
KERNEL_TARGET NET_UNWATCHED static void
KERNEL(spread)(const int8_t *rows, float *gradients, const LineCell *cells, int count,
               float (*channels)[LINE_SUMS], const float *slopes, float (*reads)[LINE_RINGS],
               float (*readers)[LINE_SUMS]) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    typedef KERNEL(Words) Words;
    const Lanes zero = {0};
    const Words nothing = {0};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            const LineCell *cell = &cells[c];
            Lanes active = *(const Lanes *)(channels[cell->at] + view * LINE_CHANNELS);
            Lanes slope = *(const Lanes *)(slopes + view * LINE_CHANNELS);
            Words was;
            KERNEL(add_up)(rows, cell->bare[view], &was);
            Lanes bare = (Lanes)((Masks)slope & __builtin_convertvector(was > nothing, Masks));
            for (int ring = 0; ring < LINE_RINGS; ring++)
                if (reads[cell->at][ring] != 0)
                    slope += *(const Lanes *)(readers[ring] + view * LINE_CHANNELS) *
                             reads[cell->at][ring];
            slope = (Lanes)((Masks)slope & (active > zero));
            for (int d = 0; d < DIRECTIONS; d++) {
                *(Lanes *)(gradients + (size_t)cell->slots[view][d] * LINE_CHANNELS) += slope;
                *(Lanes *)(gradients + (size_t)cell->bare[view][d] * LINE_CHANNELS) -= bare;
            }
        }
}

#undef KERNEL
#undef KERNEL_TARGET
