/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work units: a count shared among processes and machines. */
#ifndef ALULA_PERFT_PERFT_UNITS_H
#define ALULA_PERFT_PERFT_UNITS_H

#include "perft_arguments.h"

/* All of these return the exit status. */
int perft_units_write(const PerftOptions *o); /* --units */
int perft_units_count(const PerftOptions *o); /* --unit */
int perft_units_sum(const PerftOptions *o);   /* --sum */

#endif
