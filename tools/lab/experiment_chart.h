/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bar chart of an experiment: two bars for each position, on a logarithmic scale. */
#ifndef ALULA_LAB_EXPERIMENT_CHART_H
#define ALULA_LAB_EXPERIMENT_CHART_H

#include "experiment.h"

/* Writes an Experiment as SVG; a FilePrinter. */
void experiment_draw(FILE *out, const void *experiment);

#endif
