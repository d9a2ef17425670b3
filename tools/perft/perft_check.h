/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checking the move generator of another program. */
#ifndef ALULA_PERFT_PERFT_CHECK_H
#define ALULA_PERFT_PERFT_CHECK_H

#include "perft_arguments.h"

/* What --check counts if it is not told otherwise. */
enum { PERFT_CHECK_DEPTH = 8, PERFT_CHECK_NODES = 1000000, PERFT_CHECK_TIMEOUT = 60 };

/*
 * Compare counts until one differs, and tell why. Returns the exit status; *sentence is to be
 * printed.
 */
int perft_check(const PerftOptions *o, Text *sentence);

#endif
