/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files mapped into memory for reading. */
#ifndef ALULA_FILEMAP_H
#define ALULA_FILEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes; /* NULL: none is mapped */
    size_t size;
} FileMap;

/*
 * Returns true if there is a regular file of this name. Names are UTF-8 if the system has a choice.
 */
bool filemap_exists(const char *path);

/* Returns true if there is a folder of this name. */
bool filemap_is_folder(const char *path);

/*
 * Maps a whole file, at a page boundary. Returns false with *map empty if it cannot be opened, is
 * no regular file or is empty. The program ends if it reads from a file that was shortened in the
 * meantime.
 */
bool filemap_open(FileMap *map, const char *path);
void filemap_close(FileMap *map);

#endif
