/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making openings with several threads, with a progress line. */
#ifndef ALULA_OPENINGS_OPENINGS_RUN_H
#define ALULA_OPENINGS_OPENINGS_RUN_H

#include "collection.h"

enum { OPENINGS_MAX_THREADS = 256 };

/*
 * Make openings until the collection has `wanted`, or a signal comes. Openings are added in the
 * order of their numbers, so that the number of threads makes no difference. Returns the exit
 * status.
 */
int openings_run(Collection *c, const MakerRules *rules, size_t wanted, int threads);

#endif
