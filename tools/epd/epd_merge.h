/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging the results of a suite's parts. */
#ifndef ALULA_EPD_EPD_MERGE_H
#define ALULA_EPD_EPD_MERGE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Prints the results of the suite file[0] ("-": standard input) from the other files, as EPD in the
 * order of the suite, to `copy` or, if that is NULL, to stdout; the totals go to stderr. Reports on
 * stderr lines that are not results or contradict others, positions without a result, and results
 * of positions outside the suite. Sets *complete if there are no such problems and the output was
 * written; damaged lines do not matter if their positions have a result elsewhere. Returns the exit
 * status.
 */
int epd_merge(char **file, size_t files, FILE *copy, bool *complete);

#endif
