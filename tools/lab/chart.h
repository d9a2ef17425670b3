/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of an experiment: two bars for each position, on a scale of powers of ten. */
#ifndef ALULA_LAB_CHART_H
#define ALULA_LAB_CHART_H

#include "experiment.h"

/* Draw an Experiment; a FilePrinter. */
void chart_draw(FILE *out, const void *experiment);

#endif
