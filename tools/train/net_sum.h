/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean of the weights of networks that were trained further from the same one, in which the
 * noise of the trainings cancels (M. Wortsman et al., "Model soups", 2022).
 * Networks with different starts have nothing in common, and their mean is worth nothing.
 */
#ifndef ALULA_TRAIN_NET_SUM_H
#define ALULA_TRAIN_NET_SUM_H

#include "eval/nnue.h"

typedef struct NetSum NetSum;

/* Sums of 0 for networks of this shape and scale. */
NetSum *net_sum_new(const NnueNet *net);
void net_sum_free(NetSum *sum); /* NULL is allowed */

/* NULL, or why this network does not fit those before it, which then stay. */
const char *net_sum_add(NetSum *sum, const NnueNet *net);

/* The mean of at least one network, rounded, until the next call for these sums. */
const NnueNet *net_sum_mean(NetSum *sum);

#endif
