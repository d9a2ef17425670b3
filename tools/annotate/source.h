/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary copy of games from a pipe, or of a slice of games, which can be read twice. */
#ifndef ALULA_ANNOTATE_SOURCE_H
#define ALULA_ANNOTATE_SOURCE_H

#include <stdio.h>

#include "tools/common/units.h"

/* Copies the rest of a stream. Returns NULL with errno on failure. */
FILE *source_of_stream(FILE *in);

/*
 * Copies the games of a slice, each with the text before it; broken games, which stay unchanged,
 * are in no slice. *numbers are their numbers in the input, from 1; the caller frees them. Returns
 * NULL with errno on failure.
 */
FILE *source_of_slice(FILE *in, const Slice *slice, int **numbers);

#endif
