/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tuning run: play games, update the parameters, write them. */
#ifndef ALULA_TUNE_TUNE_RUN_H
#define ALULA_TUNE_TUNE_RUN_H

#include "base/text.h"

/* Run the command line; a ToolRun. */
int tune_run(int argc, char **argv, Text *error);

#endif
