/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies changed options: reads files, and divides threads and memory. */
#ifndef ALULA_OPTIONS_APPLY_H
#define ALULA_OPTIONS_APPLY_H

#include "frontend.h"

/*
 * Sets an option like options_set(), and opens or closes the book, loads a network, looks for
 * tablebases, or reads or writes a settings file accordingly. Returns NULL with *id set, or an
 * error message with nothing changed. The message is valid until the next call, and begins with the
 * name of an option if the error is in a settings file.
 */
const char *options_apply(Frontend *f, Word name, Word value, OptionId *id);

/* Reports a rating that was saved by version 1.0, where ratings meant another strength. */
void options_say_dated(Frontend *f, int rating);

/* Returns true if any of these folders contains a Syzygy table, or if a folder cannot be read. */
bool options_names_tables(Word folders);

/*
 * Returns the maximum number of threads: four per processor, as more would delay `stop`, but at
 * most MAX_THREADS.
 */
int options_most_threads(void);

/*
 * Divides the memory among the hash table and the threads, and starts fewer threads if there is no
 * room for all. Returns NULL, or an error message with nothing changed. The engine must be idle.
 */
const char *options_resize(Frontend *f, size_t megabytes, int threads);

#endif
