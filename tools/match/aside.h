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

/* Could that be done? Asked before long work; what is at the place stays. */
bool aside_try(const char *path, Text *fault);

/* Would it be renamed into its place, so that it may be written as often as one likes? */
bool aside_replaces(const char *path);

#endif
