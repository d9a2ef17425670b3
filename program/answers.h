/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands with --json: one JSON object on stdout, see docs/json.md. */
#ifndef ALULA_ANSWERS_H
#define ALULA_ANSWERS_H

/*
 * Take the words of the command line without the name of the program and without --json: "bench
 * [DEPTH]", "perft PLIES [FEN]", "divide PLIES [FEN]", "eval [FEN]", "tb FOLDER [FEN]". Return the
 * exit status: 0, or, after a message on stderr and without output, 1 or 2.
 */
int answers_bench(int count, char **words);
int answers_perft(int count, char **words);
int answers_eval(int count, char **words);
int answers_tb(int count, char **words);

#endif
