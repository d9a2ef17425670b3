/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are there in full or not at all. */
#ifndef ALULA_TUNE_ASIDE_H
#define ALULA_TUNE_ASIDE_H

#include <stdio.h>

#include "text.h"

/* What writes a file; errors are noticed afterwards. */
typedef void AsideWriter(FILE *file, const void *context);

/*
 * Write a file beside its place and rename it: there is the old one or the new one. False with a
 * sentence that names it.
 */
bool aside_write(const char *path, AsideWriter *write, const void *context, Text *fault);

/* Could that be done? Asked before long work; what is at the place stays. */
bool aside_try(const char *path, Text *fault);

#endif
