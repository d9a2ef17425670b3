/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of weights as a file that the evaluation is built with. */
#ifndef ALULA_TUNE_TABLE_H
#define ALULA_TUNE_TABLE_H

#include "model.h"

/*
 * Write all weights, rounded, with a comment for each group and `note` in front. The file is
 * written aside and renamed: there is the old one or the new one. False with a sentence.
 */
bool table_write(const char *path, const Weights *w, const char *note, Text *fault);

#endif
