/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: opened without waiting, read whole, and replaced so that no crash loses the old one. */
#ifndef ALULA_FILE_H
#define ALULA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "text.h"

/*
 * To be called first in main(): put something in place of each of descriptors 0 to 2 that is
 * closed, so that no file which is opened later gets what is meant for the screen. Reading and
 * writing them fails as before. False with errno.
 */
bool file_guard_standard(void);

/* --- reading --------------------------------------------------------------------------------- */

/*
 * Open a regular file to read. NULL with errno; EINVAL for anything else, as opening a pipe would
 * wait for its writer.
 */
FILE *file_open_plain(const char *path);

/* The same; returns NULL, or why it failed as a sentence, with errno. */
const char *file_open(FILE **out, const char *path);

/*
 * Read a whole file, or what is left of a stream or a descriptor, which stays open. Returns NULL,
 * or why it failed. *text must be freed in any case; it has *length bytes and a NUL after them
 * (NULL if memory ran out).
 */
const char *file_read_all(const char *path, char **text, size_t *length);
const char *file_read_stream(FILE *file, char **text, size_t *length);
const char *file_read_descriptor(int fd, char **text, size_t *length);

/*
 * Read a line, without its end. Of one that does not fit, or has a NUL byte, *whole becomes false;
 * the rest of it, and the NUL, are skipped. False at the end of the file.
 */
bool file_read_line(FILE *file, char *line, size_t size, bool *whole);

/* --- replacing ------------------------------------------------------------------------------- */

/* True if a file can be put in this place by renaming: a regular file is there, or nothing. */
bool file_is_replaceable(const char *path);

/* Writes the contents; false if that fails, for instance without memory. */
typedef bool FileWriter(void *context, FILE *file);

/*
 * Write a file for the user. It is written beside its place, synced and renamed, so that either the
 * old one or the new one is there. Links are followed; permissions are kept. With `add`, the old
 * contents come first, followed by an empty line; processes that add to the same file wait for each
 * other, ten seconds at most. False with errno if the file was not changed;
 * EINVAL if it is not a regular file.
 */
bool file_write(const char *path, bool add, FileWriter *write_it, void *context);

/* Can file_write() write this file? Creates no file that stays. False with errno. */
bool file_can_write(const char *path);

/*
 * The same for output of programs, which may take long and may go to a device or a pipe; those are
 * written to directly. The new file is called PATH.new until it is complete, or PATH.new.2,
 * PATH.new.3 ... if there is such a file. `path` must stay. NULL with a sentence that names the
 * path.
 */
typedef struct FileOutput FileOutput;
FileOutput *file_output_open(const char *path, Text *error);
FILE *file_output_stream(FileOutput *o);

/*
 * Finish: a complete file is renamed. An incomplete one is renamed only if there was no file
 * before; otherwise it stays as PATH.new. False with a sentence if it is not in its place.
 */
bool file_output_close(FileOutput *o, bool complete, Text *error);

/* Open, print and close; errors of printing are noticed at the end. */
typedef void FilePrinter(FILE *file, const void *context);
bool file_output(const char *path, FilePrinter *print, const void *context, Text *error);

/*
 * Remove the unfinished files PATH.new, PATH.new.2 ... of a killed process. Only for a program
 * whose lock keeps others from writing `path`. Links, folders and devices of these names stay.
 */
void file_output_sweep(const char *path);

/* Could file_output_open() open this path? To be asked before long work. False with a sentence. */
bool file_output_possible(const char *path, Text *error);

/* True if writing to `path` would overwrite `file` ("-" is standard input). */
bool file_output_hits(const char *path, const char *file);

/* Do two paths have the same name in the same folder? The files need not be there. */
bool file_same_place(const char *a, const char *b);

/* Write all bytes, also in parts. Returns how many were written; sets errno if not all were. */
size_t file_write_all(int fd, const void *bytes, size_t count);

/*
 * Open a device or a pipe to write. A pipe without a reader is waited for, five seconds at most.
 * -1 with errno.
 */
int file_open_device(const char *path);

/* --- knowing it again ------------------------------------------------------------------------ */

/* What a file looked like at some moment. */
typedef struct {
    bool exists;
    uint64_t device, number, size;
    int64_t seconds, nanoseconds; /* of the last change */
} FileMark;

FileMark file_mark(const char *path);

/* True if it is still the same file and was not written to. */
bool file_is_unchanged(const char *path, const FileMark *then);

/*
 * Change NAME.pgn to the first of NAME-2.pgn, NAME-3.pgn ... NAME-999.pgn that does not exist, for
 * any ending. False if there is none, or no room.
 */
bool file_free_name(char *path, size_t room);

#endif
