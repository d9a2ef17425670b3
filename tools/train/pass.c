/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pass.h"

#include <math.h>
#include <stdlib.h>

#include "huge.h"

/* An exact length of loops and no other writer to their arrays: what compilers need to know. */
typedef float Block[NET_BLOCK];

/* a * b + c, rounded once where the processor can do that as fast. */
static inline float times_plus(float a, float b, float c) {
#ifdef FP_FAST_FMAF
    return fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

size_t pass_bytes(const NetShape *shape) {
    return (size_t)shape->hidden * 2 * PASS_GROUP * sizeof(float);
}

Pass *pass_new(const NetShape *shape) {
    Pass *pass = calloc(1, sizeof *pass);

    if (!pass)
        return NULL;
    pass->bytes = pass_bytes(shape);
    if (!(pass->sums = huge_alloc(pass->bytes))) {
        free(pass);
        return NULL;
    }
    return pass;
}

void pass_free(Pass *pass) {
    if (pass)
        huge_free(pass->sums, pass->bytes);
    free(pass);
}

/* --- forward --------------------------------------------------------------------------------- */

/* A block of both accumulators of a position. */
static void add_up(const Inputs *in, const float *restrict weight, const float *restrict bias,
                   float *restrict sums) {
    Block own, other;

    for (int i = 0; i < NET_BLOCK; i++)
        own[i] = other[i] = bias[i];
    for (int k = 0; k < in->pieces; k++) {
        const float *restrict a = weight + (size_t)in->own[k] * NET_BLOCK;
        const float *restrict b = weight + (size_t)in->other[k] * NET_BLOCK;

        for (int i = 0; i < NET_BLOCK; i++)
            own[i] += a[i];
        for (int i = 0; i < NET_BLOCK; i++)
            other[i] += b[i];
    }
    for (int i = 0; i < NET_BLOCK; i++)
        sums[i] = own[i];
    for (int i = 0; i < NET_BLOCK; i++)
        sums[NET_BLOCK + i] = other[i];
}

static inline float clipped(float x) {
    const float above = x > 0 ? x : 0;

    return above < 1 ? above : 1;
}

/* The sum, in an order that needs few steps. */
static inline float total(const float part[NET_BLOCK]) {
    float eight[8], four[4];

    _Static_assert(NET_BLOCK == 32, "four times eight");
    for (int i = 0; i < 8; i++)
        eight[i] = (part[i] + part[i + 8]) + (part[i + 16] + part[i + 24]);
    for (int i = 0; i < 4; i++)
        four[i] = eight[i] + eight[i + 4];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

/* What a block of both accumulators adds to the logit. */
static float speak(const float *restrict sums, const float *restrict own,
                   const float *restrict other) {
    Block part;

    for (int i = 0; i < NET_BLOCK; i++) {
        const float a = clipped(sums[i]), b = clipped(sums[NET_BLOCK + i]);
        part[i] = times_plus(a * a, own[i], b * b * other[i]);
    }
    return total(part);
}

void pass_forward(Pass *pass, const NetShape *shape, const float *numbers, int count) {
    for (int n = 0; n < count; n++) {
        sample_inputs(&pass->sample[n], &pass->inputs[n]);
        pass->output[n] = nnue_output_bucket(pass->inputs[n].pieces, shape->outputs);
        pass->logit[n] = numbers[shape->output_bias + (size_t)pass->output[n]];
    }
    for (int h = 0; h < shape->hidden; h += NET_BLOCK) {
        const float *weight = numbers + net_input_weight(h, 0);
        const float *bias = numbers + shape->input_bias + h;
        float *sums = pass->sums + (size_t)h * 2 * PASS_GROUP;

        for (int n = 0; n < count; n++, sums += 2 * NET_BLOCK) {
            add_up(&pass->inputs[n], weight, bias, sums);
            pass->logit[n] += speak(sums, numbers + net_output_weight(shape, pass->output[n], 0, h),
                                    numbers + net_output_weight(shape, pass->output[n], 1, h));
        }
    }
}

double pass_loss(Pass *pass, int count) {
    double sum = 0;

    for (int n = 0; n < count; n++) {
        const float points = 1 / (1 + expf(-pass->logit[n]));
        const float miss = points - pass->sample[n].target;

        pass->slope[n] = 2 * miss * points * (1 - points);
        sum += (double)miss * (double)miss;
    }
    return sum;
}

/* --- back ------------------------------------------------------------------------------------ */

/* The slopes of a block of both accumulators; those of the output weights are added up. */
static void bend(const float *restrict sums, float slope, const float *restrict own,
                 const float *restrict other, float *restrict own_gradient,
                 float *restrict other_gradient, float *restrict out) {
    for (int half = 0; half < 2; half++) {
        const float *restrict x = sums + half * NET_BLOCK;
        const float *restrict weight = half ? other : own;
        float *restrict gradient = half ? other_gradient : own_gradient;
        float *restrict to = out + half * NET_BLOCK;

        for (int i = 0; i < NET_BLOCK; i++) {
            const float c = clipped(x[i]), steep = x[i] < 1 ? 2 * c : 0;

            to[i] = slope * weight[i] * steep;
            gradient[i] = times_plus(slope * c, c, gradient[i]);
        }
    }
}

static inline void add_block(float *restrict to, const float *restrict from) {
    for (int i = 0; i < NET_BLOCK; i++)
        to[i] += from[i];
}

void pass_back(Pass *pass, const NetShape *shape, const float *numbers, float *gradient,
               int count) {
    for (int n = 0; n < count; n++)
        gradient[shape->output_bias + (size_t)pass->output[n]] += pass->slope[n];
    for (int h = 0; h < shape->hidden; h += NET_BLOCK) {
        float *weight = gradient + net_input_weight(h, 0);
        float *bias = gradient + shape->input_bias + h;
        const float *sums = pass->sums + (size_t)h * 2 * PASS_GROUP;

        for (int n = 0; n < count; n++, sums += 2 * NET_BLOCK) {
            const Inputs *in = &pass->inputs[n];
            const size_t own = net_output_weight(shape, pass->output[n], 0, h);
            const size_t other = net_output_weight(shape, pass->output[n], 1, h);
            float slopes[2 * NET_BLOCK];

            bend(sums, pass->slope[n], numbers + own, numbers + other, gradient + own,
                 gradient + other, slopes);
            add_block(bias, slopes);
            add_block(bias, slopes + NET_BLOCK);
            for (int k = 0; k < in->pieces; k++) {
                add_block(weight + (size_t)in->own[k] * NET_BLOCK, slopes);
                add_block(weight + (size_t)in->other[k] * NET_BLOCK, slopes + NET_BLOCK);
            }
        }
    }
}
