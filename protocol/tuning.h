/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search parameters as options of UCI and CECP, for tuning by other programs: only in a program
 * made by `make TUNE=1`. They are those of engine/search/params.inc that have a step.
 */
#ifndef ALULA_TUNING_H
#define ALULA_TUNING_H

#include "frontend.h"

#ifdef TUNE
enum { TUNING = 1 }; /* are they options? */
#else
enum { TUNING = 0 };
#endif

/* The options by number from 0; false after the last. */
bool tuning_row(size_t number, OptionRow *out);

/* The option of this name, in any case; false if there is none. */
bool tuning_find(Word name, OptionRow *out);

/* Search with this value, which is in range, from now on; a search that runs starts again. */
void tuning_set(Frontend *f, const OptionRow *row, int64_t value);

/* Write the line of OpenBench's form for SPSA: name, int, default, min, max, c_end, r_end. */
void tuning_write_spsa(Text *out, const OptionRow *row);

#endif
