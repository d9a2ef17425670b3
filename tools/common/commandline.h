/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines: switches, options with a value, and other words, read by a table. */
#ifndef ALULA_COMMON_COMMANDLINE_H
#define ALULA_COMMON_COMMANDLINE_H

#include "text.h"

/* One option; exactly one of the pointers is set and says where the value goes. */
typedef struct {
    const char *name;
    bool *on;                     /* a switch */
    const char **text;            /* any text that is not empty */
    int64_t *number, least, most; /* a whole number in this range */
    double *real, low, high;      /* a number in this range */
    /* Anything else; false with a sentence. May be given more than once. */
    bool (*read)(void *context, const char *value, Text *fault);
    void *context;
} CommandOption;

/*
 * Read a command line. Words that are no options, "-" among them, are moved to argv[1] and the
 * following, and counted in *others. False with a sentence if something is wrong.
 */
bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *fault);

/* A number with decimals, such as "-0.5" or "1e-3"; false if it is none. */
bool commandline_real(const char *word, double *out);

#endif
