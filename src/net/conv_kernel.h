// SPDX-License-Identifier: MIT
// Inner loops of a convolution, compiled for every NetLevel; conv.c defines before including this:
//
//     KERNEL(name)             the name for this level
//     KERNEL_LANES             sums in a vector
//     KERNEL_TARGET            what the compiler may use
//     KERNEL_DOT(sums, w, x)   adds to each of the sums its pair of weights times the pair x
//
// Four cells at a time: weights that were fetched serve four cells. Two vectors of channels of
// each, so that additions need not wait for each other.
typedef int32_t KERNEL(Sums)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));
typedef int16_t KERNEL(Narrow)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(2), may_alias));

KERNEL_TARGET NET_UNWATCHED static void KERNEL(conv)(const NetGrid *grid, const NetConv *conv,
                                                     const int16_t *in, int16_t *out) {
    typedef KERNEL(Sums) Sums;
    typedef KERNEL(Narrow) Narrow;
    const int from = conv->from, to = conv->to;
    const Sums zero = {0}, most = zero + NET_ACTIVE_MOST, half = zero + (1 << NET_WEIGHT_BITS) / 2;
    for (int cell = grid->first; cell < grid->end; cell += NET_CELLS)
        for (int part = 0; part < to; part += 2 * KERNEL_LANES) {
            Sums bias = *(const Sums *)(conv->bias + part);
            Sums bias2 = *(const Sums *)(conv->bias + part + KERNEL_LANES);
            Sums a = bias, b = bias, c = bias, d = bias;
            Sums a2 = bias2, b2 = bias2, c2 = bias2, d2 = bias2;
            const int16_t *weights = conv->weights + 2 * part;
            for (int tap = 0; tap < grid->taps; tap++) {
                const int16_t *x = in + (cell + grid->offsets[tap]) * from;
                for (int i = 0; i < from; i += 2, weights += 2 * to) {
                    const int16_t *second = weights + 2 * KERNEL_LANES;
                    KERNEL_DOT(a, weights, x + i);
                    KERNEL_DOT(a2, second, x + i);
                    KERNEL_DOT(b, weights, x + i + from);
                    KERNEL_DOT(b2, second, x + i + from);
                    KERNEL_DOT(c, weights, x + i + 2 * from);
                    KERNEL_DOT(c2, second, x + i + 2 * from);
                    KERNEL_DOT(d, weights, x + i + 3 * from);
                    KERNEL_DOT(d2, second, x + i + 3 * from);
                }
            }
            Sums sums[2 * NET_CELLS] = {a, a2, b, b2, c, c2, d, d2};
            for (int k = 0; k < 2 * NET_CELLS; k++) {
                int place = (cell + k / 2) * to + part + k % 2 * KERNEL_LANES;
                Sums sum = (sums[k] + half) >> NET_WEIGHT_BITS;
                if (conv->more)
                    sum += __builtin_convertvector(*(const Narrow *)(conv->more + place), Sums);
                sum &= sum > zero;
                sum = (sum & (sum < most)) | (most & (sum >= most));
                *(Narrow *)(out + place) = __builtin_convertvector(sum, Narrow);
            }
        }
}

#undef KERNEL
#undef KERNEL_LANES
#undef KERNEL_TARGET
#undef KERNEL_DOT
