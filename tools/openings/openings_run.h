/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generating openings with several threads, with a progress line. */
#ifndef ALULA_OPENINGS_OPENINGS_RUN_H
#define ALULA_OPENINGS_OPENINGS_RUN_H

#include "collection.h"

enum { OPENINGS_MAX_THREADS = 256 };

/*
 * Makes openings until the collection has `wanted`, or until a signal. Openings are added in the
 * order of their numbers, so that the result does not depend on the number of threads. Prints the
 * counts, with `json` as JSON, for a collection that is not printed itself. Returns the exit
 * status.
 */
int openings_run(Collection *c, const MakerOptions *options, size_t wanted, int threads, bool json);

#endif
