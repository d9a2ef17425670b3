/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of charts. Header only. */
#ifndef ALULA_COMMON_AXIS_H
#define ALULA_COMMON_AXIS_H

#include <math.h>

/* A step of 1, 2 or 5 times a power of ten, with at most `max` steps in the span. */
static inline double axis_step(double span, int max) {
    double step = pow(10, floor(log10(span / max)));

    for (int i = 0; span / step > max + 1e-9; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

#endif
