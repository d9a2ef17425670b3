/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files mapped into memory for reading. */
#ifndef ALULA_FILEMAP_H
#define ALULA_FILEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes; /* NULL: no file is mapped */
    size_t size;
} FileMap;

/* Returns true if the path is a regular file. On Windows, paths are UTF-8. */
bool filemap_exists(const char *path);

/* Returns true if the path is a folder. */
bool filemap_is_folder(const char *path);

/*
 * Maps a whole file, aligned to a page. Returns false with *map empty if the file cannot be opened,
 * is not a regular file or is empty. Reading a file that has been truncated since crashes the
 * program.
 */
bool filemap_open(FileMap *map, const char *path);
/* Unmaps the file, if any. */
void filemap_close(FileMap *map);

#endif
