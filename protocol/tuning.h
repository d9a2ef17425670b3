/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search parameters as UCI and CECP options, for tuning by external programs; only in a build
 * with `make TUNE=1`. These are the parameters of engine/search/params.inc that have a step.
 */
#ifndef ALULA_TUNING_H
#define ALULA_TUNING_H

#include "frontend.h"

#ifdef TUNE
enum { TUNING = 1 }; /* 1 if search parameters are options */
#else
enum { TUNING = 0 };
#endif

/* Sets *out to the option with this number, from 0; returns false after the last one. */
bool tuning_row(size_t number, OptionRow *out);

/* Finds an option by name, ignoring case; returns false if there is none. */
bool tuning_find(Word name, OptionRow *out);

/* Sets a parameter to a value in its range; a running search is restarted. */
void tuning_set(Frontend *f, const OptionRow *row, int64_t value);

/* Writes a parameter in OpenBench's SPSA format: name, int, default, min, max, c_end, r_end. */
void tuning_write_spsa(Text *out, const OptionRow *row);

#endif
