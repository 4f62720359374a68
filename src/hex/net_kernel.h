// SPDX-License-Identifier: MIT
// The heart of a layer, compiled once for every width of vectors. net.c includes this with
//
//     KERNEL(name)             the name for this width
//     KERNEL_LANES             sums in a vector
//     KERNEL_TARGET            what the compiler may use
//     KERNEL_DOT(sums, w, x)   adds to each of the sums its pair of weights times the pair x
//
// Four cells at a time: weights that were fetched serve four cells. Two vectors of channels of each, so
// that additions need not wait for each other.
typedef int32_t KERNEL(Sums)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int32_t)), aligned(4), may_alias));
typedef int16_t KERNEL(Narrow)
    __attribute__((vector_size(KERNEL_LANES * sizeof(int16_t)), aligned(2), may_alias));

KERNEL_TARGET NET_UNWATCHED static void KERNEL(layer)(const HexView *view, const NetLayer *layer,
                                                      const int16_t *in, NetSheet *out) {
    typedef KERNEL(Sums) Sums;
    typedef KERNEL(Narrow) Narrow;
    int offsets[NET_TAPS] = NET_OFFSETS(view->stride), from = layer->from;
    const Sums zero = {0}, most = zero + ACTIVE_MOST, half = zero + (1 << WEIGHT_BITS) / 2;
    for (int cell = view_first(view); cell < view_end(view); cell += VIEW_BLOCK)
        for (int part = 0; part < NET_CHANNELS; part += 2 * KERNEL_LANES) {
            Sums bias = *(const Sums *)(layer->bias + part);
            Sums bias2 = *(const Sums *)(layer->bias + part + KERNEL_LANES);
            Sums a = bias, b = bias, c = bias, d = bias;
            Sums a2 = bias2, b2 = bias2, c2 = bias2, d2 = bias2;
            const int16_t *weights = layer->weights + 2 * part;
            for (int tap = 0; tap < NET_TAPS; tap++) {
                const int16_t *x = in + (cell + offsets[tap]) * from;
                for (int i = 0; i < from; i += 2, weights += 2 * NET_CHANNELS) {
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
            Sums sums[2 * VIEW_BLOCK] = {a, a2, b, b2, c, c2, d, d2};
            for (int k = 0; k < 2 * VIEW_BLOCK; k++) {
                int place = part + k % 2 * KERNEL_LANES;
                Sums sum = (sums[k] + half) >> WEIGHT_BITS;
                if (layer->more)
                    sum += __builtin_convertvector(
                        *(const Narrow *)(layer->more->at[cell + k / 2] + place), Sums);
                sum &= sum > zero;
                sum = (sum & (sum < most)) | (most & (sum >= most));
                *(Narrow *)(out->at[cell + k / 2] + place) = __builtin_convertvector(sum, Narrow);
            }
        }
}
