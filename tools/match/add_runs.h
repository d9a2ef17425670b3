/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match report: one report on the games of several runs of a match, such as its slices. */
#ifndef ALULA_MATCH_ADD_RUNS_H
#define ALULA_MATCH_ADD_RUNS_H

#include "base/text.h"

/*
 * Runs the command; argv[0] is "report". Returns the exit status, with an error message. If files
 * contradict each other, returns TOOL_FAILED without a report; if games are missing, returns
 * TOOL_FAILED after the report.
 */
int add_runs(int argc, char **argv, Text *error);

#endif
