/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: games until all are played or somebody interrupts, and the rules that come of them. */
#ifndef ALULA_TUNE_TUNE_RUN_H
#define ALULA_TUNE_TUNE_RUN_H

/* All of it, by the command line of the program, which has its words moved; its exit status. */
int tune_run(int argc, char **argv);

#endif
