/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that try one candidate after the other, and a line that tells of them. */
#ifndef ALULA_OPENINGS_OPENINGS_RUN_H
#define ALULA_OPENINGS_OPENINGS_RUN_H

#include "collection.h"

enum { OPENINGS_MAX_THREADS = 256 };

/*
 * Make openings until the collection has so many, or SIGINT, SIGTERM or SIGHUP comes. Good ones are
 * taken in the order of their numbers, whatever the number of threads. The exit status: 0; 1 with a
 * sentence on stderr; 130.
 */
int openings_run(Collection *c, const MakerRules *rules, size_t wanted, int threads);

#endif
