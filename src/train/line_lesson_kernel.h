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

// Adds up the four rows of every cell and view, and over the board what is positive of that. The rows are whole
// numbers, a quarter of the bytes that a cache would have to hold of floats.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(gather)(const int8_t *rows, const LineCell *cells,
                                                       int count, float (*channels)[LINE_SUMS],
                                                       float *sums) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    typedef KERNEL(Bytes) Bytes;
    typedef KERNEL(Words) Words;
    const Words zero = {0};
    Masks totals[2] = {{0}, {0}};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            const uint32_t *slots = cells[c].slots[view];
            Words sum = zero;
            for (int d = 0; d < DIRECTIONS; d++)
                sum += __builtin_convertvector(
                    *(const Bytes *)(rows + (size_t)slots[d] * LINE_CHANNELS), Words);
            sum &= sum > zero;
            Masks wide = __builtin_convertvector(sum, Masks);
            totals[view] += wide;
            *(Lanes *)(channels[c] + view * LINE_CHANNELS) =
                __builtin_convertvector(wide, Lanes) * (1.0f / LINE_ROW_UNIT);
        }
    *(Lanes *)sums = __builtin_convertvector(totals[0], Lanes) * (1.0f / LINE_ROW_UNIT);
    *(Lanes *)(sums + LINE_CHANNELS) =
        __builtin_convertvector(totals[1], Lanes) * (1.0f / LINE_ROW_UNIT);
}

// Where a cell's channel was positive, the gradient of its sum is the gradient of each of the four rows; `extra`
// holds what a cell's own move adds to that.
KERNEL_TARGET NET_UNWATCHED static void KERNEL(spread)(float *gradients, const LineCell *cells,
                                                       int count, float (*channels)[LINE_SUMS],
                                                       const float *slopes, const float *extra,
                                                       const float *policy) {
    typedef KERNEL(Lanes) Lanes;
    typedef KERNEL(Masks) Masks;
    const Lanes zero = {0};
    for (int c = 0; c < count; c++)
        for (int view = 0; view < 2; view++) {
            const uint32_t *slots = cells[c].slots[view];
            Lanes active = *(const Lanes *)(channels[c] + view * LINE_CHANNELS);
            Lanes slope = *(const Lanes *)(slopes + view * LINE_CHANNELS);
            if (extra[c] != 0)
                slope += *(const Lanes *)(policy + view * LINE_CHANNELS) * extra[c];
            slope = (Lanes)((Masks)slope & (active > zero));
            for (int d = 0; d < DIRECTIONS; d++)
                *(Lanes *)(gradients + (size_t)slots[d] * LINE_CHANNELS) += slope;
        }
}

#undef KERNEL
#undef KERNEL_TARGET
