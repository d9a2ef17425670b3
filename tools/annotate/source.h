/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games from a pipe, or a slice of the games, in a temporary file that can be read twice. */
#ifndef ALULA_ANNOTATE_SOURCE_H
#define ALULA_ANNOTATE_SOURCE_H

#include <stdio.h>

#include "tools/common/units.h"

/* All that is left of a stream. NULL with errno. */
FILE *source_of_stream(FILE *in);

/*
 * The games of a slice, each with what stands before it; broken ones, which stay as they are, are
 * in none. *numbers: their numbers in the input, from 1, to be freed. NULL with errno.
 */
FILE *source_of_slice(FILE *in, const Slice *slice, int **numbers);

#endif
