/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network in whole numbers, as it plays. */
#ifndef ALULA_TRAIN_WHOLE_H
#define ALULA_TRAIN_WHOLE_H

#include "data.h"
#include "net.h"

/*
 * All numbers as net_encode() will write them, but still in floating point: rounded to the nearest,
 * except that the output biases make up for what rounding adds to the logits of these samples in
 * the mean. numbers[shape->count], to be freed; NULL when memory is refused.
 */
float *whole_numbers(const NetShape *shape, const float *numbers, const Store *samples);

#endif
