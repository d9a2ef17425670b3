/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suites of positions with known counts. */
#ifndef ALULA_PERFT_PERFT_SUITE_H
#define ALULA_PERFT_PERFT_SUITE_H

#include "base/text.h"
#include "perft_arguments.h"

/*
 * Reads a field "D5 4865609" of a suite: its depth and count. Returns NULL if it is one, or, with
 * depth -1, if it is another operation such as DTM; D alone, Dx and D5x are reported as typos, by
 * an error message.
 */
const char *perft_suite_field(Word opcode, Word operands, int64_t *depth, int64_t *wanted);

/* Compares all counts within the limits. Returns the exit status. */
int perft_suite(const PerftOptions *o);

#endif
