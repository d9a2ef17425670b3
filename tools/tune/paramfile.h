/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the search as the file that it is built with. */
#ifndef ALULA_TUNE_PARAMFILE_H
#define ALULA_TUNE_PARAMFILE_H

#include "params.h"

/*
 * Write all rows with these values, and `note` in front. There is the old file or the new one.
 * False with a sentence.
 */
bool paramfile_write(const char *path, const SearchParams *params, const char *note, Text *fault);

#endif
