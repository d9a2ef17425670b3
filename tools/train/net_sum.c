/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net_sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/memory.h"

struct NetSum {
    NnueNet net; /* its shape, and the mean */
    size_t input_weights, output_weights;
    int32_t networks;
    int32_t *sum;  /* [input weights, input biases, output weights] */
    int16_t *mean; /* the same */
    int64_t output_bias[NNUE_MAX_OUTPUTS];
};

static size_t numbers(const NetSum *s) {
    return s->input_weights + (size_t)s->net.hidden + s->output_weights;
}

NetSum *net_sum_new(const NnueNet *net) {
    NetSum *s = memory_new(1, sizeof *s);

    s->net = *net;
    s->input_weights = (size_t)net->kings.count * NNUE_INPUTS * (size_t)net->hidden;
    s->output_weights = (size_t)net->outputs * 2 * (size_t)net->hidden;
    s->sum = memory_new(numbers(s), sizeof *s->sum);
    s->mean = memory_new(numbers(s), sizeof *s->mean);
    s->net.input_weight = s->mean;
    s->net.input_bias = s->mean + s->input_weights;
    s->net.output_weight = s->net.input_bias + net->hidden;
    return s;
}

void net_sum_free(NetSum *s) {
    if (!s)
        return;
    free(s->sum);
    free(s->mean);
    free(s);
}

static void add(int32_t *sum, const int16_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] += numbers[i];
}

const char *net_sum_add(NetSum *s, const NnueNet *net) {
    if (net->hidden != s->net.hidden || net->outputs != s->net.outputs ||
        net->kings.count != s->net.kings.count ||
        memcmp(net->kings.bucket, s->net.kings.bucket, sizeof net->kings.bucket) != 0)
        return "it has another shape than the network before";
    if (net->scale != s->net.scale)
        return "it has another scale than the network before";
    if (s->networks == INT16_MAX)
        return "there are too many networks";
    s->networks++;
    add(s->sum, net->input_weight, s->input_weights);
    add(s->sum + s->input_weights, net->input_bias, (size_t)net->hidden);
    add(s->sum + s->input_weights + net->hidden, net->output_weight, s->output_weights);
    for (int i = 0; i < net->outputs; i++)
        s->output_bias[i] += net->output_bias[i];
    return NULL;
}

/* Halves are rounded to even: away from zero, the mean of two networks could exceed both. */
const NnueNet *net_sum_mean(NetSum *s) {
    for (size_t i = 0; i < numbers(s); i++)
        s->mean[i] = (int16_t)lrint((double)s->sum[i] / s->networks);
    for (int i = 0; i < s->net.outputs; i++)
        s->net.output_bias[i] = (int32_t)lrint((double)s->output_bias[i] / s->networks);
    return &s->net;
}
