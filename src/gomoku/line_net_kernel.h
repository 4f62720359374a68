// SPDX-License-Identifier: MIT
// The layers behind the sums in whole numbers, compiled for every NetLevel; line_net.c defines before including this:
//
//     KERNEL(name)             the name for this level
//     KERNEL_LANES             sums in a vector
//     KERNEL_TARGET            what the compiler may use
//     KERNEL_DOT(sums, w, x)   adds to each of the sums its pair of weights times the pair x
typedef int32_t KERNEL(Sums)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));
typedef int16_t KERNEL(Narrow)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(2), may_alias));

// Sums as inputs of a layer.
KERNEL_TARGET NET_UNWATCHED static inline void KERNEL(narrow)(const int32_t *sums,
                                                              int16_t *inputs) {
    typedef KERNEL(Sums) Sums;
    typedef KERNEL(Narrow) Narrow;
    const Sums most = (Sums){0} + INT16_MAX;
    for (int k = 0; k < LINE_CHANNELS; k += KERNEL_LANES) {
        Sums sum = *(const Sums *)(sums + k) >> LINE_SUM_SHIFT;
        sum = (sum & (sum < most)) | (most & (sum >= most));
        sum = (sum & (sum > -most)) | (-most & (sum <= -most));
        *(Narrow *)(inputs + k) = __builtin_convertvector(sum, Narrow);
    }
}

// A layer: out[k] = bias[k] + the sum over inputs i of inputs[i] * weights[i][k], but at least `least` (0: a ReLU).
// Four vectors of numbers at a time and two sums for each, so that additions need not wait for each other.
KERNEL_TARGET NET_UNWATCHED static inline void KERNEL(layer)(const int16_t *inputs, int count,
                                                             const int16_t *weights,
                                                             const int32_t *bias, int32_t least,
                                                             int16_t *out) {
    typedef KERNEL(Sums) Sums;
    typedef KERNEL(Narrow) Narrow;
    enum { TOGETHER = 4, ROW = 2 * LINE_HIDDEN };
    const Sums zero = {0}, most = zero + INT16_MAX, lowest = zero + least;
    for (int part = 0; part < LINE_HIDDEN; part += TOGETHER * KERNEL_LANES) {
        Sums a = zero, b = zero, c = zero, d = zero, a2 = zero, b2 = zero, c2 = zero, d2 = zero;
        const int16_t *w = weights + 2 * part;
        for (int i = 0; i < count; i += 4, w += 2 * ROW) {
            KERNEL_DOT(a, w, inputs + i);
            KERNEL_DOT(b, w + 2 * KERNEL_LANES, inputs + i);
            KERNEL_DOT(c, w + 4 * KERNEL_LANES, inputs + i);
            KERNEL_DOT(d, w + 6 * KERNEL_LANES, inputs + i);
            KERNEL_DOT(a2, w + ROW, inputs + i + 2);
            KERNEL_DOT(b2, w + ROW + 2 * KERNEL_LANES, inputs + i + 2);
            KERNEL_DOT(c2, w + ROW + 4 * KERNEL_LANES, inputs + i + 2);
            KERNEL_DOT(d2, w + ROW + 6 * KERNEL_LANES, inputs + i + 2);
        }
        const Sums sums[TOGETHER] = {a + a2, b + b2, c + c2, d + d2};
        for (int k = 0; k < TOGETHER; k++) {
            int at = part + k * KERNEL_LANES;
            Sums sum = (sums[k] + *(const Sums *)(bias + at)) >> LINE_WEIGHT_BITS;
            sum = (sum & (sum > lowest)) | (lowest & (sum <= lowest));
            sum = (sum & (sum < most)) | (most & (sum >= most));
            *(Narrow *)(out + at) = __builtin_convertvector(sum, Narrow);
        }
    }
}

KERNEL_TARGET NET_UNWATCHED static int32_t KERNEL(value)(const LineWhole *whole, const int32_t *own,
                                                         const int32_t *other, int threats) {
    int16_t inputs[LINE_SUMS], first[LINE_HIDDEN], second[LINE_HIDDEN];
    KERNEL(narrow)(own, inputs);
    KERNEL(narrow)(other, inputs + LINE_CHANNELS);
    KERNEL(layer)(inputs, LINE_SUMS, whole->sums, whole->threats[threats], 0, first);
    KERNEL(layer)(first, LINE_HIDDEN, whole->hidden, whole->hidden_bias, 0, second);
    int32_t sum = 0;
    for (int k = 0; k < LINE_HIDDEN; k++)
        sum += second[k] * whole->value[k];
    return sum;
}

KERNEL_TARGET NET_UNWATCHED static void KERNEL(readers)(const LineWhole *whole, const int32_t *own,
                                                        const int32_t *other, int threats,
                                                        int16_t readers[LINE_RINGS][LINE_SUMS]) {
    const int32_t least = -INT16_MAX; // they may be negative
    int16_t inputs[LINE_SUMS], mood[LINE_HIDDEN];
    KERNEL(narrow)(own, inputs);
    KERNEL(narrow)(other, inputs + LINE_CHANNELS);
    KERNEL(layer)(inputs, LINE_SUMS, whole->mood_sums, whole->mood_threats[threats], 0, mood);
    for (int ring = 0; ring < LINE_RINGS; ring++) {
        const int32_t *bias = whole->readers[ring];
        KERNEL(layer)(mood, LINE_HIDDEN, whole->moods[ring], bias, least, readers[ring]);
    }
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_DOT
