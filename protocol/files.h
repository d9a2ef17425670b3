/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the user's: opened so that nothing is waited for, written so that nothing is lost. */
#ifndef ALULA_FILES_H
#define ALULA_FILES_H

#include <stdbool.h>
#include <stdint.h>
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

/* Could files_write() write this file? Nothing is made to find out. False, with errno. */
bool files_can_write(const char *path);

/* What a file looked like at some moment; there: false if there was none. */
typedef struct {
    bool there;
    uint64_t device, number, size;
    int64_t seconds, nanoseconds; /* when it was last changed */
} FilesMark;

FilesMark files_mark(const char *path);

/* Is it the same file as then, and nobody has written to it? */
bool files_is_as_then(const char *path, const FilesMark *then);

/* The first of NAME-2.pgn, NAME-3.pgn and so on (".pgn" as the path has it) that is no file yet, at
   most 999; false if there is none, or no room for it. */
bool files_free_name(char *path, size_t room);

#endif
