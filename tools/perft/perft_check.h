/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Validation of another program's move generator. */
#ifndef ALULA_PERFT_PERFT_CHECK_H
#define ALULA_PERFT_PERFT_CHECK_H

#include "perft_arguments.h"

/* The default limits of --check. */
enum { PERFT_CHECK_DEPTH = 8, PERFT_CHECK_NODES = 1000000, PERFT_CHECK_TIMEOUT = 60 };

/*
 * Compares counts until one differs, and explains the difference. Returns the exit status; the
 * caller prints *sentence.
 */
int perft_check(const PerftOptions *o, Text *sentence);

#endif
