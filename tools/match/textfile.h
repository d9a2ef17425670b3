/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole files in memory. */
#ifndef ALULA_MATCH_TEXTFILE_H
#define ALULA_MATCH_TEXTFILE_H

#include <stddef.h>

/*
 * Read a file, or standard input for "-". NULL, or why not. *text is to be freed in any case; it
 * has *length bytes and a NUL behind them.
 */
const char *textfile_read(const char *name, char **text, size_t *length);

#endif
