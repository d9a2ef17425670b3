/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EPD test suites: files of EPD lines. */
#ifndef ALULA_COMMON_EPDSUITE_H
#define ALULA_COMMON_EPDSUITE_H

#include "chess/epd.h"

typedef struct {
    EpdProblem *problem;
    size_t count;
    int bad; /* bad lines */
    char **text;
    size_t texts;
} EpdSuite;

/* Called for every bad line with an error message. */
typedef void EpdErrorHandler(const char *file, int line, const char *message);

/* Prints it on stderr. */
EpdErrorHandler epdsuite_complain;

/*
 * Add the lines of a file ("-": standard input) to a suite, which starts as zeros. Bad lines are
 * reported and skipped. Returns an error message, or NULL: the file cannot be read, or is not EPD.
 * The file name must outlive the suite.
 */
const char *epdsuite_add(EpdSuite *s, const char *file, bool chess960, EpdErrorHandler *on_error);

/* Is the position that the text begins with right in Chess960, but wrong in chess? */
bool epdsuite_is_chess960(Word text);

void epdsuite_free(EpdSuite *s);

#endif
