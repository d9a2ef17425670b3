/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the search parameters as engine/search/params.inc. */
#ifndef ALULA_TUNE_PARAMFILE_H
#define ALULA_TUNE_PARAMFILE_H

#include "search/params.h"

/*
 * Write all rows with these values, and `note` in the comment at the top. The file is replaced
 * atomically. False with an error message.
 */
bool paramfile_write(const char *path, const SearchParams *params, const char *note, Text *error);

#endif
