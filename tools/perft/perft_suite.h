/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suites of positions with known counts. */
#ifndef ALULA_PERFT_PERFT_SUITE_H
#define ALULA_PERFT_PERFT_SUITE_H

#include "base/text.h"
#include "perft_arguments.h"

/*
 * Read a field "D5 4865609" of a suite: its depth and count. NULL when it is one, with depth -1
 * when it is something else, as DTM would be; but D alone, Dx and D5x are taken for slips, and the
 * error message is returned.
 */
const char *perft_suite_field(Word opcode, Word operands, int64_t *depth, int64_t *wanted);

/* Compare all counts within the limits. Returns the exit status. */
int perft_suite(const PerftOptions *o);

#endif
