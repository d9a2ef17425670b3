/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suites of positions with known counts. */
#ifndef ALULA_PERFT_PERFT_SUITE_H
#define ALULA_PERFT_PERFT_SUITE_H

#include "perft_arguments.h"

/* Compare all counts within the limits. Returns the exit status. */
int perft_suite(const PerftOptions *o);

#endif
