/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the search as the file that it is built with. */
#ifndef ALULA_TUNE_RULEFILE_H
#define ALULA_TUNE_RULEFILE_H

#include "rules.h"

/*
 * Write all rows with these values, and `note` in front. There is the old file or the new one.
 * False with a sentence.
 */
bool rulefile_write(const char *path, const Rules *rules, const char *note, Text *fault);

#endif
