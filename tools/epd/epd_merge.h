/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the parts of a suite, put together. */
#ifndef ALULA_EPD_EPD_MERGE_H
#define ALULA_EPD_EPD_MERGE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Print the results of the suite file[0] ("-": standard input), which stand in the other files, as
 * EPD in the order of the suite, to `copy` or, if that is NULL, to stdout; the totals go to stderr.
 * Lines that are no results, or differ, positions without a result, and results of positions that
 * the suite does not have are named on stderr. *complete: there are none of these, and it could be
 * written; a damaged line does not
 * matter then, as its position has a result elsewhere. Returns the exit status.
 */
int epd_merge(char **file, size_t files, FILE *copy, bool *complete);

#endif
