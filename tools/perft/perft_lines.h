/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text files read line by line, and complaints about their lines. */
#ifndef ALULA_PERFT_PERFT_LINES_H
#define ALULA_PERFT_PERFT_LINES_H

#include <stdio.h>

#include "base/text.h"

enum { PERFT_LINES_ERRORS = 40 }; /* kinds of error that are counted separately */

/* A text file read line by line. */
typedef struct {
    FILE *file;
    const char *name;
    char *buffer;
    long number; /* of the current line, from 1 */
    bool whole;  /* the current line has a line end */
    bool failed;
    struct {
        const char *text;
        long lines;
    } error[PERFT_LINES_ERRORS];
} PerftLines;

/* Open a file, or standard input for "-". False after a sentence on stderr. */
bool perft_lines_open(PerftLines *l, const char *name);

/* Close it and report how many complaints were left out. The name stays valid. */
void perft_lines_close(PerftLines *l);

/*
 * The next line that is not empty or a comment, trimmed; false at the end, and with `failed` set
 * and a sentence for a line of more than 64 KB and for a read error.
 */
bool perft_lines_next(PerftLines *l, Word *line);

/* Report an error of the current line, which must stay; at most ten lines for each error. */
void perft_lines_complain(PerftLines *l, const char *error);

#endif
