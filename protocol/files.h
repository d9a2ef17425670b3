/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the user's: opened so that nothing is waited for, written so that nothing is lost. */
#ifndef ALULA_FILES_H
#define ALULA_FILES_H

#include <stdbool.h>
#include <stdio.h>

/*
 * A plain file, to read. NULL, with errno, for what is none (EINVAL: to open a pipe would wait for
 * its other end) or cannot be opened.
 */
FILE *files_open(const char *path);

/* Writes to the file; false if that fails, for instance for want of memory. */
typedef bool FilesWriter(void *context, FILE *file);

/*
 * Write a file: there is the old one or the new one, whatever happens, as it is written beside its
 * place, brought to the disk and renamed. A link is followed, and the file keeps its permissions.
 * With `add`, what the old one has comes first, ended by an empty line. False, with errno, if it
 * stays as it was.
 */
bool files_write(const char *path, bool add, FilesWriter *write_it, void *context);

#endif
