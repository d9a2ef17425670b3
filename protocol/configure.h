/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options and memory, with what follows from a change: books, networks, files of settings. */
#ifndef ALULA_CONFIGURE_H
#define ALULA_CONFIGURE_H

#include "frontend.h"

/*
 * Set an option as options_set() does; a book is opened or closed, a network read, a file of
 * settings read or written. NULL with *id set, or an error message with nothing changed. It is
 * valid until the next call, and begins with the name of an option if the error is in a file of
 * settings.
 */
const char *configure_option(Frontend *f, Word name, Word value, OptionId *id);

/*
 * The number of threads that may search: four for each processor, as with more of them `stop` is
 * answered late, and at most ENGINE_MAX_THREADS.
 */
int configure_most_threads(void);

/*
 * Share the memory among the hash table and threads; fewer threads are made if there is no room for
 * all. NULL, or an error message with nothing changed. The engine must be idle.
 */
const char *configure_memory(Frontend *f, size_t megabytes, int threads);

#endif
