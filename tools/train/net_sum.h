/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean of the weights of networks trained from the same start, in which the noise of the
 * trainings cancels (M. Wortsman et al., "Model soups", 2022). The mean of networks with different
 * starts is meaningless.
 */
#ifndef ALULA_TRAIN_NET_SUM_H
#define ALULA_TRAIN_NET_SUM_H

#include "eval/nnue.h"

typedef struct NetSum NetSum;

/* Creates sums of 0 for networks of this shape and scale. */
NetSum *net_sum_new(const NnueNet *net);
void net_sum_free(NetSum *sum); /* NULL is allowed */

/*
 * Adds a network. Returns NULL, or why it does not match the earlier ones, with the sums unchanged.
 */
const char *net_sum_add(NetSum *sum, const NnueNet *net);

/*
 * Returns the rounded mean of the added networks, at least one; valid until the next call for these
 * sums.
 */
const NnueNet *net_sum_mean(NetSum *sum);

#endif
