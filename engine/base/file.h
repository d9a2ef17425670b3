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
 * Opens something harmless on each of the descriptors 0 to 2 that is closed, so that files opened
 * later do not receive output meant for the screen. Reading and writing them fails as before. Call
 * it first in main(). Returns false with errno.
 */
bool file_guard_standard(void);

/* --- reading --------------------------------------------------------------------------------- */

/*
 * Opens a regular file to read. Returns NULL with errno; EINVAL for anything else, as opening a
 * pipe would wait for its writer.
 */
FILE *file_open_plain(const char *path);

/* Opens a regular file to read. Returns NULL, or an error as a sentence, with errno. */
const char *file_open(FILE **out, const char *path);

/*
 * Reads a whole file, or the rest of a stream or a descriptor, which stays open. Returns NULL, or
 * an error. *text must be freed in any case; it has *length bytes and a NUL after them (NULL if
 * memory ran out).
 */
const char *file_read_all(const char *path, char **text, size_t *length);
const char *file_read_stream(FILE *file, char **text, size_t *length);
const char *file_read_descriptor(int fd, char **text, size_t *length);

/*
 * Reads a line, without its end. If the line does not fit or has a NUL byte, sets *whole to false
 * and skips the rest of the line, with the NUL. Returns false at the end of the file.
 */
bool file_read_line(FILE *file, char *line, size_t size, bool *whole);

/* --- replacing ------------------------------------------------------------------------------- */

/*
 * Returns true if a file can be put in this place by renaming: a regular file or nothing is there.
 */
bool file_is_replaceable(const char *path);

/* Writes the contents. Returns false if that fails, for instance without memory. */
typedef bool FileWriter(void *context, FILE *file);

/*
 * Writes a file for the user: under a temporary name in the same folder, synced and renamed, so
 * that either the old or the new file is there. Links are followed; permissions are kept. With
 * `add`, the old contents come first, followed by an empty line; processes that add to the same
 * file wait for each other, ten seconds at most. Returns false with errno if the file was not
 * changed; EINVAL if it is not a regular file.
 */
bool file_write(const char *path, bool add, FileWriter *write_it, void *context);

/*
 * Returns true if file_write() can write this file; otherwise false with errno. Leaves no file
 * behind.
 */
bool file_can_write(const char *path);

/*
 * Output of programs, which may take long and may go to a device or a pipe; those are written to
 * directly. A new file is called PATH.new until it is complete, or PATH.new.2, PATH.new.3 ... if
 * there is such a file. `path` must stay valid. Opening returns NULL, with a sentence that names
 * the path, on errors.
 */
typedef struct FileOutput FileOutput;
FileOutput *file_output_open(const char *path, Text *error);
FILE *file_output_stream(FileOutput *o);

/*
 * Finishes the output: renames a complete file. An incomplete one is renamed only if there was no
 * file before; otherwise it stays as PATH.new. Returns false with an error as a sentence unless the
 * output is now at `path`.
 */
bool file_output_close(FileOutput *o, bool complete, Text *error);

/* Opens, prints and closes; printing errors are noticed at the end. */
typedef void FilePrinter(FILE *file, const void *context);
bool file_output(const char *path, FilePrinter *print, const void *context, Text *error);

/*
 * Removes the unfinished files PATH.new, PATH.new.2 ... of a killed process. Only a program whose
 * lock keeps others from writing `path` may call this function. Links, folders and devices of these
 * names stay.
 */
void file_output_sweep(const char *path);

/*
 * Checks before long work whether file_output_open() could open this path. Returns false with an
 * error as a sentence.
 */
bool file_output_possible(const char *path, Text *error);

/* Returns true if writing to `path` would overwrite `file` ("-" is standard input). */
bool file_output_hits(const char *path, const char *file);

/* Returns true if two paths have the same name in the same folder. The files need not exist. */
bool file_same_place(const char *a, const char *b);

/*
 * Writes all bytes, in parts if needed. Returns how many were written; sets errno if not all were.
 */
size_t file_write_all(int fd, const void *bytes, size_t count);

/*
 * Opens a device or a pipe to write. Waits for a reader of a pipe, five seconds at most. Returns -1
 * with errno.
 */
int file_open_device(const char *path);

/* --- knowing it again ------------------------------------------------------------------------ */

/* State of a file at some moment, to detect changes. */
typedef struct {
    bool exists;
    uint64_t device, number, size;
    int64_t seconds, nanoseconds; /* of the last change */
} FileMark;

FileMark file_mark(const char *path);

/* Returns true if it is still the same file and was not written to. */
bool file_is_unchanged(const char *path, const FileMark *then);

/*
 * Changes NAME.pgn to the first of NAME-2.pgn, NAME-3.pgn ... NAME-999.pgn that does not exist, for
 * any extension. Returns false if there is none, or no room.
 */
bool file_free_name(char *path, size_t room);

#endif
