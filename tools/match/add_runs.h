/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match report: the games of several runs of a match, such as its slices, as one report. */
#ifndef ALULA_MATCH_ADD_RUNS_H
#define ALULA_MATCH_ADD_RUNS_H

#include "base/text.h"

/*
 * Run it; argv[0] is "report". Returns the exit status, with an error message: TOOL_FAILED without
 * a report if files contradict each other, and with one if games are missing.
 */
int add_runs(int argc, char **argv, Text *error);

#endif
