/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a probe of Syzygy tables takes. */
#ifndef ALULA_ENDINGS_SPEED_H
#define ALULA_ENDINGS_SPEED_H

#include "eval/syzygy.h"

/*
 * Probe random positions of as many pieces as the tables have, and print nanoseconds a probe, the
 * best of several rounds, after one that maps the tables. False without tables.
 */
bool speed_run(Syzygy *tables);

#endif
