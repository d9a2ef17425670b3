/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from a change of an option: files are read, threads and memory are shared anew. */
#ifndef ALULA_OPTIONS_APPLY_H
#define ALULA_OPTIONS_APPLY_H

#include "frontend.h"

/*
 * Set an option as options_set() does; a book is opened or closed, a network read, tablebases
 * looked for, a file of settings read or written. NULL with *id set, or an error message with
 * nothing changed. It is valid until the next call, and begins with the name of an option if the
 * error is in a file of settings.
 */
const char *options_apply(Frontend *f, Word name, Word value, OptionId *id);

/* Say that a rating was kept by version 1.0, when it meant another strength. */
void options_say_dated(Frontend *f, int rating);

/* Is there a Syzygy table in any of these folders? Also true where nobody can tell. */
bool options_names_tables(Word folders);

/*
 * The number of threads that may search: four for each processor, as with more of them `stop` is
 * answered late, and at most MAX_THREADS.
 */
int options_most_threads(void);

/*
 * Share the memory among the hash table and threads; fewer threads are made if there is no room for
 * all. NULL, or an error message with nothing changed. The engine must be idle.
 */
const char *options_resize(Frontend *f, size_t megabytes, int threads);

#endif
