/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of Syzygy probes. */
#ifndef ALULA_ENDINGS_SPEED_H
#define ALULA_ENDINGS_SPEED_H

#include "eval/syzygy.h"

/*
 * Probes random positions with the maximum number of men of the tables, and prints nanoseconds per
 * probe, the best of several rounds after one that maps the tables. Returns false without tables.
 */
bool speed_run(Syzygy *tables);

#endif
