/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: tunes the parameters until all games are played or it is interrupted. */
#ifndef ALULA_TUNE_TUNE_RUN_H
#define ALULA_TUNE_TUNE_RUN_H

/* All of it, by the command line of the program, which has its words moved; its exit status. */
int tune_run(int argc, char **argv);

#endif
