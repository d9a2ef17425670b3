/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a training: the losses of its epochs. */
#ifndef ALULA_TRAIN_CURVE_H
#define ALULA_TRAIN_CURVE_H

#include <stdio.h>

#include "train_state.h"

/* Two curves over account->epochs epochs, of which there will be `epochs`. */
void curve_draw(FILE *out, const Account *account, int epochs);

#endif
