/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are there in full or not at all. */
#ifndef ALULA_MATCH_ASIDE_H
#define ALULA_MATCH_ASIDE_H

#include <stdio.h>

#include "text.h"

/* What writes a file; errors are noticed afterwards. */
typedef void AsideWriter(FILE *file, const void *context);

/*
 * Write a file beside its place and rename it: there is the old one or the new one. Links are
 * followed, and stay. A device or a pipe cannot be replaced and is written to as it is. False with
 * a sentence that names the path.
 */
bool aside_write(const char *path, AsideWriter *write, const void *context, Text *fault);

/* The same bit by bit, for files that take long to write. `path` must stay. */
typedef struct Aside Aside;
Aside *aside_open(const char *path, Text *fault); /* NULL with a sentence */
FILE *aside_file(Aside *a);

/*
 * It is written: a whole one gets its place. One that was cut short gets it only where nothing was
 * before; otherwise it stays beside it, under the name of the path with ".new". False with a
 * sentence if it does not come to its place.
 */
bool aside_close(Aside *a, bool whole, Text *fault);

/* Is a path, or its name with ".new", this file already? "-" is standard input. */
bool aside_hits(const char *path, const char *file);

/* Could that be done? Asked before long work; what is at the place stays. */
bool aside_try(const char *path, Text *fault);

/* Would it be renamed into its place, so that it may be written as often as one likes? */
bool aside_replaces(const char *path);

#endif
