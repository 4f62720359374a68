// SPDX-License-Identifier: MIT
// The layers behind the sums, compiled for every NetLevel; line_net.c defines before including this:
//
//     KERNEL(name)    the name for this level
//     KERNEL_TARGET   what the compiler may use
//
// Each of a layer's numbers has a lane of its own and is added up over the inputs in their order, whatever the
// width of the vectors is: that makes the result the same.
typedef float KERNEL(Lanes)
    __attribute__((vector_size(LINE_HIDDEN * sizeof(float)), aligned(4), may_alias));

KERNEL_TARGET NET_UNWATCHED static float KERNEL(value)(const LineHead *head, const int32_t *own,
                                                       const int32_t *other, int threats) {
    typedef KERNEL(Lanes) Lanes;
    const Lanes zero = {0};
    const float scale = 1.0f / (LINE_ROW_UNIT * LINE_SUM_UNIT);
    Lanes first = *(const Lanes *)head->threats[threats], second = zero;
    for (int i = 0; i < LINE_CHANNELS; i++) {
        first += *(const Lanes *)head->sums[i] * ((float)own[i] * scale);
        second += *(const Lanes *)head->sums[LINE_CHANNELS + i] * ((float)other[i] * scale);
    }
    first += second;
    for (int i = 0; i < LINE_HIDDEN; i++)
        first[i] = first[i] > 0 ? first[i] : 0;
    float inputs[LINE_HIDDEN];
    *(Lanes *)inputs = first;
    first = *(const Lanes *)head->hidden_bias;
    second = zero;
    for (int i = 0; i < LINE_HIDDEN; i += 2) {
        first += *(const Lanes *)head->hidden[i] * inputs[i];
        second += *(const Lanes *)head->hidden[i + 1] * inputs[i + 1];
    }
    first += second;
    float sum = 0;
    for (int i = 0; i < LINE_HIDDEN; i++)
        sum += first[i] > 0 ? first[i] * head->value[i] : 0;
    return sum;
}

#undef KERNEL
#undef KERNEL_TARGET
