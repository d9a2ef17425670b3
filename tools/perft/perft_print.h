/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One position: the count, the counts after each first move, or JSON. */
#ifndef ALULA_PERFT_PERFT_PRINT_H
#define ALULA_PERFT_PERFT_PRINT_H

#include "perft_arguments.h"

/* Print a JSON string, with its quotes. */
void perft_print_string(const char *text);

/* Count and print. Returns the exit status. */
int perft_print(const PerftOptions *o);

#endif
