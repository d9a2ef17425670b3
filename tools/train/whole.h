/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network in whole numbers, as it plays. */
#ifndef ALULA_TRAIN_WHOLE_H
#define ALULA_TRAIN_WHOLE_H

#include "data.h"
#include "net.h"

/*
 * The bytes of its file: nnue_file_size() of them, to be freed. All is rounded to the nearest, but
 * for the output biases: they make up for what rounding adds to the logits of these samples in the
 * mean. NULL when memory is refused.
 */
uint8_t *whole_encode(const NetShape *shape, const float *numbers, int scale, const Store *samples);

#endif
