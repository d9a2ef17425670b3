/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The count of one position, with the counts after each move, or as JSON. */
#ifndef ALULA_PERFT_PERFT_PRINT_H
#define ALULA_PERFT_PERFT_PRINT_H

#include "perft_arguments.h"

/* Counts and prints. Returns the exit status. */
int perft_print(const PerftOptions *o);

#endif
