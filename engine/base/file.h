/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: opening without blocking, reading whole files, and replacing files atomically. */
#ifndef ALULA_FILE_H
#define ALULA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "text.h"

/*
 * Opens /dev/null on every closed descriptor from 0 to 2, so that files opened later do not receive
 * output meant for the screen. Reading from and writing to these descriptors still fails. Must be
 * called first in main(). Returns false with errno.
 */
bool file_guard_standard(void);

/* --- reading --------------------------------------------------------------------------------- */

/*
 * Opens a regular file for reading. Returns NULL with errno: EINVAL if it is not a regular file, as
 * opening a pipe would wait for its writer.
 */
FILE *file_open_plain(const char *path);

/* Opens a regular file for reading. Returns NULL, or an error message, with errno set. */
const char *file_open(FILE **out, const char *path);

/*
 * Read a whole file, or the rest of a stream or descriptor, which stays open. Return NULL, or an
 * error message. *text is *length bytes followed by a NUL, or NULL if memory ran out; the caller
 * must free it in any case.
 */
const char *file_read_all(const char *path, char **text, size_t *length);
const char *file_read_stream(FILE *file, char **text, size_t *length);
const char *file_read_descriptor(int fd, char **text, size_t *length);

/*
 * Reads a line without its line end. Drops NUL bytes and bytes that do not fit; sets *whole to
 * false if it dropped any. Returns false at the end of the file.
 */
bool file_read_line(FILE *file, char *line, size_t size, bool *whole);

/* --- replacing ------------------------------------------------------------------------------- */

/* Returns true if renaming can replace this path: it is a regular file or does not exist. */
bool file_is_replaceable(const char *path);

/* Writes the contents. Returns false on failure, for instance without memory. */
typedef bool FileWriter(void *context, FILE *file);

/*
 * Writes a user's file under a temporary name in the same folder, syncs it and renames it, so that
 * a crash leaves either the old or the new file. Links are followed; permissions are kept. With
 * `add`, the old contents come first, and processes that add to the same file wait for each other,
 * ten seconds at most. Returns false with errno if the file was not changed; EINVAL if it is not a
 * regular file.
 */
bool file_write(const char *path, bool add, FileWriter *write_it, void *context);

/*
 * Returns true if file_write() can write this file; otherwise false with errno. Leaves no file
 * behind.
 */
bool file_can_write(const char *path);

/*
 * Output of long-running programs to a file, device or pipe. Devices and pipes are written to
 * directly. A file is called PATH.new until it is complete, or PATH.new.2, PATH.new.3 ... if that
 * name is taken. `path` must stay valid until the output is closed. On errors, file_output_open()
 * returns NULL with a message that names the path.
 */
typedef struct FileOutput FileOutput;
FileOutput *file_output_open(const char *path, Text *error);
FILE *file_output_stream(FileOutput *o);

/*
 * Finishes the output: renames a complete file. An incomplete one is renamed only if there was no
 * file before; otherwise it stays as PATH.new. Returns false with an error message unless the
 * output is now at `path`.
 */
bool file_output_close(FileOutput *o, bool complete, Text *error);

/*
 * Opens an output, prints to it and closes it. Returns false with an error message; write errors
 * are detected at the end.
 */
typedef void FilePrinter(FILE *file, const void *context);
bool file_output(const char *path, FilePrinter *print, const void *context, Text *error);

/*
 * Removes the unfinished files PATH.new, PATH.new.2 ... of a killed process, but no links, folders
 * or devices of these names. The caller must hold a lock that keeps other processes from writing
 * `path`.
 */
void file_output_sweep(const char *path);

/*
 * Checks before long work whether file_output_open() could open this path. Returns false with an
 * error message.
 */
bool file_output_possible(const char *path, Text *error);

/* Returns true if writing to `path` would overwrite `file` ("-" is standard input). */
bool file_output_hits(const char *path, const char *file);

/* Returns true if two paths have the same name in the same folder. The files need not exist. */
bool file_same_place(const char *a, const char *b);

/*
 * Writes all bytes, in several calls if needed. Returns the number of bytes written; sets errno if
 * it is less than `count`.
 */
size_t file_write_all(int fd, const void *bytes, size_t count);

/*
 * Opens a device or a pipe for writing. Waits for a reader of the pipe, five seconds at most.
 * Returns -1 with errno.
 */
int file_open_device(const char *path);

/* --- detecting changes ----------------------------------------------------------------------- */

/* State of a file at some moment, to detect changes. */
typedef struct {
    bool exists;
    uint64_t device, number, size;
    int64_t seconds, nanoseconds; /* of the last change */
} FileMark;

/* Returns the current state of a file. */
FileMark file_mark(const char *path);

/* Returns true if the path is still the same file and has not been written to since. */
bool file_is_unchanged(const char *path, const FileMark *then);

/*
 * Changes NAME.pgn to the first of NAME-2.pgn, NAME-3.pgn ... NAME-999.pgn that does not exist, for
 * any extension. Returns false if all of them exist or the buffer is too small.
 */
bool file_free_name(char *path, size_t room);

#endif
