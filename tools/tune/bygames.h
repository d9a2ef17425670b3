/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune --spsa: the rules of the search, tuned by games. */
#ifndef ALULA_TUNE_BYGAMES_H
#define ALULA_TUNE_BYGAMES_H

/* How it is used, for --help. */
extern const char bygames_usage[];

/* All of it, by the command line of the program; its exit status. */
int bygames(int argc, char **argv);

#endif
