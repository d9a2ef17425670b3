/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing of command lines with a table of options. */
#ifndef ALULA_COMMON_COMMANDLINE_H
#define ALULA_COMMON_COMMANDLINE_H

#include "base/text.h"

/* An option. Exactly one of the pointers is set; the value is stored there. */
typedef struct {
    const char *name;
    bool *on;                         /* a flag */
    const char **text;                /* any nonempty text */
    int *whole, whole_min, whole_max; /* an integer in this range */
    int64_t *number, min, max;        /* an integer that may be larger */
    double *real, real_min, real_max; /* a number in this range */
    /* Reads any other value; returns false with an error message. The option may be repeated. */
    bool (*read)(void *context, const char *value, Text *error);
    void *context;
} CommandOption;

/*
 * Parses a command line. Operands, including "-", are moved to argv[1] and up, and counted in
 * *others. Returns false with an error message for an invalid option or value.
 */
bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *error);

/* Adds a sentence such as "--x needs a number, not " and the value to an error. Returns false. */
bool commandline_refuse(Text *error, const char *sentence, const char *value);

/* Parses a decimal number such as "-0.5" or "1e-3"; returns false for other text. */
bool commandline_real(const char *word, double *out);

#endif
