/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EPD test suites: files of EPD lines. */
#ifndef ALULA_COMMON_EPDSUITE_H
#define ALULA_COMMON_EPDSUITE_H

#include "chess/epd.h"

typedef struct {
    EpdProblem *problem; /* [count] */
    size_t count;
    int bad;     /* number of bad lines */
    char **text; /* [texts]: contents of the files, to which the problems point */
    size_t texts;
} EpdSuite;

/* Called for every bad line, with an error message. */
typedef void EpdErrorHandler(const char *file, int line, const char *message);

/* Prints the error message on stderr. */
EpdErrorHandler epdsuite_complain;

/*
 * Adds the lines of a file ("-": standard input) to a suite, initialized with zeros. Bad lines are
 * reported and skipped. Returns NULL, or an error message if the file cannot be read or is not EPD.
 * The file name must outlive the suite.
 */
const char *epdsuite_add(EpdSuite *s, const char *file, bool chess960, EpdErrorHandler *on_error);

/* Returns true if the text begins with a position that is valid in Chess960 only. */
bool epdsuite_is_chess960(Word text);

/* Frees the lines, but not the suite itself. */
void epdsuite_free(EpdSuite *s);

#endif
